package main

// The four files of /proc this app reads, parsed. Every parser refuses what it does
// not understand with the file's name and the line. Source: proc(5).

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Load is /proc/loadavg: the average number of ready tasks over 1, 5 and 15 minutes.
type Load struct {
	One, Five, Fifteen float64
	Tasks              string // "running/all"
}

// Memory is the part of /proc/meminfo shown here, in kB.
type Memory struct {
	Total, Free, Available, Cached, SwapTotal, SwapFree uint64
}

// Processor is the first line of /proc/stat, in clock ticks since boot, and two counters.
type Processor struct {
	Busy, Idle, Steal      uint64
	ContextSwitches, Forks uint64
	ProcessesReady         uint64
}

func readLines(folder, name string) ([]string, error) {
	text, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		return nil, err
	}
	return strings.Split(strings.TrimRight(string(text), "\n"), "\n"), nil
}

func readLoad(folder string) (Load, error) {
	var load Load
	lines, err := readLines(folder, "loadavg")
	if err != nil {
		return load, err
	}
	_, err = fmt.Sscan(lines[0], &load.One, &load.Five, &load.Fifteen, &load.Tasks)
	if err != nil {
		return load, fmt.Errorf("loadavg: %q: %w", lines[0], err)
	}
	return load, nil
}

func readUptime(folder string) (seconds float64, err error) {
	lines, err := readLines(folder, "uptime")
	if err != nil {
		return 0, err
	}
	if _, err = fmt.Sscan(lines[0], &seconds); err != nil {
		return 0, fmt.Errorf("uptime: %q: %w", lines[0], err)
	}
	return seconds, nil
}

func readMemory(folder string) (Memory, error) {
	var memory Memory
	wanted := map[string]*uint64{
		"MemTotal": &memory.Total, "MemFree": &memory.Free, "MemAvailable": &memory.Available,
		"Cached": &memory.Cached, "SwapTotal": &memory.SwapTotal, "SwapFree": &memory.SwapFree,
	}
	lines, err := readLines(folder, "meminfo")
	if err != nil {
		return memory, err
	}
	for _, line := range lines {
		name, rest, _ := strings.Cut(line, ":")
		fields := strings.Fields(rest)
		if place := wanted[name]; place != nil && len(fields) > 0 {
			if *place, err = strconv.ParseUint(fields[0], 10, 64); err != nil {
				return memory, fmt.Errorf("meminfo: %q: %w", line, err)
			}
		}
	}
	if memory.Total == 0 {
		return memory, fmt.Errorf("meminfo: no line MemTotal among %d", len(lines))
	}
	return memory, nil
}

func numbers(fields []string) ([]uint64, error) {
	values := make([]uint64, len(fields))
	for i, field := range fields {
		value, err := strconv.ParseUint(field, 10, 64)
		if err != nil {
			return nil, err
		}
		values[i] = value
	}
	return values, nil
}

func (p *Processor) setTicks(ticks []uint64) {
	for i, value := range ticks {
		switch {
		case i == 3 || i == 4: // idle, iowait
			p.Idle += value
		case i == 7:
			p.Steal += value
		case i < 7: // user, nice, system, irq, softirq; guest time is in user already
			p.Busy += value
		}
	}
}

func readProcessor(folder string) (Processor, error) {
	var processor Processor
	lines, err := readLines(folder, "stat")
	if err != nil {
		return processor, err
	}
	single := map[string]*uint64{
		"ctxt": &processor.ContextSwitches, "processes": &processor.Forks,
		"procs_running": &processor.ProcessesReady,
	}
	for _, line := range lines {
		fields := strings.Fields(line)
		if len(fields) < 2 || (fields[0] != "cpu" && single[fields[0]] == nil) {
			continue
		}
		values, err := numbers(fields[1:])
		if err != nil {
			return processor, fmt.Errorf("stat: %q: %w", line, err)
		}
		if fields[0] == "cpu" {
			processor.setTicks(values)
		} else {
			*single[fields[0]] = values[0]
		}
	}
	if processor.Busy+processor.Idle == 0 {
		return processor, fmt.Errorf("stat: no line cpu among %d", len(lines))
	}
	return processor, nil
}
