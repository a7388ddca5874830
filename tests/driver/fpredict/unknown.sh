#!/usr/bin/env bash
# What cannot be known of a program, from its source to each form of output: a call whose body is
# in another file, and one of which only the cost is not known; with warnings off.
#
#   unknown.sh FPREDICT FPREDICT_CC
set -euo pipefail
fpredict=$1 cc=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
failed=0

# Line 13 may do anything with the arrays.
cat >put.c <<'END'
#define N 64
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
double a[N], b[N];
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)
void put(double *x, int n);
int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i;
    put(a, N);
    for (int i = 1; i < N; i++)
        b[i] = a[i - 1];
    return 0;
}
END
# Line 17 calls a function that reads and writes nothing, and returns; no other file has the arrays.
cat >cost.c <<'END'
#define N 64
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
static double a[N], b[N];
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)
int weight(int n) __attribute__((const));
int main(void)
{
#pragma fpredict region start
    for (int i = 0; i < N; i++) {
        a[i] = i;
    }
#pragma fpredict region sum
    for (int i = 1; i < N; i++) {
        b[i] = a[i - 1] + weight(i);
    }
    return 0;
}
END
# The same with the bodies.
sed -e 's/^void put.*/void put(double *x, int n) { n = 0; }/' put.c >put_whole.c
sed -e 's/^int weight.*/int weight(int n) { return n; }/' cost.c >cost_whole.c

quietly() { # arguments; prints standard output
    "$fpredict" "$@" --no-warnings 2>>messages
}

wants() { # what, and a text that must be in the file, wherever its lines are broken
    tr -s ' \n' ' ' <"$3" | grep -qF -- "$2" || { echo "$1: '$2' is not in" >&2; cat "$3" >&2; failed=1; }
}

fails() { # arguments: they must end with 1
    local status=0
    "$@" >output 2>messages || status=$?
    [ "$status" -eq 1 ] || { echo "status $status, not 1: $*" >&2; cat messages >&2; failed=1; }
}

for name in put cost put_whole cost_whole; do
    quietly estimate $name.c --format json >$name.json
    quietly estimate $name.c --format csv >$name.csv
    quietly estimate $name.c >$name.text
    quietly annotate $name.c >$name.annotated
    quietly compare $name.c >$name.compared
    quietly compare $name.c --format json >$name.ranked
done

python3 - <<'END' || failed=1
import csv, json
at = {name: json.load(open(name + ".json")) for name in ("put", "cost", "put_whole", "cost_whole")}
row = {name: list(csv.DictReader(open(name + ".csv")))[0] for name in at}
for name, one in at.items():
    whole = name.endswith("whole")
    assert one["complete"] is whole, name
    assert ("unknown" in one) is not whole, name
    assert row[name]["complete"] == str(whole).lower(), name
    assert (row[name]["unknown"] == "") is whole, name
    # Ends that there are lie on both sides of the time.
    assert one["low_s"] is None or one["low_s"] <= one["time_s"], name
    assert one["high_s"] is None or one["high_s"] >= one["time_s"], name
ends = {name: (one["low_s"] is not None, one["high_s"] is not None) for name, one in at.items()}
assert ends == {"put": (False, False), "cost": (True, False),
                "put_whole": (True, True), "cost_whole": (True, True)}, ends
assert {(u["line"], u["kind"]) for u in at["put"]["unknown"]} == {(13, "flow")}, at["put"]["unknown"]
assert {(u["line"], u["kind"]) for u in at["cost"]["unknown"]} == {(17, "cost")}, at["cost"]["unknown"]
assert (row["put"]["low_s"], row["put"]["high_s"], row["cost"]["high_s"]) == ("", "", "")
assert row["cost"]["low_s"] != ""
regions = {r["name"]: r for r in at["cost"]["regions"]}
assert regions["start"]["complete"] is True and regions["start"]["high_s"] is not None
assert regions["sum"]["complete"] is False and regions["sum"]["high_s"] is None
for alternative in json.load(open("cost.ranked")):
    ratio = {r["name"]: r["vs_fastest"] for r in alternative["regions"]}
    assert ratio["sum"] is None and ratio["start"] is not None, ratio
END

wants put ", but for put.c:13: " put.text
wants cost "at least " cost.text
wants cost "; not counted: cost.c:17: " cost.text
wants put ", but for what is not known" put.annotated
wants put "│ 13 put(a, N);" put.annotated
wants put "│ 13 not known: " put.annotated
wants cost "│ 17 not counted: " cost.annotated
for name in put cost; do
    wants $name "No winner is named: $name.c:1" $name.compared
    ! grep -q '▸\|is fastest' $name.compared || { cat $name.compared >&2; failed=1; }
done
wants whole '▸' put_whole.compared

# Warnings as errors, though none is printed.
for command in estimate annotate compare "estimate --remarks" "estimate --no-remarks"; do
    for name in put cost; do
        # shellcheck disable=SC2086  # words
        fails "$fpredict" $command $name.c --no-warnings --warnings-as-errors
        [ -s messages ] || { echo "$command $name.c fails without a word" >&2; failed=1; }
    done
    # shellcheck disable=SC2086
    quietly $command cost_whole.c --warnings-as-errors >output || { cat messages >&2; failed=1; }
done
# The body is in an object that is compiled without a record of its source.
echo 'void put(double *x, int n) { x[n] = 0; }' >put_body.c
echo 'int weight(int n) { return n; }' >cost_body.c
for name in put cost; do
    "$cc" -c ${name}_body.c
    fails "$cc" -fpredict -Werror=predict -Wno-predict -Rno-predict $name.c ${name}_body.o -o $name
    fails "$cc" -fpredict -Wno-predict -Rno-predict -Werror=predict $name.c ${name}_body.o -o $name
    [ ! -e $name ] || { echo "$name is left" >&2; failed=1; }
    "$cc" -fpredict -Wno-predict -Rno-predict $name.c ${name}_body.o -o $name 2>messages || failed=1
    [ -e $name ] && [ ! -s messages ] || { cat messages >&2; failed=1; }
    # A part of a program says nothing by itself.
    "$cc" -fpredict -Werror=predict -c $name.c 2>messages || failed=1
    [ -e $name.o ] && [ ! -s messages ] || { cat messages >&2; failed=1; }
done

# A compiler and a starter that are none: what is validated is left out by name, and not run.
cat >mpicc <<'END'
#!/bin/sh
while [ $# -gt 1 ]; do
    [ "$1" = -o ] && out=$2
    shift
done
printf '#!/bin/sh\necho 1\n' > "$out"
chmod +x "$out"
END
cat >mpirun <<'END'
#!/bin/sh
case $* in *where.report*) exit 1 ;; esac
echo 1
printf '# rank seconds computed_s messages bytes\n0 0.5 0 0 0\n1 0.5 0 0 0\n' > "$FPR_REPORT"
END
chmod +x mpicc mpirun
validate=("$fpredict" validate cost_whole.c put.c cost.c --procs 2 --distribute 'T(block)' --no-warnings
    --mpicc "$work/mpicc" --mpirun "$work/mpirun" --cc "$work/mpicc" --repetitions 3)
"${validate[@]}" >validated 2>messages || { cat messages >&2; failed=1; }
wants validate "Left out: 2 cases" validated
wants validate "put: the prediction is not complete: put.c:13: " validated
wants validate "cost: the prediction is not complete: cost.c:17: " validated
wants validate "1 of 3 cases measured" messages
fails "${validate[@]}" --warnings-as-errors

exit "$failed"
