#!/usr/bin/env python3
"""A complete subject of the events profile on stdin and stdout.

    conform run -- python3 examples/python/conform_subject.py
"""

import os

import events
import protocol


def implementation():
    """Who answers. A file cannot hold the id of the commit that it is in, so
    the commit comes from whoever starts the subject, and is left out unless
    they say it."""
    me = {"name": "conform-example-python", "version": "1.0.0", "language": "python"}
    if revision := os.environ.get("CONFORM_REVISION"):
        me["revision"] = revision
    return me


if __name__ == "__main__":
    protocol.serve(implementation(), events.OPERATIONS)
