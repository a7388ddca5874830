#!/usr/bin/env bash
# What goes wrong in shared access is said, and the program ends: values that are written in the
# phase in which others read them (with a run-time library that lacks the second barrier), threads
# that come to different places, that all wait, that die or end alone; other numbers of threads; a
# trace that cannot be written.
#
#   wrong.sh ROOT
#
# From the environment: FPREDICT, CC, RUNTIME.
set -euo pipefail
export ROOT=$1
shared=$ROOT/codegen/runtime/shared
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0 count=0

# expect WHAT STATUS PATTERN: $work/messages has the pattern; a status of "not" STATUS is any other.
expect() {
    count=$((count + 1))
    [ "$2" -ne 0 ] || { echo "$1: ends with 0" >&2; failed=$((failed + 1)); }
    [ -z "$3" ] || grep -q -- "$3" "$work/messages" || {
        echo "$1: does not say '$3', but:" >&2
        cat "$work/messages" >&2
        failed=$((failed + 1))
    }
}

build() { # build SOURCE OBJECTS… : $work/a
    "$CC" -std=c11 -O1 -w -DN=20 -I"$shared" -I"$ROOT" -I"$ROOT/codegen/runtime" "$@" -lm -o "$work/a"
}

run() {
    status=0
    timeout 60 "$work/a" >"$work/output" 2>"$work/messages" || status=$?
}

# --- A phase without its second barrier
"$FPREDICT" emit "$ROOT/samples/laplace/laplace.c" --procs 2x2 --shared -o "$work/laplace.c" -- -DN=20
"$CC" -std=c11 -O1 -DFPS_WITHOUT_SECOND_BARRIER -I"$shared" -I"$ROOT" -c "$shared/fps_access.c" \
    -o "$work/fps_access.o"
others=()
for object in "$RUNTIME"/fp[rs]_*.o; do
    [ "${object##*/}" = fps_access.o ] || others+=("$object")
done
build "$work/laplace.c" "${others[@]}" "$work/fps_access.o"
FPREDICT_CHECK=1 run
expect 'no second barrier' "$status" "has read elements of 'u' that thread . writes in the same phase"

# --- With it, and other numbers of threads; a trace that cannot be written
build "$work/laplace.c" "$RUNTIME"/{runtime,threads}.o
FPREDICT_CHECK=1 run
[ "$status" -eq 0 ] || { echo "with both barriers: ends with $status" >&2; failed=$((failed + 1)); }
FPREDICT_THREADS=3 run
expect '3 threads of 4' "$status" 'made for 4 threads, and FPREDICT_THREADS is 3'
for threads in 4x x4 2xx2 -4 '4 ' four 65536x65536; do
    FPREDICT_THREADS=$threads run
    expect "'$threads' threads" "$status" "FPREDICT_THREADS is '$threads', and no number"
done
for threads in '' 4 2x2 1x4; do
    FPREDICT_THREADS=$threads run
    [ "$status" -eq 0 ] || { echo "'$threads' threads: ends with $status" >&2; failed=$((failed + 1)); }
done
FPREDICT_TRACE=$work/none/trace run
expect 'no such folder' "$status" "cannot write '$work/none/trace'"
if [ -w /dev/full ]; then
    FPREDICT_TRACE=/dev/full run
    expect 'full disk' "$status" "cannot write all of '/dev/full'"
fi
FPREDICT_ACCESSES=words run
expect 'no such grain' "$status" "FPREDICT_ACCESSES is 'words'"

