"""A small greetd: it takes logins at a socket, asks what a conversation says, and starts nothing.

As greetd 0.9.0 it takes no new login while one is under way, and answers a cancellation without one with an error.
What it is asked is kept, so that a test can look at it.
"""
import json
import os
import socket
import struct
import threading


def secret(text):
    return {"type": "auth_message", "auth_message_type": "secret", "auth_message": text}


def visible(text):
    return {**secret(text), "auth_message_type": "visible"}


def info(text):
    return {**secret(text), "auth_message_type": "info"}


def error(text):
    return {**secret(text), "auth_message_type": "error"}


SUCCESS = {"type": "success"}


def failure(kind, text="what was typed: canary"):
    return {"type": "error", "error_type": kind, "description": text}


class Refused(Exception):
    pass


class Raw:
    """Bytes in the place of a message; afterwards the connection stays open, or is closed."""

    def __init__(self, data, closes=False):
        self.data, self.closes = data, closes


def framed(data):
    return struct.pack("=I", len(data)) + data


class Greetd:
    def __init__(self, path, conversation, start=SUCCESS):
        """The conversation is a generator function of the user, which yields messages and gets the answers."""
        self.path, self.conversation, self.start = path, conversation, start
        self.requests, self.condition = [], threading.Condition()
        if os.path.exists(path):
            os.unlink(path)
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(path)
        self.listener.listen()
        self.pending = None
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._talk, args=(connection,), daemon=True).start()

    def _read(self, connection, size):
        data = b""
        while len(data) < size:
            part = connection.recv(size - len(data))
            if not part:
                raise ConnectionError
            data += part
        return data

    def _talk(self, connection):
        try:
            while True:
                (size,) = struct.unpack("=I", self._read(connection, 4))
                request = json.loads(self._read(connection, size))
                with self.condition:
                    self.requests.append(request)
                    self.condition.notify_all()
                answer = self._answer(request)
                if isinstance(answer, Raw):
                    connection.sendall(answer.data)
                    if answer.closes:
                        return
                elif answer is not None:
                    connection.sendall(framed(json.dumps(answer).encode()))
        except OSError:
            pass
        finally:
            connection.close()

    def _answer(self, request):
        kind = request["type"]
        if kind == "create_session":
            if self.pending is not None:
                return failure("error", "a session is already being configured")
            self.pending = self.conversation(request["username"])
            return self._step(None)
        if kind == "post_auth_message_response":
            if self.pending is None:
                return failure("error", "no session under construction")
            return self._step(request.get("response"))
        if kind == "start_session":
            return self.start
        # A cancellation.
        if self.pending is None:
            return failure("error", "unable to send message: Connection refused")
        self.pending = None
        return SUCCESS

    def _step(self, answer):
        try:
            return self.pending.send(answer)
        except StopIteration:
            return SUCCESS
        except Refused:
            return failure("auth_error")

    def reach(self, kind, count=1, limit=30):
        """Waits until it was asked for something so often."""
        def happened():
            return [request for request in self.requests if request["type"] == kind]
        with self.condition:
            if not self.condition.wait_for(lambda: len(happened()) >= count, limit):
                raise AssertionError(f"{kind} was not asked: {self.requests}")
            return happened()[count - 1]

    def close(self):
        # The thread that takes connections would keep it open.
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
