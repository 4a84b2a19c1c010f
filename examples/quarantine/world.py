#!/usr/bin/env python3
"""A small world whose provider misbehaves on cue, and a run that goes on.

Usage: world.py FOLDER

Plays world.json through the events profile of ../python and writes into the
folder what happened (events.jsonl) and what was kept out
(quarantine_events.jsonl, quarantine_provider_outputs.jsonl).
"""

import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "python"))

import events  # noqa: E402


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(HERE, "world.json"), encoding="utf-8") as file:
        world = json.load(file)
    log = events.run({**world, "data_dir": folder})
    for name, records in log.items():
        print(f"{len(records)} in {os.path.join(folder, name)}.jsonl")


main()