# --- Threads that do not go together
cat >"$work/threads.c" <<'END'
#include <mpi.h>
#include <fpr_shared.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int me, one = 1;
    fpr_start(&argc, &argv, 3);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    if (WHAT == 'p' && me == 1)
        MPI_Bcast(&one, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (WHAT == 'w' && me != 0)
        MPI_Recv(&one, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (WHAT == 'k' && me == 2)
        raise(SIGKILL);
    if (WHAT == 'e' && me == 1)
        _exit(9);
    if (WHAT == 'x' && me == 2)
        exit(5);
    if (WHAT == 't') {
        MPI_Datatype type;
        int size;
        MPI_Type_contiguous((1 << 29) - 1, MPI_BYTE, &type);
        MPI_Type_size(type, &size);
        if (size == (1 << 29) - 1)
            MPI_Type_contiguous(1 << 26, MPI_DOUBLE, &type);
    }
    if (WHAT == 'a' || WHAT == 'o') {
        MPI_Barrier(MPI_COMM_WORLD); /* the last to come runs on first */
        if (WHAT == 'o' && me == 0)
            exit(6);
        fprintf(stderr, "%d is here\n", me);
        printf("%d prints\n", me);
        exit(6 + me);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    return fpr_finish(0);
}
END
for what in p w k e x t a o; do
    build -DWHAT="'$what'" "$work/threads.c" "$RUNTIME"/{runtime,threads}.o
    run
    case $what in
    p) expect 'different places' "$status" "at 'a broadcast', others at 'a barrier'" ;;
    w) expect 'all wait' "$status" 'thread 1: a message' ;;
    k) expect 'killed' "$status" 'thread 2 has ended by signal 9' ;;
    e) expect 'ended alone' "$((status == 9))" '' ;;
    x) expect 'exit of one' "$((status == 5))" '' ;;
    t) expect 'a type of 512 MiB' "$status" 'a type of MPI has 536870912 bytes' ;;
    a)
        expect 'exit of all' "$((status == 6))" '0 is here'
        expect 'what the first has printed' "$(grep -cx '0 prints' "$work/output" || true)" ''
        ;;
    o)
        expect 'exit of the first' "$((status == 6))" '1 is here'
        expect 'and of the others' 1 '2 is here'
        ;;
    esac
done

# --- Calls of MPI that nothing stands for: those that the header has are those that are taken
cat >"$work/mpi.h" <<'END'
int MPI_Finalized(int *flag), MPI_Barrier(int comm);
int MPI_Scan(const void *from, void *to, int count, int type, int op, int comm);
END
cat >"$work/calls.c" <<'END'
#include "mpi.h"
double a[16];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
int main(void)
{
    int has_ended, one = 1, sum;
    for (int i = 0; i < 16; i++)
        a[i] = i;
    MPI_Barrier(0);
    MPI_Scan(&one, &sum, 1, 0, 0, 0);
    if (one)
        MPI_Finalized(&has_ended);
    return 0;
}
END
status=0
"$FPREDICT" emit "$work/calls.c" --shared -o "$work/calls_shared.c" 2>"$work/messages" || status=$?
[ "$status" -eq 1 ] || { echo "calls of MPI: exits with $status" >&2; failed=$((failed + 1)); }
expect 'MPI_Scan' "$status" "calls.c:11:5: error: .*has no 'MPI_Scan'"
expect 'MPI_Finalized' "$status" "calls.c:13:9: error: .*has no 'MPI_Finalized'"
[ "$(grep -c 'error:' "$work/messages")" -eq 2 ] || { cat "$work/messages" >&2; failed=$((failed + 1)); }
[ "$(grep -oE '^(int|double) MPI_[A-Za-z_]+' "$shared/mpi.h" | sed 's/.* //' | sort)" = \
    "$(grep -oE '"MPI_[A-Z][A-Za-z_]+"' "$ROOT/codegen/check/shared_calls.c" | tr -d '"' | sort)" ] || {
    echo "codegen/check/shared_calls.c does not have the functions of shared/mpi.h" >&2
    failed=$((failed + 1))
}

# --- What is messages all the same
status=0
"$FPREDICT" emit "$ROOT/samples/adi/adi.c" --distribute 'T(block,*)' --shared >/dev/null 2>"$work/messages" || status=$?
[ "$status" -eq 0 ] || { echo "a pipeline: exits with $status" >&2; failed=$((failed + 1)); }
expect 'pipeline' 1 "adi.c:.*: warning: elements of '.' go from processor to processor"

echo "$count mistakes, $failed wrong"
[ "$failed" -eq 0 ]
