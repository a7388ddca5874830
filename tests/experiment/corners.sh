#!/bin/sh
# fpredict experiment where it is easily wrong: shapes, titles with line breaks, what a result depends
# on, sizes that are called as settings are, ranges and tables of measured times.
#
#   corners.sh FPREDICT ROOT
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

refuses() { # what is said, arguments
    code=0
    text=$1
    shift
    experiment "$@" >out 2>said || code=$?
    [ "$code" -eq 1 ] || fail "$*: exits with $code"
    grep -q -- "$text" said || fail "$*: does not say '$text': $(cat said)"
}

has_gnuplot=$(command -v gnuplot || true)
cp "$root/samples/laplace/laplace.c" .
cat >shapes.yaml <<'EOF'
schema: fpredict/experiment-file/1
name: shapes
command: estimate
sources: [laplace.c]
set: [N=16, niter=2]
vary: [{what: processors, values: [1x1, 2, 2x2]}]
EOF

# --- Shapes: 1x1 are the fewest; those with as many processors stand side by side ---
experiment shapes.yaml --format csv >out 2>said || fail "shapes: $(cat said)"
tr -d '\r' <out | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    NR == 2 { alone = $at["time_s"] }
    { count++; if ((alone / $at["time_s"] - $at["speed_up"]) ^ 2 > 1e-18) exit 1 }
    END { exit count != 3 }' || fail "a speed-up is wrong: $(cat out)"
sed 's/name: shapes/name: alike/; s/1x1, 2, 2x2/1x4, 2x2, 4x1/' shapes.yaml >alike.yaml
experiment alike.yaml >out 2>said || fail "shapes that are alike: $(cat said)"
if [ "$has_gnuplot" ]; then
    [ -s shapes-speed-up.svg ] && [ -s alike-speed-up.svg ] || fail "shapes have no speed-up"
    # Where the labels below stand: text at translate(X,Y).
    grep -B 1 '>\(1x4\|2x2\|4x1\)<' alike-time.svg | sed -n 's/.*translate(\([0-9.]*\),.*/\1/p' | sort -u >labels
    [ "$(wc -l <labels)" -eq 3 ] || fail "labels stand at $(tr '\n' ' ' <labels)"
fi

# --- A title is a text, whatever it says ---
sed 's/^name: shapes/name: title\ntitle: "a\\n!touch done\\nsystem \\"touch done\\"\\n#"/' shapes.yaml >title.yaml
experiment title.yaml >out 2>said || fail "a title with line breaks: $(cat said)"
experiment --show title --plots shown >out 2>said || fail "shown: $(cat said)"
[ ! -e done ] || fail "a title is executed"
if [ "$has_gnuplot" ]; then
    grep -q '!touch done' title-time.svg && [ -s shown/title-time.svg ] || fail "the title is gone"
fi
# A drawing that was begun and is not whole is not left.
mkdir early
cat >early/gnuplot <<'END'
#!/bin/sh
cat >read
echo half >"$(sed -n 's/^set output .\(.*\).$/\1/p' read | head -n 1)"
exit 3
END
chmod +x early/gnuplot
PATH=$PWD/early:$PATH experiment --show title --plots early >out 2>said || :
grep -q 'could not draw' said || fail "a gnuplot that fails: $(cat said)"
[ "$(ls early)" = gnuplot ] || fail "half a drawing is left"

# --- What a result depends on ---
made() { # the keys of results of $1
    experiment --show "$1" --format json | grep '"key"' | sort
}
changes() { # experiment, what has been changed
    made "$1" >before
    experiment "$1.yaml" >out 2>said || fail "$2: $(cat said)"
    made "$1" >after
    [ "$(wc -l <after)" -eq 1 ] || fail "$2: there is more than one result"
    ! cmp -s before after || fail "$2 has changed, and the result has not"
    experiment "$1.yaml" >out 2>said || fail "$2 again: $(cat said)"
    made "$1" >before
    cmp before after || fail "$2 has not changed, and the result has"
}
# Headers that a flag includes, and those that a macro names: in the source, in a header, by a flag.
for name in flag there above given; do
    echo "#define FROM_$name 1" >"$name.h"
done
sed '1i #define ABOVE <above.h>\n#define THERE ABOVE_ALL\n#include "names.h"\n#include THERE\n#include ABOVE\n#include GIVEN' \
    laplace.c >named.c
mkdir inside
mv above.h inside
echo '#define ABOVE_ALL "there.h"' >names.h
sed "s/name: shapes/name: named/; s/laplace/named/; s/1x1, 2, 2x2/2/
    s/^command/flags: [-include, flag.h, '-DGIVEN=\"given.h\"', -I, inside]\ncommand/" shapes.yaml >named.yaml
experiment named.yaml >out 2>said || fail "headers: $(cat said)"
! grep -q 'cannot be told' said || fail "headers that are known: $(cat said)"
for name in flag.h there.h inside/above.h given.h; do
    echo '/* the end */' >>"$name"
    changes named "$name"
done
# One that is computed: clang tells which it is.
echo '#define FROM_computed 1' >computed.h
sed '1i #define HEADER(name) <name.h>\n#include HEADER(computed)' laplace.c >unknown.c
sed 's/name: shapes/name: unknown/; s/laplace/unknown/; s/1x1, 2, 2x2/2/
    s/^command/flags: [-I, .]\ncommand/' shapes.yaml >unknown.yaml
