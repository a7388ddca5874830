#!/usr/bin/env bash
# Prints the time and the memory of predictions among many processors: of 65,536 by each exchange rule,
# and of 2^20 where processors share clocks. Judges nothing.
#
#   processors.sh FPREDICT
set -euo pipefail
fpredict=$1
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
samples=$here/../../samples platforms=$here/../../training/platforms
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Seconds of processor time and MB at most of a prediction; or that there is none.
measured() {
    local limit=60
    if timeout "$limit" /usr/bin/time -f '%U %S %M' -o "$folder/use" \
        "$fpredict" estimate "$@" --jobs 1 >/dev/null 2>&1; then
        awk '{ printf "%6.2f s %5.0f MB", $1 + $2, $3 / 1024 }' "$folder/use"
    else
        printf '%17s' "none"
    fi
}

machines=("$platforms/fabric.yaml" "$platforms/cluster.yaml" "$platforms/hypercube.yaml" t3e ipsc860)
printf '%-9s %-10s' "" ""
printf '  %-17s' "${machines[@]##*/}"
echo
while read -r sample procs size; do
    printf '%-9s %-10s' "$sample" "$procs"
    for machine in "${machines[@]}"; do
        printf '  %s' "$(measured "$samples/$sample/$sample.c" --machine "$machine" --procs "$procs" --set "N=$size")"
    done
    echo
done <<'END'
laplace 256x256 1024
redblack 256x256 1024
pi 65536 1048576
nbody 65536 65536
lu 65536 1024
matmul 256x256 1024
cg 65536 1048576
laplace 1024x1024 4096
redblack 1024x1024 4096
pi 1048576 16777216
nbody 1048576 1048576
cg 1048576 1048576
END
