#!/usr/bin/env bash
# Runs a program in shared access, as tests/codegen/run.sh calls mpirun: -n COUNT PROGRAM. What is
# read in a phase must not be written in it.
FPREDICT_THREADS=$2
export FPREDICT_THREADS FPREDICT_CHECK=1
shift 2
exec "$@"
