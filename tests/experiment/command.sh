#!/bin/sh
# fpredict experiment: each point is what fpredict estimate says of it by itself; what is interrupted
# goes on, what has changed is made anew, a point that fails leaves the others; measured times stand
# beside them; what is wrong is said, and the exit code tells.
#
#   command.sh FPREDICT ROOT
set -eu
fpredict=$1 root=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

fail() {
    echo "$*" >&2
    exit 1
}

experiment() {
    "$fpredict" experiment "$@"
}

# Columns of the results of $1, by their headings; state, and whatever is last, have no comma.
columns() { # experiment, headings
    name=$1
    shift
    experiment --show "$name" --format csv | tr -d '\r' | sed 's/"[^"]*"/quoted/g' | awk -F, -v want="$*" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; count = split(want, heading, " "); next }
        { line = $at[heading[1]]
          for (i = 2; i <= count; i++) line = line " " $at[heading[i]]
          print line }'
}

# --- Each point is the prediction of its own: here by sweeps of fpredict estimate ---
cat >part.h <<'END'
#define WEIGHT 0.25
END
sed 's/^#include <stdio.h>/&\n#include "part.h"/' "$root/samples/laplace/laplace.c" >laplace.c
cat >sizes.yaml <<'END'
schema: fpredict/experiment-file/1
name: sizes
command: estimate
sources: [laplace.c]
machine: cm5
set: [niter=5]
vary:
  - {what: size, name: N, from: 16, to: 64, factor: 2}
  - {what: processors, values: [1, 2, 4]}
END
experiment sizes.yaml >out 2>said || fail "sizes: $(cat said)"
columns sizes N processors time_s >found
"$fpredict" estimate laplace.c --machine cm5 --set niter=5 --set N=16,32,64 --procs 1,2,4 --no-warnings \
    --format csv | tr -d '\r' | sed 's/"[^"]*"/quoted/g' | awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        { print $at["N"], $at["processors"], $at["time_s"] }' >expected
cmp found expected || fail "points are not what is predicted of each"
[ "$(wc -l <found)" -eq 9 ] || fail "3 by 3 points are $(wc -l <found)"
# The speed-up on p processors is the time on one over that on p.
columns sizes N processors time_s speed_up | awk '
    $2 == 1 { alone = $3 }
    { if ((alone / $3 - $4) ^ 2 > 1e-18) { print "on " $2 " it is " $4; exit 1 } }' ||
    fail "a speed-up is wrong"
if command -v gnuplot >gnuplot_is; then
    [ -s sizes-time.svg ] && [ -s sizes-speed-up.svg ] || fail "there are no curves"
    [ ! -s said ] || fail "it says: $(cat said)"
    [ "$(grep -c 'N = ' sizes-time.svg)" -ge 3 ] || fail "the curves do not say which they are"
    grep -q 'speed-up' sizes-speed-up.svg || fail "the speed-up does not say what it is"
else
    grep -q 'Debian: gnuplot-nox' said || fail "without gnuplot nobody says what to install"
fi

# --- Nothing is made twice; what has changed is: the source, its header, its flags, the machine ---
sed 's/16, to: 64, factor: 2/16, to: 17, step: 1/; s/, 2, 4\]/]/; s/name: sizes/name: changing/' sizes.yaml >changing.yaml
made() { # the keys of results
    experiment --show changing --format json | grep '"key"' | sort
}
experiment changing.yaml >out 2>said || fail "once: $(cat said)"
made >before
experiment changing.yaml >out 2>said || fail "again: $(cat said)"
made >after
cmp before after || fail "the same has another key"
changes() { # what has been changed
    experiment changing.yaml >out 2>said || fail "$1: $(cat said)"
    made >after
    [ "$(sort -u before after | wc -l)" -eq 4 ] || fail "$1 has changed, and a result has not"
    mv after before
    [ "$(columns changing N | wc -l)" -eq 2 ] || fail "$1: results of before are shown, too"
}
echo '/* the end */' >>laplace.c
changes 'the source'
echo '/* the end */' >>part.h
changes 'its header'
sed 's/^machine/flags: [-DNOTHING]\nmachine/' changing.yaml >s && mv s changing.yaml
changes 'its flags'
cp "$root/sysmodels/machines/cm5.yaml" my.yaml
sed 's/^machine: cm5/machine: .\/my.yaml/' changing.yaml >s && mv s changing.yaml
changes 'the name of the machine'
echo '# the end' >>my.yaml
changes 'the file of the machine'

