#!/bin/sh
# fpredict estimate --formula: programs that it writes, in C and in Python, give for many sizes and
# numbers of processors, on several machines, the picoseconds that a prediction of each of these
# says, or say that they are made for others; not rounded, they are within half a tick for each
# thing that is rounded. And one formula is worked out by hand.
#
#   formula.sh FPREDICT ROOT CC
set -eu
fpredict=$1 root=$2 cc=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() {
    echo "$*" >&2
    exit 1
}

formula() { # form; the rest of the command
    form=$1
    shift
    "$fpredict" estimate "$@" --no-warnings --formula "$form"
}

# A line for each prediction: N, processors along each axis, and picoseconds.
predicted() {
    "$fpredict" estimate "$@" --no-warnings --format csv | sed 's/"[^"]*"//g' | tr -d '\r' |
        awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
                 { shape = $column["shape"]; gsub("x", " ", shape)
                   printf "%d %s %.0f\n", $column["N"], shape, $column["time_s"] * 1e12 }'
}

# The formula at one place against predictions at many. `order`: how the program takes N, the
# sweeps and the processors; `least`: at how many of them it must hold.
agrees() { # least, order, N and processors to make it at, sizes, processors, program, machine …
    least=$1 order=$2 size=$3 shape=$4 sizes=$5 shapes=$6
    shift 6
    formula c "$@" --procs "$shape" --set "N=$size" >"$folder/f.c"
    grep -q 'at these sizes only' "$folder/f.c" && fail "$*: something is open"
    grep -q "in this order: $order\\." "$folder/f.c" || fail "$*: another order than $order"
    "$cc" -O1 -ffp-contract=off -Wall -Werror -o "$folder/f" "$folder/f.c" -lm
    sweeps=$(sed -n 's/^    int64_t v\[\] = {[0-9]*, \([0-9]*\),.*/\1/p' "$folder/f.c")
    predicted "$@" --procs "$shapes" --set "N=$sizes" >"$folder/predicted"
    held=0
    while read -r n p q ticks; do
        case $order in
        'N, P') ticks=$q found=$("$folder/f" "$n" "$p" 2>"$folder/beyond") || : ;;
        *) found=$("$folder/f" "$n" "$sweeps" "$p" "$q" 2>"$folder/beyond") || : ;;
        esac
        [ -s "$folder/beyond" ] && continue
        [ "$found" = "$ticks ps" ] || fail "$*: $n on $p $q is $ticks ps, by the formula $found"
        held=$((held + 1))
    done <"$folder/predicted"
    [ "$held" -ge "$least" ] || fail "$*: the formula holds only $held times"
}

samples=$root/samples
agrees 21 'N, P' 4096 16 64,127,1000,4096,5001 2,3,4,8,16,32,64 "$samples/pi/pi.c" --machine ncube2
agrees 21 'N, P' 4096 4 64,127,1000,4096,5001 2,4,5,8,16,32 "$samples/pi/pi.c" --machine roce100
agrees 8 'N, niter, P1, P2' 256 4x4 64,65,100,127,250 2x2,3x3,4x4,4x8,5x3,8x4 \
    "$samples/laplace/laplace.c" --machine roce100
agrees 4 'N, niter, P1, P2' 128 4x4 64,66,100,130 4x4,4x8 "$samples/laplace/laplace.c" \
    --machine ethernet1g --distribute 'T(block,block)'
agrees 4 'N, ncycles, P1, P2' 256 4x4 64,65,128,250,256 3x3,4x4,4x8 \
    "$samples/redblack/redblack.c" --machine roce100
agrees 12 'N, P' 128 8 64,127,96,160 2,4,8,16 "$samples/nbody/nbody.c" --machine ncube2

