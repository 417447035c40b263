#!/usr/bin/env python3
"""Compares requests of the engine, of a loop in C and of the curl program to nginx, in turns.

Used by scripts/bench. To run it alone:  scripts/servers --only-nginx Benchmarks/peers.py C-LOOP ENGINE-BENCH [REQUESTS]
"""
import os
import re
import resource
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time

import transfers

IN_FLIGHT = [1, 8, 64, 256]
OTHERS = 1_000
# The lines that the engine adds to libcurl's. The loop in C sends them, too: libcurl needs 150 instructions for each byte of a head.
LINES = ["User-Agent: ClientEngine", "Accept-Encoding: gzip, deflate, br, zstd"]
TOLD, ON_POOL, ON_EXECUTOR = "C, telling as much", "engine", "engine, on its executor"
HTTP2 = "64, HTTP/2 over TLS"
TLS1 = "64, HTTP/1.1 over TLS"
# The targets, relative to C: the rate, and the processor time.
AIMS = {
    (1, ON_POOL): ("0.60", "–"), (1, ON_EXECUTOR): ("0.85", "–"),
    (64, ON_POOL): ("0.95", "1.35"), (64, ON_EXECUTOR): ("1.00", "1.20"),
    (256, ON_POOL): ("0.95", "1.35"), (256, ON_EXECUTOR): ("1.00", "1.20"),
    (HTTP2, ON_POOL): ("0.85", "–"), (HTTP2, ON_EXECUTOR): ("0.85", "–"),
    (TLS1, ON_EXECUTOR): ("0.80", "–"),
}


def measured(words):
    """Runs a program, and returns its duration and its processor time in seconds."""
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.monotonic() - begin, cpu


def said(*words):
    """Returns the figures that a program prints."""
    return [float(word) for word in subprocess.run(words, check=True, text=True, capture_output=True).stdout.split()]


def head(program, *more):
    """Returns the sorted lines of the head that a program sends, without the port."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(10)
        port = listener.getsockname()[1]
        with subprocess.Popen([program, f"http://127.0.0.1:{port}/ping", "1", "1", *more], stdout=subprocess.DEVNULL):
            connection, _ = listener.accept()
            with connection:
                lines = connection.recv(65536).decode().replace(str(port), "PORT").splitlines()
                connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    return sorted(lines)


def check_heads(loop, engine):
    """Checks that both send the same lines, in any order."""
    own, others = head(engine), head(loop, "", *LINES)
    if own != others:
        sys.exit(f"peers.py: the engine sends {own}, and the loop in C {others}")


def compared(label, contestants, requests, rounds):
    """Returns rows: the label, the program, its requests per second, their ratio to C's, the target, its processor time per
    request in µs, its ratio to C's, and the target. The figures are medians of rounds in turns."""
    found = {name: [] for name in contestants}
    for _ in range(rounds):
        for name, words in contestants.items():
            seconds, cpu = measured(words)
            found[name].append((requests / seconds, cpu / requests * 1e6))
    medians = {name: [statistics.median(column) for column in zip(*runs)] for name, runs in found.items()}
    rate, cpu = medians["C"]
    rows = []
    for name, (own_rate, own_cpu) in medians.items():
        rate_aim, cpu_aim = AIMS.get((label, name), ("–", "–"))
        rows.append([
            label, name, f"{own_rate:,.0f}", f"{own_rate / rate:.2f}", rate_aim, f"{own_cpu:.0f}", f"{own_cpu / cpu:.2f}", cpu_aim])
    return rows


def contestants(loop, engine, words):
    """Returns the command lines of the programs. `words` are the URL, the number in flight, the number of requests, and the
    authorities for TLS."""
    lines = LINES if len(words) > 3 else ["", *LINES]
    return {
        "C": [loop, *words, *lines], TOLD: [loop, "told", *words, *lines], ON_POOL: [engine, *words],
        ON_EXECUTOR: [engine, "executor", *words]}


def rate_rows(loop, engine, requests, rounds):
    """Measures requests over kept connections, and over TLS: one connection with HTTP/2, and many with HTTP/1.1."""
    check_heads(loop, engine)
    url, rows = os.environ["INSPECTOR_NGINX_URL"] + "/ping", []
    for in_flight in IN_FLIGHT:
        count = requests if in_flight > 1 else requests // 2
        words = [url, str(in_flight), str(count)]
        curl = ["curl", "-sZ", "--no-progress-meter", "--parallel-max", str(in_flight), "-o", "/dev/null", f"{url}?[1-{count}]"]
        rows += compared(in_flight, contestants(loop, engine, words) | {"curl -Z": curl}, count, rounds)
    for label, server in [(HTTP2, "INSPECTOR_NGINX_TLS_URL"), (TLS1, "INSPECTOR_NGINX_TLS1_URL")]:
        words = [os.environ[server] + "/ping", "64", str(requests), os.environ["INSPECTOR_NGINX_CA"]]
        rows += compared(label, contestants(loop, engine, words), requests, rounds)
    return rows


