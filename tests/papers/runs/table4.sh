#!/usr/bin/env bash
# table4.sh FPREDICT
#
# Table 4 of Parashar and Hariri 1996 beside fpredict's: of its programs, as they are distributed in
# samples, the least and the largest absolute error, in per cent of the time that the generated
# programs take on the simulated hypercube (SimGrid), at the smallest and the largest of the paper's
# sizes, on 1, 2, 4 and 8 processors. It prints the table of docs/accuracy.md. JOBS (2) runs at once.
set -euo pipefail
fpredict=$(realpath "$1")
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
sh "$root/training/platforms/hypercube.sh" >hypercube.xml

# row NAME SAMPLE DISTRIBUTION SIZES PAPER
row() {
    "$fpredict" validate "$root/samples/$2" --distribute "$3" --set "N=$4" --procs 1,2,4,8 \
        --machine "$root/training/platforms/hypercube.yaml" --count-work --mpicc 'smpicc -O1' --jobs "${JOBS:-2}" \
        --mpirun "smpirun -platform hypercube.xml \$(cat $root/training/platforms/hypercube.options)" \
        --time-limit 200 --format json -o row.json >&2
    python3 - row.json "$1" "${4/,/, }" "$5" <<'END'
import json, sys

def time(s):
    return f"{1e6 * s:.3g} µs" if s < 1e-3 else f"{1e3 * s:.4g} ms"

cases = json.load(open(sys.argv[1]))["cases"]
found = [c for c in cases if c["error"] is not None]
most = max(found, key=lambda c: c["error"])
where = (f"{most['size']} on {most['processors']}: {time(most['predicted_s'])}, measured "
         f"{time(most['measured_s'])}" if most["error"] else "")
print(f"| {sys.argv[2]} | N = {sys.argv[3]} | {sys.argv[4]} | {len(found)} of {len(cases)} "
      f"| {100 * min(c['error'] for c in found):.3f} % | {100 * most['error']:.2f} % | {where} |", flush=True)
END
}

echo '| program | sizes | the paper | cases | least | most | where it is most |'
echo '|---|---|---|---:|---:|---:|---|'
row 'LFK 1' lfk01/lfk01.c 'T(block)' 128,4096 '1.3–10.2 %'
row 'LFK 2' lfk02/lfk02.c 'T(block)' 128,4096 '2.5–18.6 %'
row 'LFK 3' lfk03/lfk03.c 'T(block)' 128,4096 '0.7–7.2 %'
row 'LFK 9' lfk09/lfk09.c 'T(block)' 128,4096 '0.3–13.7 %'
row 'LFK 14' lfk14/lfk14.c 'PARTICLES(block)' 128,4096 '0.3–13.8 %'
row 'LFK 22' lfk22/lfk22.c 'T(block)' 128,4096 '1.4–3.9 %'
row 'PBS 1' pbs1/pbs1.c 'T(block)' 128,4096 '0.05–7.9 %'
row 'PBS 2' pbs2/pbs2.c 'T(block)' 16,256 '0.6–6.7 %'
row 'PBS 3' pbs3/pbs3.c 'T(block,*)' 16,256 '0.8–9.5 %'
row 'PBS 4' pbs4/pbs4.c 'T(block)' 128,4096 '0.2–3.9 %'
row 'PI' pi/pi.c 'T(block)' 128,4096 '0.00–5.9 %'
row 'N-Body' nbody/nbody.c 'T(block)' 16,4096 '0.09–5.9 %'
row 'Finance' finance/finance.c 'T(*,block)' 32,512 '1.1–4.6 %'
row 'Laplace (Blk,Blk)' laplace/laplace.c 'T(block,block)' 16,256 '0.2–4.4 %'
row 'Laplace (Blk,\*)' laplace/laplace.c 'T(block,*)' 16,256 '0.6–4.9 %'
row 'Laplace (\*,Blk)' laplace/laplace.c 'T(*,block)' 16,256 '0.1–2.8 %'
