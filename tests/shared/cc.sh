#!/usr/bin/env bash
# Compiles a generated program in shared access, as tests/codegen/run.sh calls mpicc.
# From the environment: CC, ROOT, RUNTIME (the folder with the library's object).
exec "${CC:-cc}" -I"$ROOT/codegen/runtime/shared" -I"$ROOT" "$@" "$RUNTIME/threads.o" -lm
