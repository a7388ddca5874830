#!/bin/sh
# seeds.sh HARNESS: the files that its fuzzing begins with and its test reads, a line each, from
# the root of the project: its corpus, and for C the sources of other tests, which are there already.
cd "$(dirname "$0")/../.." || exit 2
name=$1
set -- "tests/fuzz/corpus/$name"/*
[ "$name" != source ] || set -- "$@" tests/frontend/cases/*.c tests/frontend/directive/rejected/*.c \
    tests/plan/cases/*.c tests/codegen/refused/*.c
printf '%s\n' "$@"