# --- What is so by chance where it is made is not said of other sizes. By hand: `y[i] = x[i + 1]` of
# even i needs an element of the next processor where blocks are odd; three elements are not R = 3;
# a loop that does not run needs none; a corner of 2 x 2 is not the slowest of 4 x 4. ---
beyond() { # sizes and processors, then the formula
    what=$1
    shift
    formula c "$@" >"$folder/f.c"
    "$cc" -O1 -ffp-contract=off -Wall -Werror -o "$folder/f" "$folder/f.c" -lm
    "$folder/f" $what >"$folder/out" 2>"$folder/beyond" || :
    grep -q '^beyond' "$folder/beyond" || grep -q 'at these sizes only: not so at' "$folder/f.c" ||
        fail "$*: the formula is said to hold at $what"
}
program() { # loops
    printf '%s\n' '#define N 640' '#define R 3' 'static double x[N], y[N];' \
        '#pragma hpf processors P(4)' '#pragma hpf template T(N)' \
        '#pragma hpf distribute T(block) onto P' '#pragma hpf align x(i) with T(i)' \
        '#pragma hpf align y(i) with T(i)' 'int main(void)' '{' "$1" '    return 0;' '}' \
        >"$folder/p.c"
}
program 'for (int i = 0; i < N - 1; i += 2) y[i] = x[i + 1];'
beyond '642 4' "$folder/p.c" --machine ncube2 --procs 4
beyond '640 4' "$folder/p.c" --machine ncube2 --procs 4 --set N=636
program 'for (int i = 0; i < N - 20; i++) y[i] = x[i + 20];'
beyond '60 4' "$folder/p.c" --machine ncube2 --procs 4
program 'for (int r = 0; r < R; r++) for (int i = 1; i < N - 3; i++) y[i] = x[i + 3];'
beyond '4 640 4' "$folder/p.c" --machine ncube2 --procs 4
program 'for (int r = 0; r < R; r++) for (int i = 1; i < N; i++) y[i] = x[i - 1];'
beyond '0 640 4' "$folder/p.c" --machine ncube2 --procs 4
beyond '256 100 4 4' "$samples/laplace/laplace.c" --machine ncube2 --procs 2x2

