#!/usr/bin/env python3
"""`inspector run` beside the curl program, in turns, against nginx.

Used by scripts/bench; by itself:  scripts/servers --only-nginx Benchmarks/run.py INSPECTOR
"""
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

REQUESTS = 1_000
LARGE = 64 << 20


def measured(words):
    """Wall and processor milliseconds of a program."""
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return (time.monotonic() - begin) * 1000, cpu * 1000


def medians(contestants, rounds):
    """Median wall and processor milliseconds of programs that take turns."""
    found = [[] for _ in contestants]
    for _ in range(rounds):
        for times, words in zip(found, contestants):
            times.append(measured(words))
    return [[statistics.median(column) for column in zip(*times)] for times in found]


class LargeBody(BaseHTTPRequestHandler):
    """Answers with a body of 64 MiB of JSON."""

    protocol_version = "HTTP/1.1"
    item = json.dumps({"name": "a widget of the better kind", "tags": ["small", "blue"], "price": 12.5}) + ",\n"
    body = ("[" + item * (LARGE // len(item)) + "0]").encode()

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(self.body)))
        self.end_headers()
        self.wfile.write(self.body)

    def log_message(self, *_):
        pass


def saved(folder, name, url, count):
    path = os.path.join(folder, name)
    with open(path, "w") as file:
        file.write("".join(f"### {index}\nGET {url}?{index}\n\n" for index in range(count)))
    return path


def rows(program, rounds):
    """What, inspector's and curl's wall time, their ratio, inspector's processor time."""
    url = os.environ["INSPECTOR_NGINX_URL"] + "/ping"
    server = ThreadingHTTPServer(("127.0.0.1", 0), LargeBody)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    large = f"http://127.0.0.1:{server.server_address[1]}/"
    with tempfile.TemporaryDirectory() as folder:
        one, many = saved(folder, "one.http", url, 1), saved(folder, "many.http", url, REQUESTS)
        body, har = saved(folder, "large.http", large, 1), os.path.join(folder, "out.har")
        curls = ["curl", "-sS", "-o", "/dev/null"]
        pairs = [
            ("`--help`", [program, "--help"], ["curl", "--help"], rounds * 4),
            ("one request", [program, "run", one], [*curls, url], rounds * 4),
            (
                f"{REQUESTS:,} requests, 64 at a time", [program, "run", many, "--parallel", "64"],
                [*curls, "-Z", "--no-progress-meter", "--parallel-max", "64", f"{url}?[1-{REQUESTS}]"], rounds),
            ("a body of 64 MiB", [program, "run", body], [*curls, large], rounds),
            ("the same into a file", [program, "run", body, "-o", os.path.join(folder, "body")],
             ["curl", "-sS", "-o", os.path.join(folder, "copy"), large], rounds),
            ("the same with a HAR", [program, "run", body, "--har", har], [*curls, large], rounds),
        ]
        found = []
        for label, ours, theirs, turns in pairs:
            (wall, cpu), (other, _) = medians([ours, theirs], turns)
            found.append([label, f"{wall:.1f} ms", f"{other:.1f} ms", f"{wall / other:.2f}", f"{cpu:.0f} ms"])
    server.shutdown()
    return found


if __name__ == "__main__":
    for row in rows(sys.argv[1], 5):
        print("  ".join(row))
