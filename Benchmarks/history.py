#!/usr/bin/env python3
"""The history: what keeping a task costs, and how long it takes to find one of many."""
import asyncio
import json
import os
import random
import sqlite3
import statistics
import subprocess
import tempfile
import threading
import time

from commands import requests
from measuring import in_turns, median, ratio, table
from screen import Screen

HEADING = "## The history"
TASKS = 100_000
BODY = 10_000
AT_ONCE = 1_000
MEASUREMENTS = 5
REPEATS = 5
NEEDLE = "the-only-zebra-of-all"


class Answers(asyncio.Protocol):
    """Answers each request with a body of its own, as large as BODY; the one for /needle holds NEEDLE."""
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
    """Starts the server on a thread, and returns its URL."""
    loop = asyncio.new_event_loop()
    server = loop.run_until_complete(loop.create_server(Answers, "127.0.0.1", 0, backlog=256))
    threading.Thread(target=loop.run_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


def size(folder):
    return sum(os.path.getsize(os.path.join(path, name)) for path, _, names in os.walk(folder) for name in names)


def size_of_database(state):
    """Its bytes, with what stands in the log."""
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
            return measured_rows(program, url, rounds, tasks, folder)
        finally:
            os.environ["XDG_STATE_HOME"] = before


def costs_of_keeping(words, folder):
    """The rate with a history, of that without; seconds that a run takes more; and bytes on the disk for a task.

    One measurement of two programs that share two processors says little: these are the middle of many."""
    before = os.environ["XDG_STATE_HOME"]
    costs = []
    for number in range(MEASUREMENTS):
        state = os.environ["XDG_STATE_HOME"] = os.path.join(folder, f"state-{number}")
        runs = in_turns(MEASUREMENTS, {"kept": words, "plain": [*words, "--no-history"]})
        room = size_of_database(state) / (REPEATS * AT_ONCE * (MEASUREMENTS + 1))
        more = statistics.median(kept[1] - plain[1] for kept, plain in zip(runs["kept"], runs["plain"]))
        costs.append((ratio(runs["plain"], runs["kept"], 0), more, room))
    os.environ["XDG_STATE_HOME"] = before
    return [statistics.median(cost) for cost in zip(*costs)]


def measured_rows(program, url, rounds, tasks, folder):
    state = os.environ["XDG_STATE_HOME"]
    many = requests(folder, "many.http", [f"{url}?{number}" for number in range(AT_ONCE)])
    words = [program, "run", many, "--parallel", "64", "--repeat", str(REPEATS)]
    rate, time_more, small = costs_of_keeping(words, folder)
    found = [
        ["requests of `run` a second with the history, of those without", f"{rate:.2f}"],
        ["processor time that a request takes more with it", f"{time_more / REPEATS / AT_ONCE * 1e6:.0f} µs"],
        ["on the disk for a task with a small body", f"{small:,.0f} bytes"],
    ]
    base = serve()
    filled = requests(folder, "filled.http", [f"{base}/{number}" for number in range(AT_ONCE)])
    needle = requests(folder, "one.http", [base + "/needle"])
    # The one that is looked for has a tenth of all after it.
    for words in [[filled, "--repeat", str(tasks * 9 // 10 // AT_ONCE)], [needle], [filled, "--repeat", str(tasks // 10 // AT_ONCE)]]:
        subprocess.run([program, "run", "--parallel", "64", *words], check=True, stdout=subprocess.DEVNULL)
    gigabytes = size(state) / 1e9
    search = [program, "history", f"body:{NEEDLE}"]
    many_tasks = f"{tasks:,} tasks with bodies of {BODY // 1000} kB"
    runs = in_turns(rounds, {"listed": [program, "history"], "searched": search, "first": [*search, "--limit", "1"]})
    listed, searched, first = (f"{median(own, 0) * 1000:.0f} ms" for own in runs.values())
    found += [
        [f"the last 50 of {many_tasks}", listed],
        ["searching the bodies of all of them", searched],
        [f"searching the newest {tasks // 10:,} of them", first],
        ["the database and its files", f"{gigabytes:.1f} GB"],
    ]
    frames = []
    for _ in range(rounds):
        screen = Screen([program, many], 140)
        frames.append(screen.until(b"many.http") * 1000)
        screen.close()
    found.append(["first frame of the screen beside it", f"{statistics.median(frames):.0f} ms"])
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
    return [f"comparing two bodies of {megabytes:.0f} MB of JSON", f"{statistics.median(times):.2f} s"]


def section(programs, options):
    url = os.environ["INSPECTOR_NGINX_URL"] + "/ping"
    return f"""{HEADING}

{TASKS:,} tasks with bodies of {BODY // 1000} kB; medians of {options.rounds} rounds.

{table(["what", "figure"], rows(programs.stripped, url, options.rounds))}

"""