# --- Part of it, and the rest ---
experiment sizes.yaml --database part.db --only N=16,64 --only processors=4 >out 2>said || fail "$(cat said)"
experiment --list --database part.db | grep -q 'sizes  *2 of 9' || fail "--only N=16,64 and P=4 is no two points"
[ "$(grep -c '^ *[0-9]' out)" -eq 2 ] || fail "two points are chosen, and printed are: $(cat out)"
experiment sizes.yaml --database part.db >out 2>said || fail "$(cat said)"
[ "$(grep -c '^ *[0-9]' out)" -eq 9 ] || fail "nine points are printed as: $(cat out)"
experiment sizes.yaml --database part.db --only N=16 >out 2>said || fail "$(cat said)"
[ "$(grep -c '^ *[0-9]' out)" -eq 3 ] || fail "of nine points that are there three are chosen: $(cat out)"
experiment --list --database part.db | grep -q 'sizes  *9 of 9' || fail "the rest was not run"

# --- --only prints few, and speed-ups are as of all ---
speed_up_there() { # lines of CSV: that on 4 processors at N = 64
    tr -d '\r' | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["N"] == 64 && $at["processors"] == 4 { print $at["speed_up"] }'
}
experiment --show sizes --database part.db --format csv | speed_up_there >expected
experiment sizes.yaml --database part.db --only N=64 --only processors=4 --format csv >out 2>said ||
    fail "$(cat said)"
[ "$(wc -l <out)" -eq 2 ] || fail "--only prints $(cat out)"
speed_up_there <out | cmp - expected || fail "--only makes a speed-up another: $(cat out), not $(cat expected)"
[ -s expected ] && ! grep -qx 4 expected || fail "a speed-up on 4 of 4 shows nothing: $(cat expected)"

# --- Interrupted: what is there is kept, and only the rest is run ---
cat >long.yaml <<'END'
schema: fpredict/experiment-file/1
name: long
command: estimate
sources: [laplace.c]
vary: [{what: size, name: N, from: 8, to: 27, step: 1}]
END
"$fpredict" experiment long.yaml -j 1 --database long.db >out 2>said &
pid=$!
count=0
while [ "$count" -lt 2 ]; do
    count=$(experiment --show long --database long.db --format csv 2>waiting | grep -c ',done,' || true)
    kill -0 "$pid" 2>waiting || fail "it is through before it can be interrupted"
done
kill -TERM "$pid"
status=0
wait "$pid" || status=$?
[ "$status" -eq 1 ] || fail "interrupted, it ends with $status"
grep -q 'interrupted; the results of [0-9]* points are kept' said || fail "it does not say so: $(cat said)"
kept() {
    experiment --show long --database long.db --format csv | tr -d '\r' | cut -d, -f1,4,14 | sort
}
kept >before
[ "$(wc -l <before)" -lt 21 ] || fail "nothing is missing"
sleep 1.1 # what is made from here on is told by its time
experiment long.yaml --database long.db --plots curves >out 2>said || fail "the rest: $(cat said)"
kept >after
[ "$(wc -l <after)" -eq 21 ] || fail "20 points and a heading are $(wc -l <after) lines"
[ -z "$(comm -23 before after)" ] || fail "results were made anew"

# --- A size at which the program does not compile; the others go on ---
cat >compiles.c <<'END'
#ifndef N
#define N 8
#endif
#if N == 16
#error sixteen is not for this program
#endif
double u[N];
#pragma hpf processors p(2)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto p
#pragma hpf align u[i] with T(i)
int main(void)
{
    for (int i = 0; i < N; i++)
        u[i] = i;
    return 0;
}
END
cat >fails.yaml <<'END'
schema: fpredict/experiment-file/1
name: fails
command: estimate
sources: [compiles.c]
vary: [{what: size, name: N, values: [8, 16, 32]}]
END
status=0
experiment fails.yaml >out 2>said || status=$?
[ "$status" -eq 1 ] || fail "with a point that fails it ends with $status"
grep -q '1 of 3 points failed; the first one: .*sixteen' said || fail "why it fails: $(cat said)"
[ "$(columns fails state | tr '\n' ' ')" = 'done failed done ' ] || fail "the others do not go on"

