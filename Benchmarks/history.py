#!/usr/bin/env python3
"""Measures the history: the cost of keeping a task, and the time to find one of many.

Used by scripts/bench. To run it alone:  scripts/servers --only-nginx Benchmarks/history.py INSPECTOR [TASKS]
"""
import asyncio
import json
import os
import random
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from commands import in_turns, measure, requests, stripped
from screen import Screen

TASKS = 100_000
BODY = 10_000
AT_ONCE = 1_000
MEASUREMENTS = 21
REPEATS = 5
NEEDLE = "the-only-zebra-of-all"


class Answers(asyncio.Protocol):
    """Answers each request with a different body of about BODY bytes. The body for /needle contains NEEDLE."""
    words = [f"{random.Random(seed).getrandbits(28):07x}" for seed in range(4096)]

    def connection_made(self, transport):
        self.transport, self.rest = transport, b""

    def data_received(self, data):
        *heads, self.rest = (self.rest + data).split(b"\r\n\r\n")
        for head in heads:
            text = " ".join(random.choices(self.words, k=BODY // 8))
            if b"/needle " in head:
                text += NEEDLE
            body = json.dumps({"text": text}).encode()
            self.transport.write(
                b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body) + body)


def serve():
    """Starts a server on a thread, and returns its URL."""
    loop = asyncio.new_event_loop()
    server = loop.run_until_complete(loop.create_server(Answers, "127.0.0.1", 0, backlog=256))
    threading.Thread(target=loop.run_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


def size(folder):
    return sum(os.path.getsize(os.path.join(path, name)) for path, _, names in os.walk(folder) for name in names)


def size_of_database(state):
    """Returns the size of the database in bytes, including the content of its log."""
    path = os.path.join(state, "inspector", "history.sqlite")
    database = sqlite3.connect(path, timeout=30)
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    return os.path.getsize(path)


def rows(program, url, rounds, tasks=TASKS):
    before = os.environ.get("XDG_STATE_HOME", "")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_STATE_HOME"] = os.path.join(folder, "state")
        try:
            return measured_rows(stripped(program, folder), url, rounds, tasks, folder)
        finally:
            os.environ["XDG_STATE_HOME"] = before


def costs_of_keeping(words, folder):
    """Returns the rate with a history divided by that without, the additional processor seconds of a run, and the bytes per task on the disk.

    These are the medians of many measurements, because a single one of programs that share two processors is unreliable."""
    before = os.environ["XDG_STATE_HOME"]
    costs = []
    for number in range(MEASUREMENTS):
        state = os.environ["XDG_STATE_HOME"] = os.path.join(folder, f"state-{number}")
        kept, plain = in_turns(MEASUREMENTS, words, [*words, "--no-history"])
        room = size_of_database(state) / (REPEATS * AT_ONCE * (MEASUREMENTS + 1))
        costs.append((plain[0] / kept[0], kept[1] - plain[1], room))
    os.environ["XDG_STATE_HOME"] = before
    return [statistics.median(cost) for cost in zip(*costs)]


def measured_rows(program, url, rounds, tasks, folder):
    state = os.environ["XDG_STATE_HOME"]
    many = requests(folder, "many.http", [f"{url}?{number}" for number in range(AT_ONCE)])
    words = [program, "run", many, "--parallel", "64", "--repeat", str(REPEATS)]
    rate, time_more, small = costs_of_keeping(words, folder)
    found = [
        ["requests of `run` a second with the history, of those without", f"{rate:.2f}", "0.85"],
        ["processor time that a request takes more with it", f"{time_more / REPEATS / AT_ONCE * 1e6:.0f} µs", "–"],
        ["on the disk for a task with a small body", f"{small:,.0f} bytes", "1,000 bytes"],
    ]
    base = serve()
    filled = requests(folder, "filled.http", [f"{base}/{number}" for number in range(AT_ONCE)])
    needle = requests(folder, "one.http", [base + "/needle"])
    # A tenth of all tasks follow the one to find.
    for words in [[filled, "--repeat", str(tasks * 9 // 10 // AT_ONCE)], [needle], [filled, "--repeat", str(tasks // 10 // AT_ONCE)]]:
        subprocess.run([program, "run", "--parallel", "64", *words], check=True, stdout=subprocess.DEVNULL)
    gigabytes = size(state) / 1e9
    search = [program, "history", f"body:{NEEDLE}"]
    many_tasks = f"{tasks:,} tasks with bodies of {BODY // 1000} kB"
    listed, searched, first = in_turns(rounds, [program, "history"], search, [*search, "--limit", "1"])
    found += [
        [f"the last 50 of {many_tasks}", f"{listed[0] * 1000:.0f} ms", "150 ms"],
        ["searching the bodies of all of them", f"{searched[0] * 1000:.0f} ms", "1,500 ms"],
        [f"searching the newest {tasks // 10:,} of them", f"{first[0] * 1000:.0f} ms", "200 ms"],
        ["the database and its files", f"{gigabytes:.1f} GB", "–"],
    ]
    frames = []
    for _ in range(rounds):
        screen = Screen([program, many], 140)
        frames.append(screen.until(b"many.http") * 1000)
        screen.close()
    found.append(["first frame of the screen beside it", f"{statistics.median(frames):.0f} ms", "60 ms"])
    return found + [comparison_row(program, folder, rounds)]


def comparison_row(program, folder, rounds):
    item = {"name": "a widget of the better kind", "tags": ["small", "blue"], "price": 12.5}
    items = [item | {"id": number} for number in range(100_000)]
    pair = [os.path.join(folder, name) for name in ("before.json", "after.json")]
    for path in pair:
        with open(path, "w") as file:
            json.dump(items, file)
        items = items[1:50_000] + items[50_001:] + [items[0] | {"price": 13}]
    times = []
    for _ in range(rounds):
        begin = time.perf_counter()
        subprocess.run([program, "diff", *pair], stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - begin)
    megabytes = os.path.getsize(pair[0]) / 1e6
    return [f"comparing two bodies of {megabytes:.0f} MB of JSON", f"{statistics.median(times):.2f} s", "1 s"]


if __name__ == "__main__":
    count = int(sys.argv[2]) if len(sys.argv) > 2 else TASKS
    for row in rows(sys.argv[1], os.environ["INSPECTOR_NGINX_URL"] + "/ping", 3, count):
        print(" | ".join(row))
