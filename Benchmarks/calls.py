"""Requests: the engine beside what else a user would pick, in turns, against nginx."""
import json
import os
import re
import shutil
import statistics
import socket
import subprocess
import sys
import tempfile

from measuring import PEERS, ROOT, in_turns, measured, median, printed, ratio, table
import transfers

HEADING = "## Requests"
OTHERS = 1_000
# What the engine sends besides libcurl's lines. libcurl writes each byte of a head with 150 instructions.
LINES = ["User-Agent: ClientEngine", "Accept-Encoding: gzip, deflate, br, zstd"]
# AsyncHTTPClient 8cfd301, measured on 29 November 2026 beside the same loop in C; no package registry can be reached here.
ASYNC_HTTP_CLIENT = ["AsyncHTTPClient (29 November)", "0.71", "2.22", "0.62", "2.34", "0.37", "4.28"]
# The programs that are several times slower send that many times fewer requests.
SLOW = 2


def head(program, *more):
    """The lines of the head that a program sends, but for the port."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(10)
        port = listener.getsockname()[1]
        with subprocess.Popen([program, f"http://127.0.0.1:{port}/ping", "1", "1", *more], stdout=subprocess.DEVNULL):
            connection, _ = listener.accept()
            with connection:
                lines = connection.recv(65536).decode().replace(str(port), "PORT").splitlines()
                connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    return sorted(lines)


def check_heads(programs):
    """Makes sure that the engine and the loop in C send the same bytes, if in another order."""
    own, others = head(programs.engine), head(programs.loop, "", *LINES)
    if own != others:
        sys.exit(f"bench: the engine sends {own}, and the loop in C {others}")


def contestants(programs, url, in_flight, count, authorities=None):
    """Per name, the command line, and by how much fewer requests it sends than the others."""
    words = [url, str(in_flight), str(count)]
    lines = ["", *LINES] if authorities is None else [authorities, *LINES]
    trusted = [] if authorities is None else [authorities]
    few = [url, str(in_flight), str(count // SLOW)]
    found = {
        "the loop in C": ([programs.loop, *words, *lines], 1),
        "the loop in C, reporting as much": ([programs.loop, "told", *words, *lines], 1),
        "**engine**": ([programs.engine, *words, *trusted], 1),
        "**engine**, callers on its executor": ([programs.engine, "executor", *words, *trusted], 1),
        "Go net/http": ([programs.go, "get", *words, *trusted], 1) if programs.go else None,
    }
    if authorities is None:
        found |= {
            "a bare epoll loop, no HTTP": ([programs.floor, *words], 1),
            "curl -Z": (["curl", "-sZ", "--no-progress-meter", "--parallel-max", str(in_flight), "-o", "/dev/null", f"{url}?[1-{count}]"], 1),
            "aiohttp": ([os.environ["BENCH_PYTHON"], f"{PEERS}/aiohttp-client.py", "get", *few], SLOW),
            "URLSession": ([programs.url_session, "get", *few], SLOW),
        }
    return {name: entry for name, entry in found.items() if entry}


def compared(programs, options, url, in_flight, count, authorities=None):
    """Per name: requests a second, and of the loop in C the rate and the processor time."""
    entries = contestants(programs, url, in_flight, count, authorities)
    runs = in_turns(options.rounds, {name: words for name, (words, _) in entries.items()})
    base = runs["the loop in C"]
    return {
        name: (
            count / fewer / median(runs[name], 0), 1 / (ratio(runs[name], base, 0) * fewer), ratio(runs[name], base, 1) * fewer)
        for name, (_, fewer) in entries.items()}


def rate_table(programs, options):
    url = os.environ["INSPECTOR_NGINX_URL"] + "/ping"
    found = {in_flight: compared(programs, options, url, in_flight, options.requests // (1 if in_flight > 1 else 2)) for in_flight in [64, 256, 1]}
    rows = [
        [name, f"{found[64][name][0]:,.0f}"] + [f"{figure:.2f}" for figures in found.values() for figure in figures[name][1:]]
        for name in sorted(found[64], key=lambda name: -found[64][name][1])]
    rows.append([ASYNC_HTTP_CLIENT[0], "–", *ASYNC_HTTP_CLIENT[1:]])
    return table(["", "64 in flight, a second", "rate of C", "processor time of C", "256: rate", "time", "1: rate", "time"], rows)


def tls_rows(programs, options):
    """Kept connections over TLS at 64 in flight, and what a new one costs."""
    rows, authority = [], os.environ["INSPECTOR_NGINX_CA"]
    shown = ["**engine**", "**engine**, callers on its executor", "Go net/http"]
    for label, server in [("HTTP/2 over TLS", "INSPECTOR_NGINX_TLS_URL"), ("HTTP/1.1 over TLS", "INSPECTOR_NGINX_TLS1_URL")]:
        found = compared(programs, options, os.environ[server] + "/ping", 64, options.requests, authority)
        cells = [f"{found[name][1]:.2f}, {found[name][2]:.2f}" if name in found else "–" for name in shown]
        rows.append([f"{label}, kept, 64 in flight: rate and processor time of C", *cells])
    return [*rows, fresh_row(programs, options, authority)]


def fresh_row(programs, options, authority):
    """The processor time of a new TLS connection; the first one reads the authorities, and the difference leaves it out."""
    few, many = 10, 510
    with tempfile.NamedTemporaryFile() as authorities:
        for path in ["/etc/ssl/certs/ca-certificates.crt", authority]:
            with open(path, "rb") as part:
                authorities.write(part.read())
        authorities.flush()
        found = {
            count: compared_times(contestants(programs, os.environ["INSPECTOR_NGINX_FRESH_URL"] + "/", 1, count, authorities.name), options)
            for count in (few, many)}
    each = {name: found[many][name] - found[few][name] for name in found[few]}
    shown = ["**engine**", "**engine**, callers on its executor", "Go net/http"]
    cells = [f"{each[name] / each['the loop in C']:.2f}" if name in each else "–" for name in shown]
    return ["a new TLS connection: processor time of C", *cells]


def compared_times(entries, options):
    runs = in_turns(options.rounds, {name: words for name, (words, _) in entries.items()})
    return {name: median(own, 1) for name, own in runs.items()}


def json_row(programs, options):
    """Processor µs of a request whose 2 kB of JSON are decoded into a type."""
    url, count = os.environ["INSPECTOR_NGINX_URL"] + "/items.json", options.requests // 2
    words = [url, "64", str(count)]
    few = [url, "64", str(count // SLOW)]
    commands = {
        "engine": ([programs.engine, "decoding", *words], count),
        "go": ([programs.go, "json", *words] if programs.go else None, count),
        "URLSession": ([programs.url_session, "json", *few], count // SLOW),
        "aiohttp": ([os.environ["BENCH_PYTHON"], f"{PEERS}/aiohttp-client.py", "json", *few], count // SLOW),
    }
    commands = {name: entry for name, entry in commands.items() if entry[0]}
    runs = in_turns(options.rounds, {name: words for name, (words, _) in commands.items()})
    cost = {name: f"{median(runs[name], 1) / requests * 1e6:.0f} µs" for name, (_, requests) in commands.items()}
    return [
        f"2 kB of JSON into a type: processor time (URLSession {cost['URLSession']}, aiohttp {cost['aiohttp']})",
        cost["engine"], "–", cost.get("go", "–")]


def first_row(programs, options):
    """Milliseconds from the start of a program to its end after one response."""
    url = os.environ["INSPECTOR_NGINX_URL"] + "/ping"
    commands = {
        "curl": ["curl", "-q", "-s", "-o", "/dev/null", url], "engine": [programs.engine, url, "1", "1"],
        "executor": [programs.engine, "executor", url, "1", "1"], "URLSession": [programs.url_session, "get", url, "1", "1"]}
    if programs.go:
        commands["go"] = [programs.go, "get", url, "1", "1"]
    runs = in_turns(options.rounds * 4, commands)
    cost = {name: f"{median(own, 0) * 1000:.1f} ms" for name, own in runs.items()}
    return [
        f"a program that sends one request, start to end (curl {cost['curl']}, URLSession {cost['URLSession']})", cost["engine"],
        cost["executor"], cost.get("go", "–")]


def futexes(engine, in_flight, requests):
    """How often a request calls futex, of an engine with the words that go before the URL; the start is left out."""
    counts = []
    with tempfile.NamedTemporaryFile("r") as summary:
        for count in (requests // 5, requests):
            url = os.environ["INSPECTOR_NGINX_URL"] + "/ping"
            measured(["strace", "-fc", "-e", "trace=futex", "-o", summary.name, *engine, url, str(in_flight), str(count)])
            with open(summary.name) as file:
                line = re.search(r"^\s*[\d.]+\s+[\d.]+\s+\d+\s+(\d+).* futex$", file.read(), re.MULTILINE)
            counts.append((count, int(line[1]) if line else 0))
    return (counts[1][1] - counts[0][1]) / (counts[1][0] - counts[0][0])


def beside_others(engine, requests, rounds):
    """Processor seconds of requests alone, and of those beside tasks that wait for a response, which are not counted."""
    server = transfers.Server(os.devnull)
    url, alone, beside = os.environ["INSPECTOR_NGINX_URL"] + "/ping", [], []
    for _ in range(rounds):
        alone.append(printed(engine, url, "1", str(requests))[2])
        beside.append(printed(engine, "idle", url, str(requests), server.url + "/wait", str(OTHERS))[2])
        server.close()
    return statistics.median(alone), statistics.median(beside)


def figure_rows(programs, options):
    """What else a request costs."""
    engine, rows = programs.engine, []
    if shutil.which("strace"):
        calls = [f"{futexes(words, count, options.requests // 4):.2f}" for count in (1, 64) for words in ([engine], [engine, "executor"])]
        rows.append([
            "calls of `futex` for each request: 1 in flight, 64; both with callers on the executor",
            f"{calls[0]}, {calls[2]}; {calls[1]}, {calls[3]}"])
    alone, beside = beside_others(engine, options.requests // 4, options.rounds)
    rows.append([f"processor time of a request beside {OTHERS:,} that wait, of one alone", f"{beside / alone:.2f}"])
    server = transfers.Server(os.devnull)
    cancels = [printed(engine, "cancel", server.url + "/wait", str(OTHERS)) for _ in range(options.rounds)]
    server.close()
    middle, late = (statistics.median(column) for column in zip(*cancels))
    rows.append([f"until the caller of one of {OTHERS:,} requests knows that it was cancelled: median, 99 of 100", f"{middle:,.0f} µs, {late:,.0f} µs"])
    mocked = [printed(engine, "mocked", "64", str(options.requests)) for _ in range(options.rounds)]
    rows.append(["requests a second that a mock in the engine answers", f"{statistics.median(run[0] / run[1] for run in mocked):,.0f}"])
    rows.append(["events a second that an observer receives of them", f"{statistics.median(run[3] / run[1] for run in mocked):,.0f}"])
    return rows


def instruction_rows():
    with open(os.path.join(ROOT, "Benchmarks/instructions.json")) as file:
        return [[kind, f"{count:,}"] for kind, count in json.load(file).items()]


def section(programs, options):
    check_heads(programs)
    rates = rate_table(programs, options)
    rows = [*tls_rows(programs, options), json_row(programs, options), first_row(programs, options), stream_row(programs, options)]
    return f"""{HEADING}

