#!/usr/bin/env python3
"""Compares `inspector watch` between a program and nginx with another nginx in its place. Also measures how much it delays the start of
the program.

Used by scripts/bench. To run it alone:  scripts/servers Benchmarks/relay.py C-LOOP INSPECTOR
"""
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from mocks import rate

# The requests of a run, by the number in flight. A run takes some seconds, and only opens connections in the first 30 milliseconds.
REQUESTS = {1: 10_000, 64: 50_000}
STARTS = 21

CONFIGURATION = """
worker_processes 1;
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/errors;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    client_body_temp_path {folder}/bodies;
    proxy_temp_path {folder}/proxied;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    upstream origin {{ server {origin}; keepalive 64; }}
    server {{
        listen 127.0.0.1:{port};
        keepalive_requests 1000000;
        location / {{
            proxy_pass http://origin;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
        }}
    }}
}}
"""


class ReverseProxy:
    """An nginx in front of nginx."""

    def __init__(self, origin, folder):
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        path = os.path.join(folder, "nginx.conf")
        with open(path, "w") as file:
            file.write(CONFIGURATION.format(folder=folder, port=port, origin=origin.removeprefix("http://")))
        self.process = subprocess.Popen(["nginx", "-p", folder, "-c", path, "-e", os.path.join(folder, "errors")])
        self.url = f"http://127.0.0.1:{port}"
        while subprocess.run(["curl", "-sfo", "/dev/null", self.url + "/hello.txt"]).returncode != 0:
            time.sleep(0.05)

    def close(self):
        self.process.terminate()
        self.process.wait()


class Watch:
    """`inspector watch` without a program: a server in front of nginx that prints a line for each request."""

    def __init__(self, program, origin):
        self.process = subprocess.Popen(
            [program, "watch", "--to", origin], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        lines = iter(self.process.stdout.readline, "")
        self.url = next(line for line in lines if line.startswith("export ")).split("'")[1]
        # Reads its lines, like a user who watches them.
        for stream in (self.process.stdout, self.process.stderr):
            threading.Thread(target=lambda own=stream: [None for _ in own], daemon=True).start()

    def close(self):
        self.process.terminate()
        self.process.wait()


def start(words):
    """Returns the milliseconds until a program runs that `words` start."""
    begin = time.time()
    ends = subprocess.run([*words, "date", "+%s.%N"], check=True, text=True, capture_output=True).stdout
    return (float(ends) - begin) * 1000


def start_row(program, origin):
    """Returns the medians with and without `watch`, and their difference."""
    watched, alone = [], []
    for _ in range(STARTS):
        watched.append(start([program, "watch", "--to", origin, "--"]))
        alone.append(start([]))
    figures = [statistics.median(watched), statistics.median(alone)]
    return [f"{figure:.1f} ms" for figure in [*figures, figures[0] - figures[1]]]


def rows(loop, program, nginx, rounds=5):
    """Returns rows: the requests in flight, the server, its requests per second, and their ratio to nginx's as a reverse proxy."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        servers = {"nginx as a reverse proxy": ReverseProxy(nginx, folder), "inspector watch": Watch(program, nginx)}
        for in_flight, requests in REQUESTS.items():
            runs = {name: [] for name in servers}
            for _ in range(rounds):
                for name, server in servers.items():
                    runs[name].append(rate(loop, server.url + "/hello.txt", in_flight, requests))
            rates = {name: statistics.median(own) for name, own in runs.items()}
            for name, own in rates.items():
                found.append([in_flight, name, f"{own:,.0f}", f"{own / rates['nginx as a reverse proxy']:.2f}"])
        for server in servers.values():
            server.close()
    return found


if __name__ == "__main__":
    loop, program = sys.argv[1:3]
    nginx = os.environ["INSPECTOR_NGINX_URL"]
    for row in [*rows(loop, program, nginx), start_row(program, nginx)]:
        print(*row, sep="\t")
