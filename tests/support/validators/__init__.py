"""Judges of what a build writes: each returns the faults it finds, one sentence each."""
