#!/usr/bin/env bash
# Programs of several files: each folder of several/ is one, and its generated files print on 1 … 4
# ranks what its sources print as plain C.
#
#   several.sh ROOT
#
# A file in which nothing is distributed, by its own words (`passed through`), is generated
# unchanged. From the environment: FPREDICT, MPICC, MPIRUN, SAME, RUNTIME as in run.sh.
set -uo pipefail
root=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0 count=0
wrong() {
    echo "$1" >&2
    failed=$((failed + 1))
}

for folder in "$root"/tests/codegen/several/*/; do
    name=$(basename "$folder")
    cc -std=c17 -O1 -w "$folder"*.c -lm -o "$work/plain" && "$work/plain" >"$work/expected" ||
        wrong "$name: no plain C"
    for procs in 1 2 3 4; do
        out=$work/$name-$procs
        count=$((count + 1))
        (cd "$folder" && "$FPREDICT" emit ./*.c --procs $procs -o "$out/") >"$work/log" 2>&1 ||
            { wrong "$name on $procs: $(grep -m1 error "$work/log")"; continue; }
        "$MPICC" -std=c17 -O1 -w -I"$root" -I"$root/codegen/runtime" -I"$folder" "$out"/*.c \
            "$RUNTIME/runtime.o" -lm -o "$work/mpi" || { wrong "$name on $procs: no program"; continue; }
        timeout 60 "$MPIRUN" -n $procs "$work/mpi" >"$work/got" 2>/dev/null </dev/null ||
            wrong "$name on $procs: it fails"
        "$SAME" "$work/expected" "$work/got" >/dev/null || wrong "$name on $procs: other results"
    done
    for file in $(cd "$folder" && grep -l 'passed through' ./*.c); do
        cmp "$folder/$file" "$out/$file" || wrong "$name: $file is another"
    done
done

# Sources in folders of their own keep their paths below what they have in common.
mkdir -p "$work/tree/src" "$work/tree/lib"
cp "$root"/tests/codegen/several/heat/{main.c,grid.c,heat.h} "$work/tree/src"
cp "$root"/tests/codegen/several/heat/print.c "$work/tree/lib"
(cd "$work" && "$FPREDICT" emit tree/src/main.c tree/src/grid.c tree/lib/print.c --procs 2 -o made) \
    >/dev/null 2>&1
[ "$(cd "$work/made" && find . -type f | LC_ALL=C sort | tr '\n' ' ')" = \
    "./lib/print.c ./src/grid.c ./src/main.c " ] || wrong "paths: $(find "$work/made" -type f)"
# No source is written over, and several files need a folder.
(cd "$work/tree/src" && cp main.c kept && "$FPREDICT" emit main.c grid.c ../lib/print.c --procs 2 \
    -o "$work/tree") >"$work/log" 2>&1
grep -q "is the source itself" "$work/log" || wrong "a source may be written over"
cmp -s "$work/tree/src/main.c" "$work/tree/src/kept" || wrong "a source is written over"
(cd "$work/tree/src" && "$FPREDICT" emit main.c grid.c --procs 2) >"$work/log" 2>&1
grep -q "name the folder for them, --output DIR/" "$work/log" || wrong "several files on standard output"
echo "$count programs, $failed wrong"
[ $failed -eq 0 ] && [ $count -ge 12 ]
