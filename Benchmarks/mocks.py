#!/usr/bin/env python3
"""The mock server beside nginx that serves a file of the same bytes, asked by the same C program in turns; the engine's own mocks;
and what it costs to find the mock that answers.

Used by scripts/bench; by itself:  scripts/servers Benchmarks/mocks.py C-LOOP ENGINE-BENCH INSPECTOR [REQUESTS]
"""
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time

STUBS = [1, 10_000]
IN_FLIGHT = [1, 64]


class MockServer:
    """`inspector mock` with a stub that answers like nginx, among others."""

    def __init__(self, program, folder, count):
        mappings = os.path.join(folder, f"stubs-{count}", "mappings")
        os.makedirs(mappings)
        answer = {"body": "hello from nginx\n", "headers": {"Content-Type": "text/plain"}}
        paths = ["/hello.txt"] + [f"/other/{number}" for number in range(count - 1)]
        stubs = [{"name": path, "request": {"method": "GET", "url": path}, "response": answer} for path in paths]
        with open(os.path.join(mappings, "stubs.json"), "w") as file:
            json.dump({"mappings": stubs}, file)
        self.process = subprocess.Popen(
            [program, "mock", "--mocks", os.path.dirname(mappings)], stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().strip().removeprefix("http=")
        # Its lines are read, as somebody who watches would.
        threading.Thread(target=lambda: [None for _ in self.process.stdout], daemon=True).start()

    def close(self):
        self.process.terminate()
        self.process.wait()


def rate(loop, url, in_flight, requests):
    begin = time.monotonic()
    subprocess.run([loop, url, str(in_flight), str(requests)], check=True, stdout=subprocess.DEVNULL)
    return requests / (time.monotonic() - begin)


def engine_figures(engine):
    """What EngineBench says: figures by kind and count of mocks."""
    output = subprocess.run([engine, "match"], check=True, text=True, capture_output=True).stdout
    return {(kind, int(count)): int(figure) for kind, count, figure in map(str.split, output.splitlines())}


def matching_rows(figures):
    """How many mocks, nanoseconds to find one by its path, and by a pattern that is tried in turn, each beside 10 mocks'."""
    rows = []
    for count in [10, 1_000, 10_000]:
        cells = [[figures[kind, count], figures[kind, count] / figures[kind, 10]] for kind in ("match", "patterns")]
        rows.append([f"{count:,}"] + [cell for own, ratio in cells for cell in (f"{own / 1000:.2f} µs", f"{ratio:.1f}")])
    return rows


def rows(loop, figures, program, nginx, requests=10_000, rounds=5):
    """In flight, server, requests a second, of nginx's."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        servers = {count: MockServer(program, folder, count) for count in STUBS}
        contestants = {"nginx, a file": nginx} | {
            f"inspector mock, {count:,} stub{'s' if count > 1 else ''}": server.url for count, server in servers.items()}
        for in_flight in IN_FLIGHT:
            runs = {name: [] for name in contestants}
            for _ in range(rounds):
                for name, url in contestants.items():
                    runs[name].append(rate(loop, url + "/hello.txt", in_flight, requests))
            rates = {name: statistics.median(own) for name, own in runs.items()}
            for name, own in rates.items():
                found.append([in_flight, name, f"{own:,.0f}", f"{own / rates['nginx, a file']:.2f}"])
        for (kind, count), own in figures.items():
            if kind == "mocked":
                found.append([64, f"mocks in the engine, {count:,}", f"{own:,.0f}", f"{own / rates['nginx, a file']:.2f}"])
        for server in servers.values():
            server.close()
    return found


if __name__ == "__main__":
    loop, engine, program = sys.argv[1:4]
    count = int(sys.argv[4]) if len(sys.argv) > 4 else 10_000
    figures = engine_figures(engine)
    for row in matching_rows(figures) + rows(loop, figures, program, os.environ["INSPECTOR_NGINX_URL"], count):
        print(*row, sep="\t")
