#!/usr/bin/env python3
"""`inspector watch` between a program and nginx, beside another nginx in its place; and what it costs the program's start.

Used by scripts/bench; by itself:  scripts/servers Benchmarks/relay.py C-LOOP INSPECTOR
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

# The requests of a run, by how many are in flight: some seconds, of which connections are made in the first thirty milliseconds.
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
    """nginx in front of nginx."""

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
    """`inspector watch` without a program: a server in front of nginx, with a line for each request."""

    def __init__(self, program, origin):
        self.process = subprocess.Popen(
            [program, "watch", "--to", origin], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        lines = iter(self.process.stdout.readline, "")
        self.url = next(line for line in lines if line.startswith("export ")).split("'")[1]
        # Its lines are read, as somebody who watches would.
        for stream in (self.process.stdout, self.process.stderr):
            threading.Thread(target=lambda own=stream: [None for _ in own], daemon=True).start()

    def close(self):
        self.process.terminate()
        self.process.wait()


def start(words):
    """The milliseconds until a program runs that is started by a command line."""
    begin = time.time()
    ends = subprocess.run([*words, "date", "+%s.%N"], check=True, text=True, capture_output=True).stdout
    return (float(ends) - begin) * 1000


def start_row(program, origin):
    """The median with `watch`, without it, and the difference."""
    watched, alone = [], []
    for _ in range(STARTS):
        watched.append(start([program, "watch", "--to", origin, "--"]))
        alone.append(start([]))
    figures = [statistics.median(watched), statistics.median(alone)]
    return [f"{figure:.1f} ms" for figure in [*figures, figures[0] - figures[1]]]


def rows(loop, program, nginx, rounds=5):
    """In flight, server, requests a second, of nginx's as a reverse proxy."""
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
