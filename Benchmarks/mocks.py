#!/usr/bin/env python3
"""Compares the mock server with nginx, which serves a file with the same bytes, using the same C program in turns. Also measures
the engine's own mocks, and the time to find the mock that answers.

Used by scripts/bench. To run it alone:  scripts/servers Benchmarks/mocks.py C-LOOP ENGINE-BENCH INSPECTOR [REQUESTS]
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
    """`inspector mock` with a stub that answers like nginx, and other stubs."""

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
        # Reads its lines, like a user who watches them.
        threading.Thread(target=lambda: [None for _ in self.process.stdout], daemon=True).start()

    def close(self):
        self.process.terminate()
        self.process.wait()


def rate(loop, url, in_flight, requests):
    begin = time.monotonic()
    subprocess.run([loop, url, str(in_flight), str(requests)], check=True, stdout=subprocess.DEVNULL)
    return requests / (time.monotonic() - begin)


def engine_figures(engine):
    """Returns the figures of EngineBench by kind and number of mocks."""
    output = subprocess.run([engine, "match"], check=True, text=True, capture_output=True).stdout
    return {(kind, int(count)): int(figure) for kind, count, figure in map(str.split, output.splitlines())}


def matching_rows(figures):
    """Returns rows: the number of mocks, the time to find one by its path, and by patterns that are tried in turn. Each time is
    followed by its ratio to that of 10 mocks."""
    rows = []
    for count in [10, 1_000, 10_000]:
        cells = [[figures[kind, count], figures[kind, count] / figures[kind, 10]] for kind in ("match", "patterns")]
        rows.append([f"{count:,}"] + [cell for own, ratio in cells for cell in (f"{own / 1000:.2f} µs", f"{ratio:.1f}")])
    return rows


def rows(loop, figures, program, nginx, requests=10_000, rounds=5):
    """Returns rows: the requests in flight, the server, its requests per second, and their ratio to nginx's."""
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
