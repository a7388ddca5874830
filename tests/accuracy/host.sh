#!/usr/bin/env bash
# The samples on this host, beside what a machine that was trained here predicts of them: the
# tables of docs/accuracy.md, as Markdown.
#
#   host.sh [-r] FPREDICT [MACHINE.yaml]
#
# As sequential programs; with -r the programs that are generated for two ranks of MPI, in all
# distributions. Without a machine file this host is trained first (a minute). CC is the compiler
# with its flags, UNDER what each sequential program is run under, MPIRUN and MPICC those of the training
# set and of the ranks, REPETITIONS the runs of each program (7; of ranks 3).
set -euo pipefail
ranks=
[ "${1:-}" = -r ] && { ranks=1; shift; }
fpredict=$(realpath "$1") machine=${2:+$(realpath "$2")}
root=$(cd "$(dirname "$0")/../.." && pwd)
cc=${CC:-clang-19 -O1 -fno-vectorize -fno-slp-vectorize}
under=${UNDER:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$root"

mpirun=${MPIRUN:-mpirun.mpich -n 2} mpicc=${MPICC:-mpicc.mpich -cc=${cc%% *}}
if [ -z "$machine" ]; then
    machine=$work/host.yaml
    # shellcheck disable=SC2086
    "$fpredict" train --mpirun "$mpirun" --mpicc "$mpicc" -o "$machine" -- ${cc#* } >&2
fi

status=0
# So large that each runs for milliseconds: nests of two and three loops, programs of two phases
# over pairs, and single loops.
measure() { # sizes, samples
    local sizes=$1; shift
    if [ -n "$ranks" ]; then
        echo
        "$fpredict" validate "$@" --machine "$machine" --mpicc "$mpicc ${cc#* }" \
            --mpirun "${mpirun% -n *}" --set "N=${sizes#*,}" --procs 2 \
            --repetitions "${REPETITIONS:-3}" --format markdown || status=$?
        return
    fi
    "$fpredict" validate "$@" --serial --machine "$machine" --cc "$cc" --under "$under" --set "N=$sizes" \
        --repetitions "${REPETITIONS:-7}" --format json -o "$work/$sizes.json"
}
s=samples
measure 128,256 $s/adi/adi.c $s/laplace/*.c $s/lu/lu.c $s/matmul/matmul.c $s/ocean/ocean.c \
    $s/poisson/poisson.c $s/redblack/redblack.c $s/xmp/membrane.c
measure 512,1024 $s/finance/finance.c $s/nbody/nbody.c $s/pbs2/pbs2.c $s/pbs3/pbs3.c
measure 16384,262144 $s/cg/cg.c $s/lfk*/*.c $s/pbs1/pbs1.c $s/pbs4/pbs4.c $s/pi/*.c

[ -z "$ranks" ] || exit "$status"
echo "$(date -I), \`$cc\`${under:+, under \`$under\`}; the median of ${REPETITIONS:-7} runs, interleaved."
python3 - "$work"/*.json <<'END'
import json, os, statistics, sys

def time(s):
    for unit, scale in (("s", 1), ("ms", 1e3), ("µs", 1e6)):
        if s * scale >= 1:
            break
    return f"{s * scale:.3g} {unit}"

cases = [c for path in sys.argv[1:] for c in json.load(open(path))["cases"]]
cases.sort(key=lambda c: (c["source"], c["predicted_s"] or 0))
print("\n| program | size | predicted | measured | spread | off |\n|---|---|---|---|---|---|")
errors = []
for c in cases:
    name = os.path.basename(c["source"])[:-2]
    if c["error"] is None:
        print(f"| {name} | {c['size']} | | | | left out: {c['left_out']} |")
        continue
    off = c["predicted_s"] / c["measured_s"] - 1
    errors.append(abs(off))
    sign = "−" if off < 0 else "+"
    print(f"| {name} | {c['size']} | {time(c['predicted_s'])} | {time(c['measured_s'])} "
          f"| ±{100 * c['spread']:.1f} % | {sign}{100 * abs(off):.0f} % |")
print(f"| **all** | {len(errors)} cases | | | | least {100 * min(errors):.1f} %, "
      f"median {100 * statistics.median(errors):.0f} %, largest {100 * max(errors):.0f} % |")
END
