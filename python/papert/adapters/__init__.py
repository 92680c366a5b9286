"""Papert as a reward or an environment of other people's trainers, one module each (docs/rl.md).

No module imports its framework before it is used, none raises for what a reply did, and what they report has the same
keys, all numbers, for every sample.
"""