experiment unknown.yaml >out 2>said || fail "a header that is computed: $(cat said)"
! grep -q 'cannot be told' said || fail "a header that clang knows: $(cat said)"
echo '/* the end */' >>computed.h
changes unknown 'a header that is computed'
# It is said where it cannot be told.
rm computed.h
experiment unknown.yaml >out 2>said && fail "a header that is not there"
[ "$(grep -c 'unknown.c:2:1: warning: which header this is cannot be told' said)" -eq 1 ] ||
    fail "what is not known of headers: $(cat said)"

# The files of ranks that SMPI's list names, as it names them, and beside it.
mkdir list
printf '0 init\n0 compute 1000000\n0 finalize\n' >list/rank0
printf '1 init\n1 compute 2000000\n1 finalize\n' >list/rank1
printf 'list/rank0\nrank1\n' >list/all.txt
cat >listed.yaml <<'EOF'
schema: fpredict/experiment-file/1
name: listed
command: replay
trace: list/all.txt
machine: cm5
vary: [{what: option, name: flops-rate, values: [1e6]}]
EOF
experiment listed.yaml >out 2>said || fail "a list: $(cat said)"
for rank in 0 1; do
    printf '%s init\n%s compute 4000000\n%s finalize\n' $rank $rank $rank >list/rank$rank
    changes listed "rank $rank's file"
done

# --- While what is read is hashed, which may take long, others write to the database ---
mkfifo list/first list/second
printf 'list/first\nlist/second\n' >list/slow.txt
sed 's/name: listed/name: slow/; s/all.txt/slow.txt/' listed.yaml >slow.yaml
"$fpredict" experiment slow.yaml --database shared.db >slow.out 2>&1 &
slow=$!
timeout 60 sh -c ': >list/first' || fail "nothing reads the first file: $(cat slow.out)"
status=0
experiment listed.yaml --database shared.db >out 2>said || status=$?
kill "$slow"
wait "$slow" 2>waiting || :
[ "$status" -eq 0 ] || fail "beside one that hashes: $(cat said)"

# --- Ten thousand values of a machine take no machine each ---
sed 's/name: shapes/name: many/; s/^vary.*/machine: cm5/' shapes.yaml >many.yaml
echo 'vary: [{what: parameter, name: cube.communication.latency_us, from: 1, to: 10000, step: 1}]' >>many.yaml
enough=640000 # KB of addresses; a sanitizer has not enough by itself
if (ulimit -v $enough && "$fpredict" --version) >out 2>&1; then
    (ulimit -v $enough && experiment many.yaml --only cube.communication.latency_us=5) >out 2>said ||
        fail "10,000 values: $(cat said)"
fi

# --- What is printed as it runs is what is shown later ---
experiment shapes.yaml --database printed.db --format json >printed 2>said || fail "printed: $(cat said)"
experiment --show shapes --database printed.db --format json >shown.json 2>said || fail "shown: $(cat said)"
cmp printed shown.json || fail "it prints otherwise than it shows later"
[ "$(grep -c '"made": "20' printed)" -eq 3 ] && grep -q '"begun": "20' printed || fail "times are not printed"

# --- Sizes that are called as settings are ---
cat >called.c <<'EOF'
#ifndef processors
#define processors 8
#endif
#ifndef machine
#define machine 8
#endif
double u[64];
#pragma hpf processors p(2)
#pragma hpf template T(64)
#pragma hpf distribute T(block) onto p
#pragma hpf align u[i] with T(i)
int main(void)
{
    for (int i = 0; i < processors; i++)
        u[i] = machine;
    return 0;
}
EOF
cat >called.yaml <<'EOF'
schema: fpredict/experiment-file/1
name: called
command: estimate
sources: [called.c]
set: [machine=16]
vary:
  - {what: processors, values: [1, 2]}
  - {what: size, name: processors, values: [16, 64]}
EOF
experiment called.yaml --format csv >out 2>said || fail "sizes that are called as settings: $(cat said)"
[ "$(tr -d '\r' <out | cut -d, -f1,2 | tr '\n' ' ')" = 'processors,size:processors 1,16 1,64 2,16 2,64 ' ] ||
    fail "the columns are $(cat out)"
experiment --show called --format json | tr -d ' \n' >out
grep -q '"settings":{"processors":"2","size:processors":"16","size:machine":"16"}' out || fail "settings are lost: $(cat out)"
experiment called.yaml --database only.db --only size:processors=16 >out 2>said || fail "$(cat said)"
experiment --list --database only.db | grep -q '2 of 4' || fail "--only takes one for the other"

# --- Tables of measured times: what is not asked for is left alone, and a byte order mark ---
sed 's/name: shapes/name: sizes/; s/N=16, //; s/^vary.*/vary: [{what: size, name: N, values: [16, 32]}]/' shapes.yaml >sizes.yaml
printf '\357\273\277N,n,times,time_s\n16,3,0,0.5\n' >runs.csv
experiment sizes.yaml --add-measured runs.csv >out 2>said || fail "a column beside: $(cat said)"
experiment --show sizes --format csv | grep -q '^16,measured,done,0.5,' || fail "what was measured is not there"
printf 'N,time_s,time_s\n16,1,2\n' >runs.csv
refuses "runs.csv:1:10: error: the first line names 'time_s' a second time" sizes.yaml --add-measured runs.csv
