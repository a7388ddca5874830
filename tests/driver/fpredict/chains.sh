#!/usr/bin/env bash
# What a superscalar processor's loops wait for, from the source to the time: chains of
# operations from one iteration to the next, and functional units.
#
#   chains.sh ROOT FPREDICT
set -euo pipefail
root=$1 fpredict=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# 0.4 ns a clock. Clocks: additions and multiplications 3, a load 4, a store 1; side by side
# 0.5, 0.5, 0.5 and 1. An operation begins every 0.25, an iteration every 1. A loop is set up
# in 2. Misses cost nothing here.
sed -e 's/composition: {value: out_of_order/composition: {value: superscalar/' \
    -e 's/_miss_\([a-z]*\): {value: [0-9.]*/_miss_\1: {value: 0/' \
    "$root/tests/sysmodels/machines/cluster.yaml" >"$work/machine.yaml"
cat >"$work/chains.c" <<'END'
#define N 1000
static double x[N], y[N], z[N], p[4];
#pragma hpf processors P(1)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align (i) with T(i) :: x, y, z
int main(void)
{
    double s = 0, t = 0, u = 0;
    int i;
    for (i = 1; i < N; i++) /* 6 999: minus, times */
        x[i] = z[i] * (y[i] - x[i-1]);
    for (i = 0; i < N; i++) /* 3 1000 */
        s += y[i];
    for (i = 0; i < N; i++) { /* 6 1000: t is the iteration's own */
        t = s * z[i];
        s = t + y[i];
    }
    for (i = 2; i < N; i++) /* 4 998: plus, a store and a load, over two */
        x[i] = y[i] + x[i-2];
    for (i = N - 2; i >= 0; i--) /* 3 999 */
        x[i] = y[i] + x[i+1];
    for (i = 0; i < N - 1; i++) /* 2 999: nothing is carried; two loads and a store */
        x[i] = y[i] + x[i+1];
    for (i = 0; i < N; i++) /* 3 1000: one element */
        p[2] *= y[i];
    for (i = 0; i < N; i++) { /* 1.25 1000: nothing is carried; five operations begin */
        u = s * y[i];
        t = u + 1;
    }
    return s + t + u + x[1] + p[2] > 0;
}
END
"$fpredict" estimate "$work/chains.c" --machine "$work/machine.yaml" --procs 1 --by line \
    --format json >"$work/out" 2>"$work/messages" || { cat "$work/messages" >&2; exit 1; }
python3 - "$work/chains.c" "$work/out" <<'END'
import json, re, sys
text = open(sys.argv[1]).read().split("\n")
times = {}
for line in json.load(open(sys.argv[2]))["lines"]:
    times[line["line"]] = times.get(line["line"], 0) + line["time_s"]
failed = False
loops = [i for i, s in enumerate(text, 1) if re.search(r"for .*/\* \d", s)]
assert len(loops) == 8
for first in loops:
    clocks, trips = map(float, re.search(r"/\* ([\d.]+) (\d+)", text[first - 1]).groups())
    last = first + 2 if text[first - 1].count("{") else first + 1
    found = sum(times.get(i, 0) for i in range(first, last + 1))
    expected = (2 + clocks * trips) * 0.4e-9
    if abs(found - expected) > 1e-4 * expected:
        print(f"line {first}: {found * 1e9:.1f} ns, not {expected * 1e9:.1f}", file=sys.stderr)
        failed = True
sys.exit(failed)
END
