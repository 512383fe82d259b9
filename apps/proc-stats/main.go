// Proc-stats shows how busy the machine is: load, memory, processor time between two
// looks. It reads a folder like /proc and nothing else.
//
// Usage: proc-stats [-n TIMES] [-every DURATION] [-proc FOLDER]
package main

import (
	"flag"
	"fmt"
	"os"
	"time"
)

type sample struct {
	uptime    float64
	load      Load
	memory    Memory
	processor Processor
}

func take(folder string) (s sample, err error) {
	if s.uptime, err = readUptime(folder); err != nil {
		return s, err
	}
	if s.load, err = readLoad(folder); err != nil {
		return s, err
	}
	if s.memory, err = readMemory(folder); err != nil {
		return s, err
	}
	s.processor, err = readProcessor(folder)
	return s, err
}

func percent(part, whole uint64) float64 {
	if whole == 0 {
		return 0
	}
	return 100 * float64(part) / float64(whole)
}

func span(seconds float64) string {
	return time.Duration(seconds * float64(time.Second)).Round(time.Second).String()
}

// show prints `now`; processor time is that since `before`.
func show(before, now sample) {
	busy := now.processor.Busy - before.processor.Busy
	idle := now.processor.Idle - before.processor.Idle
	steal := now.processor.Steal - before.processor.Steal
	all := busy + idle + steal
	memory := now.memory
	fmt.Printf("up %s  load %.2f %.2f %.2f (%s)  cpu %4.1f%% busy %4.1f%% stolen  "+
		"switches %d forks %d ready %d  mem %d of %d MiB used (%.0f%%), cached %d MiB\n",
		span(now.uptime), now.load.One, now.load.Five, now.load.Fifteen, now.load.Tasks,
		percent(busy, all), percent(steal, all),
		now.processor.ContextSwitches-before.processor.ContextSwitches,
		now.processor.Forks-before.processor.Forks, now.processor.ProcessesReady,
		(memory.Total-memory.Available)>>10, memory.Total>>10,
		percent(memory.Total-memory.Available, memory.Total), memory.Cached>>10)
}

func run(folder string, times int, every time.Duration) error {
	var before sample // zero: the first line is since boot
	for i := range times {
		if i > 0 {
			time.Sleep(every)
		}
		now, err := take(folder)
		if err != nil {
			return err
		}
		show(before, now)
		before = now
	}
	return nil
}

func main() {
	times := flag.Int("n", 10, "how often to look")
	every := flag.Duration("every", time.Second, "time between two looks")
	folder := flag.String("proc", "/proc", "the folder to read")
	flag.Parse()
	if err := run(*folder, *times, *every); err != nil {
		fmt.Fprintln(os.Stderr, "proc-stats:", err)
		os.Exit(1)
	}
}
