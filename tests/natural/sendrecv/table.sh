#!/usr/bin/env bash
# Jacobi sweeps by MPI_Sendrecv as `--exchange sendrecv` predicts them, beside SimGrid's SMPI: jacobi.c
# by hand in simulated time, on a machine file that says what the platform does, and the program that
# `fpredict emit --exchange sendrecv` writes of twin.c.
#
#   table.sh FPREDICT [RANKS]
#
# Up to RANKS of them (1024). RUNTIME, in the environment, is as for beside.sh. Fails where a prediction is more than 3 % off; on the hypercube without
# computation between sweeps it is shown only (docs/accuracy.md: one is 5.6 % off). A platform is a star or a
# hypercube whose ports pass 2 GB/s: an eager message, whose sender has gone on, keeps its port for five times
# as long as its sender.
set -euo pipefail
fpredict=$1 most=${2:-1024}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for program in smpicc smpirun; do
    command -v "$program" >/dev/null || {
        echo "skipped: SimGrid's SMPI is not installed"
        exit 77
    }
done
smpicc -O1 -I"$root" "$here/jacobi.c" "$root/tests/natural/charge.c" -lm -o "$work/jacobi"
library=(${RUNTIME:+"$RUNTIME/runtime.o"})
[ -n "${RUNTIME:-}" ] || {
    (cd "$work" && smpicc -O1 -c -I"$root" "$root"/codegen/runtime/fpr_*.c)
    library=("$work"/fpr_*.o)
}
sweeps=5 worst=0

# platform NAME RANKS COLUMNS: of a hypercube the ways that messages of halos and of collectives take.
platform() {
    if [ "$1" = star ]; then
        cat <<END
<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <cluster id="star" prefix="node-" suffix="" radical="1000-$((999 + $2))" speed="1Gf" bw="2GBps" lat="300ns"
           sharing_policy="SPLITDUPLEX"/>
</platform>
END
        return
    fi
    awk -v nodes="$2" -v columns="$3" '
        function across(n, d) { return int(n / d) % 2 ? n - d : n + d }
        function route(from, to,    at, d) {
            if (to < 0 || to >= nodes || (from, to) in has)
                return
            has[from, to] = 1
            printf "    <route src=\"node-%04d\" dst=\"node-%04d\" symmetrical=\"NO\">", from, to
            at = from
            for (d = 1; d < nodes; d *= 2)
                if (int(at / d) % 2 != int(to / d) % 2) {
                    printf "<link_ctn id=\"from-%d-%d\"/>", at, across(at, d)
                    at = across(at, d)
                }
            print "</route>"
        }
        BEGIN {
            print "<?xml version=\"1.0\"?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">"
            print "<platform version=\"4.1\">\n  <zone id=\"cube\" routing=\"Full\">"
            for (n = 0; n < nodes; n++)
                printf "    <host id=\"node-%04d\" speed=\"1Gf\"/>\n", n
            for (n = 0; n < nodes; n++)
                for (d = 1; d < nodes; d *= 2)
                    printf "    <link id=\"from-%d-%d\" bandwidth=\"2GBps\" latency=\"100ns\"/>\n", n, across(n, d)
            for (n = 0; n < nodes; n++) {
                for (d = 1; d < nodes; d *= 2)
                    route(n, across(n, d))
                if (n) {
                    route(n, 0); route(0, n)
                }
                route(n, n - 1); route(n, n + 1); route(n, n - columns); route(n, n + columns)
            }
            print "  </zone>\n</platform>"
        }'
}

# predicted PLATFORM ROWS COLUMNS POINTS POINT [OPTION...]
predicted() {
    local name=$1 rows=$2 columns=$3 points=$4 point=$5
    shift 5
    "$fpredict" estimate "$here/twin.c" --machine "$work/$name.yaml" --format json "$@" \
        --param "node.processing.double_multiply_clk=$point" \
        -- "-DN=$points" "-DROWS=$rows" "-DCOLUMNS=$columns" "-DSWEEPS=$sweeps" 2>"$work/said" |
        awk -F'[:,]' '/"time_s"/ && !seen++ { printf "%.4f\n", $2 * 1e6 }'
}

