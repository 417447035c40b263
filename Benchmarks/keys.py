"""The screen: its start, its memory, and the time from a key to the frame it causes."""
import json
import os
import select
import statistics
import tempfile
import time

import bodies
import saved
from measuring import table
from screen import Screen
from servers import free_port

HEADING = "## The screen"
TASKS = [1_000, 10_000, 100_000]
# Requests of another program that mocks answer in a second while keys are measured, and the events that each of them leads to.
RATE = 480
EVENTS = 11


def start_rows(program, folder):
    files = os.path.join(folder, "files")
    os.mkdir(files)
    for number in range(100):
        with open(os.path.join(files, f"{number:03}.http"), "w") as file:
            file.write("".join(f"### request {index}\nGET http://127.0.0.1/{index}\n\n" for index in range(20)))
    times = []
    for _ in range(7):
        screen = Screen([program, files], 140)
        times.append(screen.until(b"request 19") * 1000)
        screen.close()
    screen = Screen([program, files], 140)
    screen.until(b"request 19")
    screen.quiet(2)  # after a second at rest it gives back what the start has left
    ticks, switches, memory = screen.figures()
    time.sleep(5)
    later_ticks, later_switches, _ = screen.figures()
    screen.close()
    return [
        ["first useful frame, 100 files with 2,000 requests", f"{statistics.median(times):.0f} ms"],
        ["5 s idle: resident memory, processor time, context switches",
            f"{memory:.1f} MB, {(later_ticks - ticks) * 10} ms, {later_switches - switches}"],
    ]


def key_rows(program, folder, url):
    path = os.path.join(folder, "keys.http")
    with open(path, "w") as file:
        file.write(f"### ping\nGET {url}\n")
    mappings = os.path.join(folder, "mocks/mappings")
    os.makedirs(mappings)
    with open(os.path.join(mappings, "load.json"), "w") as file:
        json.dump({"request": {"method": "GET", "urlPath": "/load"}, "response": {"status": 200, "body": "pong"}}, file)
    port = free_port()
    screen = Screen([program, path, "--mock-port", str(port)], 80)
    screen.until(b"find request")
    screen.quiet()
    for key in [b"\r", b"\t"]:
        os.write(screen.descriptor, key)
        screen.quiet(0.2)
    rows, sent = [], 1
    for count in TASKS:
        while sent < count:
            os.write(screen.descriptor, b"r")
            sent += 1
            while select.select([screen.descriptor], [], [], 0.00002)[0]:
                os.read(screen.descriptor, 1 << 16)
        screen.quiet(2)  # after a second at rest it gives back what the burst has left
        os.write(screen.descriptor, b"\x0c")
        screen.until(f"{count} GET".encode())
        screen.quiet()
        times = []
        for key in [b"k", b"j"] * 100:
            time.sleep(0.03)  # longer than a frame: nothing is held back by the limit of 60 a second
            times.append(screen.frame_time(key) * 1000)
        times.sort()
        rows.append([f"{count:,}", f"{times[100]:.1f} ms", f"{times[197]:.1f} ms", f"{screen.figures()[2]:.0f} MB"])
    rate, times = screen.busy_times(port, RATE, [(b"2", b"Body]"), (b"1", b"Timing]")] * 100)
    times.sort()
    busy = f"{TASKS[-1]:,}, {rate * EVENTS:,.0f} events/s"
    rows.append([busy, f"{times[100] * 1000:.1f} ms", f"{times[197] * 1000:.1f} ms", f"{screen.figures()[2]:.0f} MB"])
    screen.close()
    return rows


def section(programs, options):
    program, url = programs.stripped, os.environ["INSPECTOR_NGINX_URL"] + "/ping"
    with tempfile.TemporaryDirectory() as folder:
        start = start_rows(program, folder) + saved.rows(program, folder) + saved.reading_rows(programs.engine)
        keys, large = key_rows(program, folder, url), bodies.rows(program, folder)
    return f"""{HEADING}

The release program in a pseudo terminal of 40 rows.

{table(["what", "figure"], start)}

From a key to the end of the frame it causes, 200 times each, by the number of tasks in the list; in the last row while another program
sends {RATE} requests a second to the mocks, each of which leads to {EVENTS} events:

{table(["tasks", "median", "99 of 100", "resident memory"], keys)}

Bodies of 50 MB: opening the Body page, scrolling, going to the end, and searching for what is missing as a text and as an expression:

{table(["body", "first screen", "scrolling", "99 of 100", "end", "text", "expression", "resident memory"], large)}
"""
