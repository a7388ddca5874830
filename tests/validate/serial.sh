#!/usr/bin/env bash
# `fpredict validate --serial` with real compilers and runs: what it measures is main's time.
#
#   serial.sh ROOT FPREDICT
set -euo pipefail
root=$1 fpredict=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TMPDIR=$work
failed=0

expect() { # what, and a text that must be in the file
    grep -qF -- "$2" "$3" || { echo "$1: '$2' is not in" >&2; cat "$3" >&2; failed=1; }
}

validate() { # output, arguments
    local out=$1; shift
    "$fpredict" validate --serial "$@" >"$work/$out" 2>"$work/$out.messages"
}

works() { # the same, of what must succeed
    validate "$@" || { echo "$1: fpredict exits with $?" >&2; cat "$work/$1" "$work/$1.messages" >&2; failed=1; }
}

# A program that sleeps N milliseconds in main, as many after it in a handler of its own, and
# before it in none: a constructor of the compiler's is before ours or after it. Only the compiler
# sees the naps: how long they take no prediction knows, and it would not be complete.
mkdir "$work/bin"
printf '#!/bin/sh\nexec %s -DNAPS "$@"\n' "$(command -v cc)" >"$work/bin/cc"
chmod +x "$work/bin/cc"
export PATH=$work/bin:$PATH
cat >"$work/sleeps.c" <<'END'
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
static double a[64];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
#ifdef NAPS
static void nap(void)
{
    nanosleep(&(struct timespec){0, N * 1000000L}, 0);
}
#else
#define nap()
#define atexit(nap)
#endif
int main(void)
{
    atexit(nap);
    for (int i = 0; i < 64; i++)
        a[i] = i + STEP;
    nap();
#ifdef QUITS
    _exit(0);
#endif
    return N > 1000 ? 3 : 0;
}
END
works sleeps "$work/sleeps.c" --set N=10,40 --format json --result-cache "$work/cache" -- -DSTEP=1
# A sleep may take longer on a busy machine, never less: 2 × 10 and 2 × 40 ms.
python3 - "$work/sleeps" <<'END' || failed=1
import json, sys
found = json.load(open(sys.argv[1]))
assert found["program"] == "sequential" and found["compiler"] == "cc -O1", found
assert found["under"] == "" and "mpirun" not in found
assert [c["size"] for c in found["cases"]] == ["N = 10", "N = 40"]
for c, least in zip(found["cases"], (0.020, 0.080)):
    assert c["processors"] == "1" and len(c["runs_s"]) == 3, c
    assert all(least <= t < least + 5 for t in c["runs_s"]), c
    assert 0 < c["predicted_s"] < 1e-3, c
END

# The result cache serves the same program, and not one that another macro makes.
works again "$work/sleeps.c" --set N=10,40 --result-cache "$work/cache" -- -DSTEP=1
expect again "2 of 2 cases measured (0 runs now, 6 from the result cache)" "$work/again.messages"
expect again "The sources unchanged, directives ignored, compiled by: cc -O1." "$work/again"
expect again "Predicted and measured" "$work/again"
works other "$work/sleeps.c" --set N=10,40 --result-cache "$work/cache" -- -DSTEP=2
expect other "(6 runs now, 0 from the result cache)" "$work/other.messages"

# What stands before it is run: here nothing else.
printf '#!/bin/sh\necho ran >> "%s/ran"\nexec "$@"\n' "$work" >"$work/under"
chmod +x "$work/under"
works placed "$work/sleeps.c" --set N=1 --under "$work/under" -- -DSTEP=1
[ "$(wc -l <"$work/ran")" -eq 3 ] || { echo "--under ran it $(wc -l <"$work/ran") times" >&2; failed=1; }

# Samples, in both languages, each with a result.
works samples "$root/samples/laplace/laplace_xmp.c" "$root/samples/xmp/membrane.c" \
    "$root/samples/lu/lu.c" "$root/samples/lfk03/lfk03.c" --set N=32
expect samples "4 of 4 cases measured" "$work/samples.messages"

# Mistakes: what is wrong.
# A size that the source gives itself, an initialiser among them, is put into it, as estimate and
# emit have it; what it includes stays where it is. N naps of 10 ms: 3 and 9. Asked again, all is
# known.
mkdir "$work/napping"
echo '#define EACH 10' >"$work/napping/each.h"
cat >"$work/napping/naps.c" <<'END'
#include <stdlib.h>
#include <time.h>
#include "each.h"
#define N 1
int steps = 1;
static double a[N];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
int main(void)
{
    for (int k = 0; k < EACH; k++)
        for (int i = 0; i < N; i++)
            a[i] = i;
#ifdef NAPS
    nanosleep(&(struct timespec){0, (long)EACH * N * steps * 1000000}, 0);
#endif
    return N == 3 && steps == 3 ? 0 : N != 9 || steps != 3;
}
END
works own "$work/napping/naps.c" --set N=3,9 --set steps=3 --format json --result-cache "$work/own.cache"
python3 - "$work/own" <<'END' || failed=1
import json, sys
found = json.load(open(sys.argv[1]))["cases"]
assert [c["size"] for c in found] == ["N = 3, steps = 3", "N = 9, steps = 3"], found
for c, n in zip(found, (3, 9)):
    assert min(c["runs_s"]) >= 0.01 * n * 3, c
END
works own.again "$work/napping/naps.c" --set N=3,9 --set steps=3 --result-cache "$work/own.cache"
expect own.again '(0 runs now, 6 from the result cache)' "$work/own.again.messages"
"$fpredict" estimate "$work/napping/naps.c" --set N=3 --set steps=3 >/dev/null || failed=1
! validate nothing "$work/napping/naps.c" --set EACH=5 || failed=1
expect nothing "each.h:1:9: error: --set EACH does not reach the program" "$work/nothing.messages"

! validate ends "$work/sleeps.c" --set N=1001 --time-limit 9 -- -DSTEP=1 || failed=1
expect ends "the run exits with 3" "$work/ends"
! validate quits "$work/sleeps.c" --set N=1 -- -DSTEP=1 -DQUITS || failed=1
expect quits "the run has not said how long it took" "$work/quits"
! validate none "$work/sleeps.c" --set N=1 --cc "$work/no-such-compiler" -- -DSTEP=1 || failed=1
expect none "exits with 127" "$work/none"
while IFS='|' read -r arguments message; do
    # shellcheck disable=SC2086
    ! "$fpredict" validate $arguments "$work/sleeps.c" 2>"$work/usage" || failed=1
    expect "$arguments" "$message" "$work/usage"
done <<'END'
--serial --procs 2|--serial is of one processor
--serial --mpirun mpirun|the sequential ones of --serial have --cc and --under
--under nice|--under is for the sequential programs of --serial
--serial --tolerance 1e-6|--tolerance is for what generated programs print
END
rest=$(find "$work" -maxdepth 1 -name 'fpredict-validate-*')
[ -z "$rest" ] || { echo "left behind: $rest" >&2; failed=1; }
exit $failed