# --- Traces: an extrapolation, and a replay, with a word of the machine ---
cat >trace.yaml <<'END'
schema: fpredict/experiment-file/1
name: trace
command: extrapolate
trace: ring.trace
machine: cm5
vary:
  - {what: processors, values: [1, 2]}
  - {what: parameter, name: cube.communication.extrapolation.requests, values: [no_interrupt, interrupt]}
END
cp "$root/tests/extrapolation/cases/ring.trace" .
experiment trace.yaml >out 2>said || fail "extrapolations: $(cat said)"
columns trace time_s >found
for p in 1 2; do
    for how in no_interrupt interrupt; do
        "$fpredict" extrapolate ring.trace --machine cm5 --procs $p --format json \
            --param cube.communication.extrapolation.requests=$how |
            sed -n 's/^  "time_s": \(.*\),$/\1/p'
    done
done >expected
cmp found expected || fail "points are not what is extrapolated of each"
sed 's/extrapolate/replay/; s/name: trace/name: replay/; /parameter/d; s/ring.trace/r.trace/; s/\[1, 2\]/[3]/' \
    trace.yaml >replay.yaml
cp "$root/tests/trace/cases/ring.trace" r.trace
experiment replay.yaml >out 2>said || fail "replays: $(cat said)"
"$fpredict" replay r.trace --machine cm5 --format json | sed -n 's/^  "time_s": \(.*\),$/\1/p' >expected
columns replay time_s >found
cmp found expected || fail "the point is not what is replayed"

# --- Measured times stand beside; each line once ---
cat >runs.csv <<'END'
host,processors,N,time_s
a,4,64,0.125
b,4,64,0.125
b,1,16,0.5
END
for again in first second; do
    experiment sizes.yaml --add-measured runs.csv >out 2>said || fail "$again: $(cat said)"
done
columns sizes N processors kind time_s | grep measured >found
printf '16 1 measured 0.5\n64 4 measured 0.125\n64 4 measured 0.125\n' >expected
cmp found expected || fail "measured are $(cat found)"
experiment sizes.yaml >out 2>said || fail "$(cat said)"
[ "$(columns sizes kind | grep -c measured)" -eq 3 ] || fail "what was measured is gone"

# Of points that are no more it is not shown, and again where they are.
sed 's/16, to: 64, factor: 2/16, to: 96, step: 80/' sizes.yaml >fewer.yaml
experiment fewer.yaml >out 2>said || fail "$(cat said)"
[ "$(columns sizes N processors kind | grep measured)" = '16 1 measured' ] || fail "measured is shown elsewhere"
experiment sizes.yaml >out 2>said || fail "$(cat said)"
columns sizes N processors kind time_s | grep measured >found
cmp found expected || fail "measured are $(cat found)"

# The base of a speed-up is the median of what was measured on the fewest processors: of 4, 1 and 3 s 3.
cat >more.csv <<'END'
processors,N,time_s
1,32,4
1,32,1
1,32,3
4,32,0.5
END
experiment sizes.yaml --add-measured more.csv >out 2>said || fail "$(cat said)"
columns sizes N processors kind speed_up | grep '^32.*measured' >found
printf '32 1 measured 0.75\n32 1 measured 1\n32 1 measured 3\n32 4 measured 6\n' >expected
sort found | cmp - expected || fail "speed-ups of what was measured: $(cat found)"

# --- Curves are told apart beyond the eighth: the first of each colour is a whole line, the next broken ---
if [ -s gnuplot_is ]; then
    sed 's/16, to: 64, factor: 2/16, to: 144, step: 8/; s/name: sizes/name: many/' sizes.yaml >many.yaml
    experiment many.yaml --database many.db >out 2>said || fail "$(cat said)"
    [ "$(grep -c 'N = ' many-time.svg)" -ge 17 ] || fail "seventeen curves are not named"
    dashes() { # kinds of broken lines; the grid is one
        grep -o "stroke-dasharray='[^']*'" "$1" | sort -u | wc -l
    }
    [ "$(dashes many-time.svg)" -ge $(($(dashes sizes-time.svg) + 2)) ] ||
        fail "the ninth curve and the seventeenth have no lines of their own"