# --- Sizes may be called as the program's own things; what is not known is said ---
program 'for (int r = 0; r < R; r++) for (int k = 0; k < K; k++) for (int i = 0; i < N; i++) y[i] = x[i];'
sed -e 's/\bR\b/tick/; s/\bN\b/t_load/g; s/< R/< tick/; s/\bK\b/lambda/' "$folder/p.c" >"$folder/q.c"
sed -i '1i #define lambda 5' "$folder/q.c"
formula c "$folder/q.c" --machine ncube2 >"$folder/f.c"
"$cc" -O1 -ffp-contract=off -Wall -Werror -o "$folder/f" "$folder/f.c" -lm
at=$("$fpredict" estimate "$folder/q.c" --machine ncube2 --no-warnings --format csv |
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
             { printf "%.0f ps", $column["time_s"] * 1e12 }')
[ "$("$folder/f")" = "$at" ] || fail "sizes with other names' names: $("$folder/f"), not $at"
"$folder/f" abc 2>"$folder/said" >"$folder/out" && fail "abc is taken for a number"
grep -q "'abc' is no number" "$folder/said" || fail "not said: $(cat "$folder/said")"
if command -v python3 >/dev/null; then
    formula python "$folder/q.c" --machine ncube2 >"$folder/f.py"
    [ "$(python3 "$folder/f.py")" = "$at" ] || fail "in Python: $(python3 "$folder/f.py")"
fi
sed -e 's/^int main/extern void ext(double *);\n&/; s/^    return/    ext(x);\n&/' "$folder/q.c" >"$folder/r.c"
formula json "$folder/r.c" --machine ncube2 | grep -q '"complete": false' || fail "json: complete"
for form in text c python latex; do
    formula "$form" "$folder/r.c" --machine ncube2 | grep -qi incomplete || fail "$form: incomplete"
done

# --- By hand: pi of 4,096 on four processors of the iPSC/860. A processor has 1,024 intervals. In
# each, line 25 adds (75 ns), multiplies (100) and converts (175): 358.4 µs. The sum is combined in
# two steps of a doubling: a message of 8 bytes to a neighbour takes 76 + 8 · 0.4 + 11 µs and the
# addition 75 ns: 180.55 µs, beside 1,024 additions and loads (75 + 50 ns): 308.55 µs for line 27.
formula json "$samples/pi/pi.c" --procs 4 >"$folder/json"
formula text "$samples/pi/pi.c" --procs 4 >"$folder/text"
grep -q '358 µs .* 25  n1·(double_add + double_multiply + int_to_float)$' "$folder/text" ||
    fail "line 25 by hand is 358.4 µs: $(grep ' 25 ' "$folder/text")"
grep -q '181 µs .* 27  l1·(double_add + startup + 8 per_byte + per_hop)$' "$folder/text" ||
    fail "the reduction by hand is 180.55 µs: $(grep ' 27 ' "$folder/text")"
grep -q 'log2(P) ' "$folder/text" || fail "the reduction grows as log2(P)"

# --- The same in Python; not rounded; and its lines add up ---
if command -v python3 >/dev/null; then
    python3 - "$folder/json" <<'END'
import json, sys
f = json.load(open(sys.argv[1]))
line = {}
for t in f["terms"]:
    if not t["why_open"]:
        line[t["line"]] = line.get(t["line"], 0) + t["time_s"]
assert abs(line[25] - 358.4e-6) < 1e-12 and abs(line[27] - 308.55e-6) < 1e-12, line
assert abs(sum(t["time_s"] for t in f["terms"]) - f["time_s"]) < 1e-12, f["time_s"]
assert any(g["powers"] == {"N": 1, "P": -1} for g in f["growth"]), f["growth"]
END
    for program in laplace redblack; do
        set -- "$samples/$program/$program.c" --machine roce100 --procs 4x4 --set N=256
        formula python "$@" >"$folder/f.py"
        [ "$(python3 "$folder/f.py")" = "$(predicted "$@" | cut -d' ' -f4) ps" ] ||
            fail "$program: in Python it is $(python3 "$folder/f.py")"
        python3 - "$folder/f.py" <<'END'
import sys
text = open(sys.argv[1]).read()
f, v = {"__name__": "f"}, [int(x) for x in text.split("v = [")[1].split("]")[0].split(",")]
exec(text, f)
rounded = f["formula_ps"](*v)
f["tick"] = lambda seconds: seconds * 1e12
exact = f["formula_ps"](*v)
f["tick"] = lambda seconds: 1
rounded_so_often = f["formula_ps"](*v)
assert exact != 0 and abs(exact - rounded) <= rounded_so_often / 2, (exact, rounded)
END
    done
fi

# --- What has none is open, with its reason; and several predictions have none ---
formula text "$samples/lu/lu.c" --procs 4 >"$folder/lu"
grep -q 'open_[0-9]* .*iterations of a loop around differ' "$folder/lu" ||
    fail "lu: its triangles are not said to have no form"
"$fpredict" estimate "$samples/pi/pi.c" --procs 2,4 --formula text >"$folder/out" 2>"$folder/said" &&
    fail "a formula of two predictions"
grep -q 'one prediction, and these are 2' "$folder/said" || fail "not said: $(cat "$folder/said")"
"$fpredict" estimate "$samples/pi/pi.c" --formula text --format json >"$folder/out" \
    2>"$folder/said" && fail "--formula with --format"
grep -q 'own forms' "$folder/said" || fail "not said: $(cat "$folder/said")"

# --- Open parts: as they are here, so the program is not made for other sizes but partly; what grows
# has a row for them; conditions are written as people do; LaTeX has their values, and balances ---
open="$samples/laplace/laplace.c --machine roce100 --procs 4x4 --set N=1024 --no-warnings"
formula text $open >"$folder/text"
grep -q 'not known  *what is open' "$folder/text" || fail "what grows has no row for what is open"
grep -q 'n1 ≤ [0-9]' "$folder/text" || fail "no condition has a largest block"
grep '; [0-9][0-9]* ≥' "$folder/text" && fail "a number stands before a sign: 512 ≥ n1"
formula c $open >"$folder/f.c"
cat >"$folder/ask.c" <<'END'
#define FORMULA_NO_MAIN
#include "f.c"
int main(void)
{
    printf("%d %d %d %d\n", formula_holds(1024, 100, 4, 4), formula_holds(1028, 100, 4, 4),
           formula_holds(3, 100, 4, 4), formula_open(1024, 100, 4, 4) == NULL);
    return 0;
}
END
$cc -o "$folder/ask" "$folder/ask.c" -lm
[ "$("$folder/ask")" = '1 2 0 1' ] || fail "formula_holds here, elsewhere, nowhere: $("$folder/ask")"
if command -v python3 >/dev/null; then
    formula python $open >"$folder/f.py"
    formula latex $open >"$folder/f.tex"
    python3 - "$folder" <<'END'
import re, sys
folder = sys.argv[1]
f = {"__name__": "f"}
exec(open(folder + "/f.py").read(), f)
assert [f["formula_holds"](n, 100, 4, 4) for n in (1024, 1028, 3)] == [True, "partly", False]
tex = open(folder + "/f.tex").read()
body, after = tex.split("\\end{align*}")
rows = body.split("\\\\\n")
for row in rows:
    assert row.count("{") == row.count("}") and row.count("\\left") == row.count("\\right"), row
    plain = re.sub(r"\\(mathit|text|frac|qquad)|[{}\\ ]", "", row.split("&&")[0])
    assert len(plain) < 140, row
for name in set(re.findall(r"\\mathit\{(?:misses|open)\\_\d+\}", body)):
    assert name + " &= " in body, name
END
fi
