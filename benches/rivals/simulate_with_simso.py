"""The rival of `bench proof`: simulate a task set with SimSo, as often as asked.

Reads the number of runs, the milliseconds to simulate, then `cost period` of each task in milliseconds, one
task a line, from standard input; writes the nanoseconds of each run, one a line.
"""

import sys
import time

from simso.configuration import Configuration
from simso.core import Model


def model(tasks, duration):
    configuration = Configuration()
    configuration.duration = duration * configuration.cycles_per_ms
    configuration.etm = "wcet"
    for number, (cost, period) in enumerate(tasks, 1):
        configuration.add_task(
            name=f"t{number}",
            identifier=number,
            period=period,
            activation_date=0,
            wcet=cost,
            deadline=period,
        )
    configuration.add_processor(name="cpu", identifier=1)
    configuration.scheduler_info.clas = "simso.schedulers.RM"
    configuration.check_all()
    return Model(configuration)


def main():
    lines = sys.stdin.read().split("\n")
    runs, duration = int(lines[0]), int(lines[1])
    tasks = [tuple(map(float, line.split())) for line in lines[2:] if line.strip()]
    for _ in range(runs):
        made = model(tasks, duration)
        start = time.perf_counter_ns()
        made.run_model()
        print(time.perf_counter_ns() - start, flush=True)


if __name__ == "__main__":
    main()
