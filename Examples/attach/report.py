#!/usr/bin/env python3
"""Fetches URLs, and reports its tasks to `inspector attach`, which any program can do in fifty lines. docs/attach.md describes the format.

    inspector attach -- python3 report.py URL…
"""
import json, os, socket, sys, threading, time, urllib.error, urllib.request

connection = socket.socket(socket.AF_UNIX)
connection.connect(os.environ["INSPECTOR_SOCK"])
lines = connection.makefile(encoding="utf-8", newline="\n")
cancelled = set()


def say(event, **members):
    line = {"event": event, "t": time.monotonic_ns(), **members}
    connection.sendall(json.dumps(line).encode() + b"\n")


def listen():
    for line in map(json.loads, lines):
        if line.get("do") == "cancel":
            cancelled.add(line["task"])


def fetch(task, url):
    here = {"task": task, "attempt": 1, "exchange": 1}
    say("created", task=task, date=time.time(), method="GET", url=url)
    say("attempt", task=task, attempt=1)
    say("exchange", **here, method="GET", url=url)
    say("phase", **here, phase="wait")
    try:
        answer = urllib.request.urlopen(url)
    except urllib.error.HTTPError as error:
        answer = error
    head = f"HTTP/1.1 {answer.status} {answer.reason}\r\n{answer.headers}".replace("\r\n", "\n").replace("\n", "\r\n")
    say("head", **here, status=answer.status, head=head)
    say("phase", **here, phase="receive")
    while task not in cancelled and (part := answer.read1(65536)):
        say("received", **here, body=part.decode(errors="replace"))
    state = "cancelled" if task in cancelled else "succeeded"
    say("exchangeEnded", **here)
    say("attemptEnded", task=task, attempt=1, out="cancelled" if task in cancelled else answer.status)
    say("ended", task=task, attempt=1, exchange=1, state=state)


hello = json.loads(next(lines))
if hello["version"] != 1:
    sys.exit(f"the inspector speaks version {hello['version']}, and this program 1")
say("hello", version=1, program="report.py", pid=os.getpid())
threading.Thread(target=listen, daemon=True).start()
for number, url in enumerate(sys.argv[1:], 1):
    fetch(number, url)
