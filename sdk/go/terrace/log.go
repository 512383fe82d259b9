//go:build wasip1

package terrace

import "fmt"

// Log appends one record to the partition's log: `terrace logs` shows it. It never blocks; text
// beyond MaxLogBytes is cut. CodeFull means the log was full: the record was dropped and counted.
func Log(level Level, text string) error {
	return done(sysLog(uint32(level), []byte(text)))
}

// Logf is Log with a format.
func Logf(level Level, format string, values ...any) error {
	return Log(level, fmt.Sprintf(format, values...))
}
