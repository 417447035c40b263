#!/usr/bin/env python3
"""Prints the reports of programs that embed ClientEngine: an `inspector attach` in fifty lines. docs/attach.md describes the format.

    python3 listen.py SOCKET [WORD]          and in another terminal:   INSPECTOR_SOCK=SOCKET ./program

Cancels tasks whose URL contains WORD.
"""
import base64, json, os, socket, sys, threading


def content(value):
    """Returns the bytes of a member, which is a text or {"base64": …}."""
    return base64.b64decode(value["base64"]) if isinstance(value, dict) else value.encode()


def describe(event):
    kind = event["event"]
    if kind == "created":
        return f"{event['method']} {event['url']}"
    if kind == "head":
        return f"status {event['status']}"
    if kind == "received":
        return f"{len(content(event['body']))} bytes"
    if kind == "attemptEnded" and "retry" in event:
        return f"again in {event['retry'][1] / 1e9:.1f} s: {event['retry'][3]}"
    return event.get("phase") or event.get("state") or ""


def serve(connection, word):
    lines = connection.makefile(encoding="utf-8", newline="\n")

    def say(**line):
        connection.sendall(json.dumps(line).encode() + b"\n")

    say(event="hello", version=1)
    hello = json.loads(next(lines))
    if hello["event"] != "hello" or hello["version"] != 1:
        return print(f"{hello.get('program')} speaks version {hello.get('version')}", flush=True)
    for event in map(json.loads, lines):
        number = f"{hello['program']}.{event['task']}" if "task" in event else hello["program"]
        print(number, event["event"], describe(event), flush=True)
        if event["event"] == "created" and word and word in event["url"]:
            say(do="cancel", task=event["task"])


path, word = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None
listener = socket.socket(socket.AF_UNIX)
os.umask(0o077)
listener.bind(path)
listener.listen()
print("listening at", path, flush=True)
while True:
    threading.Thread(target=serve, args=(listener.accept()[0], word), daemon=True).start()
