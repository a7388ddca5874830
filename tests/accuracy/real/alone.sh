#!/usr/bin/env bash
# alone.sh FPREDICT MACHINE.yaml KERNELS: communication alone, what tests/natural/ranks/kernels printed
# on real ranks (lines RANKS PATTERN BYTES LEAST MEDIAN, microseconds) beside what is predicted, on a
# machine that computes in no time, of programs that send the same. Markdown.
set -euo pipefail
fpredict=$1 machine=$2 kernels=$3
twins=$(cd "$(dirname "$0")/../../natural/ranks" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# MPI_Dims_create's grid of two axes.
grid() { awk -v p="$1" 'BEGIN { for (b = int(sqrt(p)); p % b; b--); print p / b, b }'; }

# predicted RANKS PATTERN BYTES: microseconds of one time. As often as kernels.c does it in a row.
predicted() {
    local twin=$2 each=8 flags=(-DRANKS="$1" -DSIZE=$(($3 / 8)) -DTIMES=8) options=() rows columns
    case $2 in
    exchange) each=16 ;; # of which a time has two
    sendrecv) twin=exchange each=16 ;; # whose ring is sent in two parts with --exchange sendrecv
    alltoall) each=16 flags+=(-DSIDE="$(awk -v b="$3" 'BEGIN { print int(sqrt(b / 8) + 0.5) }')") ;;
    halo)
        read -r rows columns < <(grid "$1")
        twin=../sendrecv/twin options=(--exchange sendrecv)
        flags=(-DN=$(($3 / 8 * columns)) -DROWS="$rows" -DCOLUMNS="$columns" -DSWEEPS=8)
        ;;
    esac
    "$fpredict" estimate "$twins/$twin.c" --machine "$machine" --collectives library "${options[@]}" --format json -- "${flags[@]}" 2>/dev/null |
        awk -F'[:,]' -v each=$each '/"time_s"/ && !seen++ { print $2 * 1e6 / each }'
}

: >"$work/rows"
echo '### Communication alone'
echo
echo '| ranks | pattern | bytes | predicted us | least us | median us | of the least | of the median |'
echo '|---|---|---|---|---|---|---|---|'
while read -r ranks pattern bytes least median; do
    [ "$pattern" != pingpong ] || [ "$ranks" = 2 ] || continue # the same two ranks
    ours=$(predicted "$ranks" "$pattern" "$bytes")
    awk -v ranks="$ranks" -v pattern="$pattern" -v bytes="$bytes" -v a="$ours" -v b="$least" -v c="$median" 'BEGIN {
        printf "| %d | %s | %d | %.2f | %.2f | %.2f | %+.0f %% | %+.0f %% |\n", ranks, pattern, bytes, a, b, c,
            100 * (a / b - 1), 100 * (a / c - 1) }' | tee -a "$work/rows"
done < <(grep -E '^[0-9]+ [a-z]+ [0-9]+ [0-9.]+ [0-9.]+$' "$kernels") # others are mpirun's

# summary WHOSE COLUMN: of how many cases, the middle of the errors, and how many are within 15 %.
summary() {
    awk -F'|' -v k="$2" '{ a = $8 + 0; b = $9 + 0; n = k ? $k : " all "; gsub(/ /, "", n)
        print n, a < 0 ? -a : a, b < 0 ? -b : b }' "$work/rows" | sort -k1,1 -k2,2g |
        awk -v what="$1" '
            function put() { if (n) printf "| %s %s | %d | %.0f %% | %.0f %% | %d |\n", what, last, n,
                (e[int((n + 1) / 2)] + e[int(n / 2) + 1]) / 2, e[n], within }
            $1 != last { put(); n = within = 0; last = $1 }
            { e[++n] = $2; within += $2 <= 15 }
            END { put() }'
}
echo
echo '| | cases | median of the least | largest | within 15 % |'
echo '|---|---|---|---|---|'
summary ranks 2
summary '' 3
summary '' 0
