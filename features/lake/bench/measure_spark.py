"""Asks Spark one question twice, and on request without broadcast joins, as among many sessions.

In: JSON with "setUp", "sql", "eventLog" (a folder) and "isShuffled". Out, as a file: times, peak memory and plan, in JSON."""

import contextlib
import io
import json
import os
import sys
import time

from local_cluster import local_cluster


def java_processes():
    """Peak memory in MB of the driver and of all executors."""
    driver, executors = 0.0, 0.0
    for pid in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            with open(f"/proc/{pid}/status", encoding="utf-8") as file:
                status = dict(line.split(":\t", 1) for line in file if ":\t" in line)
            parents[pid] = status["PPid"].strip()
            if status["Name"].strip() == "java":
                peaks[pid] = int(status["VmHWM"].split()[0]) / 1024
    for pid, peak in peaks.items():
        if parents[pid] == str(os.getpid()):
            driver += peak
        elif parents.get(parents[pid]) == str(os.getpid()):
            executors += peak
    return driver, executors


parents, peaks = {}, {}
asked = json.load(sys.stdin)
os.makedirs(asked["eventLog"])
began = time.monotonic()
spark = (
    local_cluster(sys.argv[2])
    # Otherwise the first question waits for the workers.
    .config("spark.cores.max", "2")
    .config("spark.scheduler.minRegisteredResourcesRatio", "1.0")
    .config("spark.eventLog.enabled", "true")
    .config("spark.eventLog.dir", asked["eventLog"])
    .config("spark.eventLog.compress", "false")
    .config("spark.eventLog.rolling.enabled", "false")
    .getOrCreate()
)
spark.sparkContext.setLogLevel("ERROR")
started = time.monotonic()
for statement in asked["setUp"]:
    spark.sql(statement)
measured = {"startSeconds": started - began, "setUpSeconds": time.monotonic() - started, "asks": []}


def ask():
    began_ms, began = time.time() * 1e3, time.monotonic()
    frame = spark.sql(asked["sql"])
    measured["rows"] = len(frame.collect())
    measured["asks"].append({"beganMs": began_ms, "seconds": time.monotonic() - began, "endedMs": time.time() * 1e3})
    with contextlib.redirect_stdout(io.StringIO()) as plan:
        frame.explain()
    return plan.getvalue()


measured["plan"] = ask()
ask()
measured["driverMegabytes"], measured["executorMegabytes"] = java_processes()
if asked["isShuffled"]:
    spark.conf.set("spark.sql.autoBroadcastJoinThreshold", "-1")
    measured["shuffledPlan"] = ask()
spark.stop()
with open(sys.argv[1], "w", encoding="utf-8") as answers:
    json.dump(measured, answers)
