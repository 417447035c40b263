"""Runs the program in a pseudo terminal and measures times. Used by scripts/bench."""
import fcntl
import http.client
import os
import pty
import re
import select
import struct
import termios
import threading
import time


class Screen:
    """A program in a pseudo terminal of 40 rows."""

    def __init__(self, words, columns):
        self.begin = time.monotonic()
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            os.environ.update(TERM="xterm-256color", LANG="C.UTF-8", SWIFT_BACKTRACE="enable=no")
            os.execv(words[0], words)
        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))

    def read(self, patience):
        if not select.select([self.descriptor], [], [], patience)[0]:
            return b""
        return os.read(self.descriptor, 1 << 16)

    def until(self, text, patience=30):
        """Returns the seconds from the start until the text was drawn."""
        seen, end = b"", time.monotonic() + patience
        while text not in re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]", b"", seen):
            if time.monotonic() > end:
                raise SystemExit(f"bench: {text!r} did not appear")
            seen = (seen + self.read(0.1))[-200_000:]
        return time.monotonic() - self.begin

    def quiet(self, seconds=0.4):
        while self.read(seconds):
            pass

    def settled(self, seconds=1):
        """Returns the seconds from the start to the last output before `seconds` without any."""
        last = time.monotonic()
        while self.read(seconds):
            last = time.monotonic()
        return last - self.begin

    def frame_time(self, key):
        """Returns the seconds from a key to the end of the frame that it causes. Nothing else may draw."""
        begin = time.monotonic()
        os.write(self.descriptor, key)
        seen = b""
        while b"\x1b[?2026l" not in seen:
            chunk = self.read(2)
            if not chunk:
                raise SystemExit("bench: a key caused no frame")
            seen += chunk
        return time.monotonic() - begin

    def busy_times(self, port, rate, keys):
        """Sends `rate` requests per second to a port of the program, and presses keys at the same time. Returns the actual rate,
        and the seconds from each key until its text was drawn."""
        asked, stop = [], threading.Event()

        def ask():
            connection = http.client.HTTPConnection("127.0.0.1", port)
            begin = time.monotonic()
            while not stop.is_set():
                while len(asked) < (time.monotonic() - begin) * rate:
                    connection.request("GET", "/load")
                    connection.getresponse().read()
                    asked.append(time.monotonic())
                time.sleep(0.001)

        thread = threading.Thread(target=ask)
        thread.start()
        times, start = [], time.monotonic()
        for key, text in keys:
            rest = time.monotonic() + 0.03
            while time.monotonic() < rest:
                self.read(0.005)
            begin, seen = time.monotonic(), b""
            os.write(self.descriptor, key)
            while text not in re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]", b"", seen):
                seen += self.read(0.1)
                if time.monotonic() > begin + 10:
                    raise SystemExit(f"bench: {text!r} did not appear")
            times.append(time.monotonic() - begin)
        seconds = time.monotonic() - start
        stop.set()
        thread.join()
        return len(asked) / seconds, times

    def wait_time(self, key, text, patience=60):
        """Returns the seconds from a key until it causes a text to be drawn."""
        begin = time.monotonic()
        os.write(self.descriptor, key)
        return self.until(text, patience) - (begin - self.begin)

    def figures(self):
        with open(f"/proc/{self.pid}/stat") as file:
            ticks = sum(int(word) for word in file.read().rsplit(")", 1)[1].split()[11:13])
        with open(f"/proc/{self.pid}/status") as file:
            status = file.read()
        switches = sum(int(count) for count in re.findall(r"ctxt_switches:\s+(\d+)", status))
        return ticks, switches, int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024

    def close(self):
        os.kill(self.pid, 15)
        os.waitpid(self.pid, 0)
        os.close(self.descriptor)