def tls_rows(loop, engine, rounds):
    """Measures the cost of a new TLS connection, with the system's authorities and one more."""
    rows, connections = [], 500
    with tempfile.NamedTemporaryFile() as authorities:
        for path in ["/etc/ssl/certs/ca-certificates.crt", os.environ["INSPECTOR_NGINX_CA"]]:
            with open(path, "rb") as part:
                authorities.write(part.read())
        authorities.flush()
        for name, program, lines in [("C", [loop], LINES), (ON_POOL, [engine], []), (ON_EXECUTOR, [engine, "executor"], [])]:
            words = [*program, os.environ["INSPECTOR_NGINX_FRESH_URL"] + "/", "1"]
            few, many = [], []
            for _ in range(rounds):
                for count, found in [(10, few), (10 + connections, many)]:
                    found.append(measured([*words, str(count), authorities.name, *lines])[1])
            # The first connection reads the authorities. The difference does not include it.
            each = (statistics.median(many) - statistics.median(few)) / connections
            rows.append([name, each])
    return [[name, f"{each * 1e3:.2f} ms", f"{each / rows[0][1]:.2f}", "–" if name == "C" else "1.15"] for name, each in rows]


def futexes(engine, in_flight, requests):
    """Returns the number of futex calls per request, without the start of the program. `engine` are the words before the URL."""
    counts = []
    with tempfile.NamedTemporaryFile("r") as summary:
        for count in (requests // 5, requests):
            url = os.environ["INSPECTOR_NGINX_URL"] + "/ping"
            words = ["strace", "-fc", "-e", "trace=futex", "-o", summary.name, *engine, url, str(in_flight), str(count)]
            measured(words)
            line = re.search(r"^\s*[\d.]+\s+[\d.]+\s+\d+\s+(\d+).* futex$", open(summary.name).read(), re.MULTILINE)
            counts.append((count, int(line[1]) if line else 0))
    return (counts[1][1] - counts[0][1]) / (counts[1][0] - counts[0][0])


def beside_others(engine, requests, rounds):
    """Returns the processor time of a request in µs, alone and next to tasks that wait for an answer. It does not include these
    tasks."""
    server = transfers.Server(os.devnull)
    url, alone, beside = os.environ["INSPECTOR_NGINX_URL"] + "/ping", [], []
    for _ in range(rounds):
        alone.append(said(engine, url, "1", str(requests))[2])
        beside.append(said(engine, "idle", url, str(requests), server.url + "/wait", str(OTHERS))[2])
        server.close()
    return [statistics.median(times) / requests * 1e6 for times in (alone, beside)]


def figure_rows(engine, requests, rounds):
    """Returns rows with other costs of a request: the description, the figure, and the target."""
    rows = []
    for in_flight in (1, 64):
        for words, place in (([engine], ""), ([engine, "executor"], ", on the executor")):
            figure = f"{futexes(words, in_flight, requests // 4):.2f}" if shutil.which("strace") else "–"
            aim = "0.05" if in_flight > 1 and place else "–"
            rows.append([f"calls of `futex` a request, {in_flight} in flight{place}", figure, aim])
    alone, beside = beside_others(engine, requests // 4, rounds)
    rows.append([f"processor time of a request beside {OTHERS:,} that wait, of one alone", f"{beside / alone:.2f}", "1.20"])
    server = transfers.Server(os.devnull)
    cancels = [said(engine, "cancel", server.url + "/wait", str(OTHERS)) for _ in range(rounds)]
    server.close()
    median, last = (statistics.median(column) for column in zip(*cancels))
    rows.append([
        f"from cancelling one of {OTHERS:,} in flight to its caller's going on: median, 99 of 100", f"{median:,.0f} µs, {last:,.0f} µs",
        "–, 1,000 µs"])
    mocked = [said(engine, "mocked", "64", str(requests)) for _ in range(rounds)]
    rows.append([
        "requests a second that a mock answers, 64 in flight", f"{statistics.median(count / seconds for count, seconds, *_ in mocked):,.0f}", "250,000"])
    rows.append([
        "events a second that an observer hears of them", f"{statistics.median(events / seconds for _, seconds, _, events in mocked):,.0f}", "5,000,000"])
    pieces = [said(engine, "pieces", "64", str(requests // 10)) for _ in range(rounds)]
    rows.append([
        "the same, of answers in 100 pieces", f"{statistics.median(events / seconds for _, seconds, _, events in pieces):,.0f}", "5,000,000"])
    return rows


if __name__ == "__main__":
    loop, engine = sys.argv[1:3]
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 20_000
    for row in rate_rows(loop, engine, count, 5) + tls_rows(loop, engine, 5) + figure_rows(engine, count, 5):
        print(*row, sep="\t")
