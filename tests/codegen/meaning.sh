#!/usr/bin/env bash
# What the generator takes from the source's meaning: each FILE.c of meaning/ prints on 4 ranks what
# it prints as plain C, or is refused at the expected place.
#
#   meaning.sh ROOT
#
# A line of meaning.txt: program; `same`, `refused` or `missing` with the place and the first words;
# and what is asked of it. `refused` is an answer that users have to accept; `missing` is one that is
# to become `same`: these are listed, and counted, as what is left to do, and a program that runs at
# last is a failure until its line says so. From the environment: FPREDICT, MPICC, MPIRUN, SAME,
# RUNTIME as in run.sh.
set -uo pipefail
root=$1
here=$root/tests/codegen
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
procs=4

# Prints what becomes of the program: same, refused PLACE: WORDS, or what is wrong.
verdict() {
    local name=$1 at=$work/$1 plain=0 status=0
    mkdir "$at"
    (cd "$here/meaning" && "$FPREDICT" emit "$name.c" --procs $procs --color never \
        -o "$at/out.c") >"$at/log" 2>&1 || status=$?
    if [ $status -eq 1 ]; then
        sed -n "s/^$name\.c:\([0-9]*:[0-9]*\): error: no MPI program is generated: /\1: /p; \
s/^$name\.c:\([0-9]*:[0-9]*\): error: /\1: /p" "$at/log" | head -1 | sed 's/^/refused /'
        return
    fi
    [ $status -eq 0 ] || { echo "emit exits with $status"; return; }
    cc -std=c17 -O1 -w "$here/meaning/$name.c" -lm -o "$at/plain" || { echo "no C"; return; }
    "$at/plain" >"$at/expected" 2>/dev/null || plain=$?
    "$MPICC" -O1 -w -I"$root" -I"$root/codegen/runtime" -I"$root/frontend/include" "$at/out.c" \
        "$RUNTIME/runtime.o" -lm -o "$at/mpi" >"$at/log" 2>&1 || { echo "does not compile"; return; }
    (cd "$at" && timeout 20 "$MPIRUN" -n $procs ./mpi >got 2>/dev/null </dev/null) || status=$?
    [ $status -eq $plain ] || { echo "exits with $status, not $plain"; return; }
    "$SAME" "$at/expected" "$at/got" >/dev/null 2>&1 && echo same || echo "prints other numbers"
}
export -f verdict
export root here work procs

list() { grep -vE '^ *(#|$)' "$here/meaning.txt"; }
list | cut -d';' -f1 | tr -d ' ' |
    xargs -P2 -I{} bash -c 'verdict {} >"$work/{}.verdict" 2>&1'

failed=0 count=0 refused=0 missing=0
while IFS=';' read -r name expected _; do
    name=$(echo "$name" | tr -d ' ') expected=$(echo "$expected" | sed 's/^ *//; s/ *$//')
    got=$(cat "$work/$name.verdict")
    count=$((count + 1))
    case $expected in
    same) [ "$got" = same ] && continue ;;
    refused\ * | missing\ *)
        case $got in
        "refused ${expected#* }"*)
            [ "${expected%% *}" = refused ] && refused=$((refused + 1)) && continue
            missing=$((missing + 1))
            echo "missing: $name, $expected"
            continue ;;
        esac ;;
    *) got="what is expected? '$expected'" ;;
    esac
    echo "$name: expected $expected, got $got" >&2
    failed=$((failed + 1))
done < <(list)
for source in "$here"/meaning/*.c; do
    grep -q "^$(basename "$source" .c) *;" "$here/meaning.txt" && continue
    echo "$(basename "$source") stands in no line of meaning.txt" >&2
    failed=$((failed + 1))
done
echo "$count programs, $refused may be refused and are, $missing missing, $failed wrong"
[ $failed -eq 0 ] && [ $count -gt 70 ]