simulated() { # RANKS PROGRAM...
    local ranks=$1
    shift
    smpirun -np "$ranks" -platform "$work/platform.xml" --log=root.thres:error \
        $(cat "$root/tests/contention/options") --cfg=network/crosstraffic:0 "$@" 2>>"$work/said"
}

# generated PLATFORM ROWS COLUMNS POINTS POINT
generated() {
    "$fpredict" emit "$here/twin.c" --machine "$work/$1.yaml" --exchange sendrecv --count-work -o "$work/emitted.c" \
        -- "-DN=$4" "-DROWS=$2" "-DCOLUMNS=$3" "-DSWEEPS=$sweeps" 2>"$work/said"
    grep -q 'is_sendrecv = true' "$work/emitted.c"
    "$fpredict" machines --no-warnings --costs "$work/$1.yaml" \
        --param "node.processing.double_multiply_clk=$5" >"$work/costs"
    smpicc -O1 -w "-DN=$4" "-DROWS=$2" "-DCOLUMNS=$3" "-DSWEEPS=$sweeps" -I"$root" -I"$root/codegen/runtime" \
        -I"$root/frontend/include" "$work/emitted.c" "${library[@]}" -lm -o "$work/emitted"
    FPR_COSTS=$work/costs FPR_REPORT=- simulated $(($2 * $3)) "$work/emitted" >/dev/null
    awk '/^# rank/ { on = 1; next } on && $2 > s { s = $2 } END { printf "%.4f\n", s * 1e6 }' "$work/said"
}

# row PLATFORM ROWS COLUMNS POINTS POINT
row() {
    local ranks=$(($2 * $3)) ours smpi emitted=-
    [ "$ranks" -le "$most" ] || return 0
    platform "$1" "$ranks" "$3" >"$work/platform.xml"
    sed "s/PORTS/$(awk -v n="$ranks" 'BEGIN { while (2 ^ p < n) p++; print p }')/" "$here/$1.network" |
        cat - "$root/tests/contention/node" >"$work/$1.yaml"
    ours=$(predicted "$@" --exchange sendrecv)
    smpi=$(simulated "$ranks" "$work/jacobi" "$2" "$3" "$4" $sweeps "$5")
    [ "$ranks" -gt 16 ] || emitted=$(generated "$@")
    awk -v ours="$ours" -v smpi="$smpi" -v emitted="$emitted" -v phased="$(predicted "$@" --exchange phased)" \
        -v posted="$(predicted "$@")" -v what="$1 $2 $3 $4 $5" 'BEGIN {
            split(what, w)
            printf "| %s | %d x %d | %d | %s | %.2f | %.2f | %.2f %% | %s | %.2f %% | %.2f %% |\n", w[1], w[2], w[3],
                w[4], w[5], ours, smpi, 100 * (ours / smpi - 1),
                emitted == "-" ? "" : sprintf("%.2f", emitted), 100 * (phased / smpi - 1), 100 * (posted / smpi - 1)
        }' | tee "$work/row"
    [ "$1 $5" = 'cube 0' ] || worst=$(awk -F'|' -v w="$worst" '{ o = $8 + 0; o = o < 0 ? -o : o; print (o > w ? o : w) }' "$work/row")
}

echo '| platform | grid | points | point ns | predicted us | by hand us | off | generated us | if phased | if posted |'
echo '|---|---|---|---|---|---|---|---|---|---|'
for name in star cube; do
    for point in 0 2; do
        for p in 4 16 64 256 1024; do # halos of 4 or 8 kB, eager, and of 32 kB, with a handshake
            # With one row a rank, the first has nothing to receive by the plan, and by hand it has.
            [ $p = 1024 ] || row $name $p 1 512 $point
            row $name $p 1 4096 $point
        done
        for side in 2 4 8 16 32; do
            row $name $side $side $((side * 64)) $point
        done
        row $name 8 2 1024 $point
        row $name 4 64 1024 $point
        row $name 512 2 1024 $point
    done
done
printf '\nlargest of those judged: %s %%\n' "$worst"
awk -v w="$worst" 'BEGIN { exit !(w <= 3) }' || { echo "FAILED: more than 3 % off"; exit 1; }