A response of 4 bytes over kept connections, {options.requests:,} requests (half of them with 1 in flight), medians of {options.rounds} rounds in turns,
start of the program included. The loop in C (`Benchmarks/peers/c-loop.c`) is what libcurl's multi interface can do; it keeps and reports
nothing. The engine keeps every record and has every event observed. The bare loop shows what nginx and the kernel take.

{rates}

Pick Go for the rate of bare requests, AsyncHTTPClient or Go for many cores. The engine has 0.87 to 0.93 as its ceiling: the rate of a loop
in C that reports as much. Its observation is free: nothing is saved by a client that observes nothing.

{table(["", "engine", "on its executor", "Go"], rows)}

AsyncHTTPClient on 29 November: 0.63 and 2.23 over HTTP/2, 0.84 and 1.75 over HTTP/1.1, 0.78 to 0.84 for a new connection,
167 µs with Foundation's decoder, 9.4 ms, 0.78 s.

{table(["what else", "figure"], figure_rows(programs, options))}

Instructions for each request in user space, all threads, as accepted by `scripts/instructions`, which fails when one grows by 3 %:

{table(["call", "instructions"], instruction_rows())}

"""


def stream_row(programs, options):
    """Processor seconds of a large body that is read while it arrives, and thrown away."""
    size = options.megabytes << 20
    with tempfile.NamedTemporaryFile() as file:
        file.truncate(size)
        server = transfers.Server(file.name)
        commands = {"curl": ["curl", "-q", "-s", "-o", "/dev/null", server.url], "engine": [programs.engine, "stream", server.url]}
        if programs.go:
            commands["go"] = [programs.go, "stream", server.url, "1", "1"]
        runs = in_turns(options.rounds, commands)
    cost = {name: f"{median(own, 1):.2f} s" for name, own in runs.items()}
    return [f"{options.megabytes:,} MiB streamed: processor time (curl {cost['curl']})", cost["engine"], "–", cost.get("go", "–")]
