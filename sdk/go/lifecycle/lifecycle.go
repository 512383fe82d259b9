//go:build wasip1

// Package lifecycle makes a Go program a reactor: the monitor calls it when something
// happens, and it costs no processor in between.
//
// Importing this package exports the four callbacks, so only a reactor may: build it with
// -buildmode=c-shared, call [Register] in an init function, and leave main empty.
//
// A callback must not wait for another goroutine that waits for the outside world longer than
// the callback may take: nothing runs between callbacks, goroutines included.
package lifecycle

import (
	"errors"

	"terrace.internal/sdk/terrace"
)

// App is what the monitor calls, one call at a time. Embed [Base] and write what you need.
type App interface {
	// Create is called once, before anything else. An error is the fault "refused-start".
	Create() error
	// Start is called once, after Create. It may run for as long as the app lives; no other
	// callback runs meanwhile, so one that stays asks terrace.StopRequested. An error is the
	// fault "refused-start".
	Start() error
	// Trim: memory is short, give back what can be given back.
	Trim(level terrace.TrimLevel)
	// Stop is called once, when a polite stop was asked for. The partition ends after it.
	Stop()
}

// Base is an App that does nothing.
type Base struct{}

// Create does nothing.
func (Base) Create() error { return nil }

// Start does nothing.
func (Base) Start() error { return nil }

// Trim does nothing.
func (Base) Trim(terrace.TrimLevel) {}

// Stop does nothing.
func (Base) Stop() {}

var app App

// Register names the app to call. Call it once, in an init function.
func Register(a App) {
	app = a
}

//go:wasmexport terrace_create
func create() int32 {
	if app == nil {
		return int32(terrace.CodeWrongState)
	}
	return code(app.Create())
}

//go:wasmexport terrace_start
func start() int32 {
	return code(app.Start())
}

//go:wasmexport terrace_trim
func trim(level uint32) int32 {
	app.Trim(terrace.TrimLevel(level))
	return int32(terrace.CodeOk)
}

//go:wasmexport terrace_stop
func stop() int32 {
	app.Stop()
	return int32(terrace.CodeOk)
}

// code is the number of an error: its own if it has one. The log tells the rest.
func code(err error) int32 {
	if err == nil {
		return int32(terrace.CodeOk)
	}
	var code terrace.Code
	if errors.As(err, &code) && code < 0 {
		return int32(code)
	}
	_ = terrace.Log(terrace.LevelError, err.Error())
	return int32(terrace.CodeInvalid)
}
