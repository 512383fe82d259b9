// Greets, works in five steps with a rest after each, and ends early when asked to stop.
package main

import (
	"fmt"
	"os"
	"time"

	"terrace.internal/sdk/terrace"
)

const steps = 5

func main() {
	who := "world"
	if len(os.Args) > 1 {
		who = os.Args[1]
	}
	fmt.Printf("Hello, %s!\n", who)
	_ = terrace.Logf(terrace.LevelInfo, "started for %s in partition %s", who, terrace.IDText(terrace.ID()))

	for step := 1; step <= steps; step++ {
		fmt.Printf("step %d of %d\n", step, steps)
		if terrace.Sleep(200*time.Millisecond) != nil {
			fmt.Println("asked to stop")
			_ = terrace.Logf(terrace.LevelWarn, "stopped after step %d", step)
			return
		}
	}
	fmt.Println("done")
	_ = terrace.Log(terrace.LevelInfo, "done")
}