fi

# --- A database of somebody else's: its names are no paths ---
if command -v python3 >/dev/null; then
    cp part.db foreign.db
    python3 -c 'import sqlite3
d = sqlite3.connect("foreign.db")
d.execute("update experiment set name = ?", ("../out",))
d.commit()'
    mkdir inner
    code=0
    experiment --show ../out --database foreign.db --plots inner >out 2>said || code=$?
    [ "$code" -eq 1 ] && grep -q 'no name of a file' said || fail "a name that is a path: $code, $(cat said)"
    [ -z "$(ls inner)" ] && [ ! -e out-time.svg ] || fail "a curve is drawn there"
fi

# --- What is wrong ---
refuses() { # exit code, what is said, arguments
    code=0
    expected=$1 text=$2
    shift 2
    experiment "$@" >out 2>said || code=$?
    [ "$code" -eq "$expected" ] || fail "$*: exits with $code, not $expected"
    grep -q -- "$text" said || fail "$*: does not say '$text': $(cat said)"
}
refuses 2 'which experiment'
refuses 2 'only read the database' sizes.yaml --list
refuses 1 "'there.yaml' cannot be read" there.yaml
refuses 1 'did you mean .sizes' --show size
refuses 1 'is a folder' sizes.yaml --database .
refuses 1 'No such file' --list --database none.db
refuses 1 "'M' does not vary" sizes.yaml --only M=1
refuses 1 "no point has 'N' = '17'" sizes.yaml --only N=16,17
printf 'N,procesors,time_s\n16,1,2\n' >wrong.csv
refuses 1 "did you mean 'processors'" sizes.yaml --add-measured wrong.csv
printf 'N,processors,time_s\n16,1,2\n16,1,-2\n' >wrong.csv
refuses 1 'wrong.csv:3:6: error: a time is' sizes.yaml --add-measured wrong.csv
[ "$(columns sizes kind | grep -c measured)" -eq 7 ] || fail "half of a file was added"
sed 's/requests,/reqests,/' trace.yaml >wrong.yaml
refuses 1 'wrong.yaml:8:.*error: .*reqests' wrong.yaml
sed 's/requests,/requests,/; s/, interrupt\]/, interupt]/' trace.yaml >wrong.yaml
refuses 1 "wrong.yaml:8:.*'interupt'" wrong.yaml
# What the table of options tells is said at its place, and no point is run.
cp sizes.yaml wrong.yaml
echo 'options: [overlap=0.5, exchange=postd]' >>wrong.yaml
refuses 1 "wrong.yaml:[0-9]*:24: error: .*postd" wrong.yaml --database wrong.db
[ ! -e wrong.db ] || fail "a database is begun for an option that is wrong"
printf '%s\n' 'schema: fpredict/experiment-file/1' 'name: o' 'command: estimate' 'sources: [compiles.c]' \
    'vary: [{what: option, name: exchange, values: [posted, pushd]}]' >wrong.yaml
refuses 1 "wrong.yaml:5:56: error: .*pushd" wrong.yaml --database wrong.db
sed 's/cm5/cm6/' trace.yaml >wrong.yaml
refuses 1 "wrong.yaml:5:10: error: no machine is named 'cm6'" wrong.yaml
sed 's/ring.trace/none.trace/' trace.yaml >wrong.yaml
refuses 1 "none.trace' cannot be read" wrong.yaml
# A disk that is full: what is in the database stays.
experiment long.yaml --database full.db --only N=8 >out 2>said || fail "$(cat said)"
code=0
(ulimit -f $(($(wc -c <full.db) / 512 + 8)) && experiment long.yaml --database full.db >out 2>said) || code=$?
[ "$code" -eq 1 ] && grep -q "the database 'full.db' cannot be" said || fail "a full disk ($code): $(cat said)"
experiment --show long --database full.db --format csv | grep -q '^8,estimate,done' ||
    fail "what was written before the disk was full is gone"
