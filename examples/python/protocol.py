"""The conform/1 protocol over stdio: one JSON-RPC 2.0 request a line in, one
answer a line out. Nothing here knows a profile; copy it for a subject of your
own. CONFORMANCE.md, "The protocol", is the specification.
"""

from __future__ import annotations

import json
import sys
import traceback

PROTOCOL = "conform/1"
MAX_IN_FLIGHT = 32  # requests that may wait in the pipe; they are answered one by one
MAX_INTEGER = 2**53 - 1

# Codes of errors. 1 is the protocol's own; the others are JSON-RPC's.
REJECTED = 1
PARSE_ERROR = -32700
INVALID_REQUEST = -32600
UNSUPPORTED = -32601
INTERNAL_ERROR = -32603


class Rejected(Exception):
    """A request that was understood and refused, which is the right answer to
    bad input. Any other exception is a failure of the subject."""

    def __init__(self, code, detail):
        super().__init__(detail)
        self.code = code


def serve(implementation, operations):
    """Answer requests until stdin ends. `implementation` holds name, version
    and language, and perhaps the revision; `operations` maps an operation's name to a function of its
    params that returns the result or raises Rejected."""
    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # a stray print() must not reach the runner

    def hello(params):
        if text(params, "protocol") != PROTOCOL:
            raise Rejected("unknown_protocol", "only %s is spoken here" % PROTOCOL)
        return {
            "protocol": PROTOCOL,
            "implementation": implementation,
            "operations": sorted(operations),
            "max_in_flight": MAX_IN_FLIGHT,
        }

    methods = {"conform.hello": hello, **operations}
    for line in requests:
        answers.write(write_json(answer(line, methods)).encode() + b"\n")
        answers.flush()


def answer(line, methods):
    """The answer to one line, as a JSON-RPC response object."""
    try:
        request = read_json(line.decode())
    except (ValueError, RecursionError):
        return failure(None, PARSE_ERROR, "the line is not JSON")
    if not isinstance(request, dict) or not isinstance(request.get("method"), str):
        return failure(None, INVALID_REQUEST, "the line is not a request")
    ident = request.get("id")
    method = methods.get(request["method"])
    if method is None:
        return failure(ident, UNSUPPORTED, "no such operation: " + request["method"])
    try:
        params = request.get("params")
        if not isinstance(params, dict):
            raise Rejected("invalid_params", "params must be an object")
        result = method(params)
        write_json(result)  # what cannot be written fails here, not half-way out
        return {"jsonrpc": "2.0", "id": ident, "result": result}
    except Rejected as rejection:
        return failure(ident, REJECTED, str(rejection), {"code": rejection.code})
    except Exception as problem:  # a bug costs one case, not the run
        traceback.print_exc()
        return failure(ident, INTERNAL_ERROR, repr(problem))


def failure(ident, code, message, data=None):
    error = {"code": code, "message": message}
    if data is not None:
        error["data"] = data
    return {"jsonrpc": "2.0", "id": ident, "error": error}


# JSON


def read_json(source, **hooks):
    """json.loads, with numbers read so that nothing needed is lost."""
    return json.loads(source, parse_int=read_integer, **hooks)


def read_integer(literal):
    """An int where the protocol calls it an integer, else a float. Python
    would read -0 as the int 0, and refuses 5,000 digits altogether."""
    if literal == "-0" or len(literal) > len("-9007199254740991"):
        return float(literal)
    return int(literal)


def write_json(value):
    """One line of JSON. ASCII, so that text with a lone surrogate stays valid."""
    return json.dumps(value, ensure_ascii=True, allow_nan=False)


# Members of params. An optional one that is null counts as absent, and members
# that nobody asks for are ignored.


def member(params, name):
    if name not in params:
        raise Rejected("invalid_params", name + " is missing")
    return params[name]


def text(params, name):
    return checked(name, member(params, name), str)


def array(params, name):
    return checked(name, member(params, name), list)


def integer(params, name):
    value = checked(name, member(params, name), int)
    if abs(value) > MAX_INTEGER:
        raise Rejected("invalid_params", name + " is beyond ±(2^53-1)")
    return value


def objects(params, name):
    """An array of objects."""
    return [checked(name + "[]", element, dict) for element in array(params, name)]


def texts(params, name):
    """An array of texts."""
    return [checked(name + "[]", element, str) for element in array(params, name)]


def optional(params, name, read):
    """What `read` makes of the member, or None when it is absent or null."""
    return None if params.get(name) is None else read(params, name)


def checked(name, value, kind):
    # Not isinstance: in Python a bool is an int.
    if type(value) is not kind:
        raise Rejected("invalid_params", "%s must be %s" % (name, KINDS[kind]))
    return value


KINDS = {str: "text", int: "an integer", list: "an array", dict: "an object"}
