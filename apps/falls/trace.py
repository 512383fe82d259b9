#!/usr/bin/env python3
"""Makes sensors/accelerometer.csv: recorded walking, running and badminton, then a fall that is composed.

The recordings are BasicMotions of the UEA archive of time series (a smart watch, 10 samples a second, gravity taken out),
as the Python package sktime ships them. Nobody fell for it: the fall follows the phases that Bourke et al. (2007) describe.

    pip download --no-deps sktime && unzip sktime-*.whl 'sktime/datasets/data/BasicMotions/*'
    ./trace.py sktime/datasets/data/BasicMotions/BasicMotions_TRAIN.ts > sensors/accelerometer.csv
"""
import math
import random
import sys

RATE = 50
G = 9.80665


def recorded(path, label, seconds):
    """Seconds of the first recording of a kind, with gravity along z, at RATE."""
    for line in open(path):
        if not line.startswith(("#", "@")) and line.strip().endswith(":" + label):
            axes = [[float(v) for v in axis.split(",")] for axis in line.split(":")[:3]]
            break
    for i in range(seconds * RATE):
        at = i * 10 / RATE
        k, part = int(at), at - int(at)
        x, y, z = (a[k] + (a[k + 1] - a[k]) * part for a in axes)
        yield x, y, z + G


def fall():
    """Half a second of falling, a blow of 4 g, a second of coming to rest, four seconds of lying."""
    rng = random.Random(1)
    for i in range(6 * RATE):
        t = i / RATE
        noise = [rng.gauss(0, 0.15) for _ in range(3)]
        if t < 0.5:
            x, y, z = 0.5, 0.5, 1.5
        elif t < 0.56:
            x, y, z = 30.0, 15.0, 20.0
        else:
            ring = 8 * math.exp(-(t - 0.56) * 5) * math.cos(40 * t)
            x, y, z = G + ring, 0.4 - ring / 2, 0.5
        yield x + noise[0], y + noise[1], z + noise[2]


def main():
    path = sys.argv[1]
    print("# seconds, x, y, z in m/s2; made by trace.py")
    samples = []
    for label in ("Walking", "Running", "Badminton"):
        samples += recorded(path, label, 4)
    samples += recorded(path, "Standing", 2)
    samples += fall()
    for i, (x, y, z) in enumerate(samples):
        print(f"{i / RATE:.2f},{x:.3f},{y:.3f},{z:.3f}")


main()
