#!/bin/bash
# A program of several files, compiled one by one: objects are clang's, their compiles say nothing, and the link
# predicts what `fpredict estimate` does of all files, whichever way the records are found; what has none is named.
#
#   records.sh FPREDICT_CC CLANG FPREDICT
set -u
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
fpredict=$3
cd "$work"

project() { # FOLDER
    mkdir -p "$1"
    cp "$here"/../../codegen/several/heat/{main.c,grid.c,print.c,heat.h} "$1"
}
sums() { # FILE: time, messages, whether complete
    python3 -c 'import json, sys
j = json.load(open(sys.argv[1]))
print(j["time_s"], sum(c["messages"] for c in j["communications"]), j["complete"])' "$1"
}
compile() {
    "$cc" -fpredict -O2 -c "$@" >>compiled 2>&1 || fail "compile $*"
}
# link WHAT ARGUMENT…: the link predicts what is in `wanted`.
link() {
    local what=$1
    shift
    rm -f link.json
    "$cc" -fpredict -fpredict-report=json:link.json "$@" -o prog 2>link.err || fail "$what: no link"
    [ -s link.json ] && [ "$(sums link.json)" = "$wanted" ] || { fail "$what"; cat link.err; }
}
says() { # WHAT TEXT…
    local what=$1 text
    shift
    for text in "$@"; do
        grep -qF -- "$text" link.err || { fail "$what: '$text' is not said"; cat link.err; }
    done
}

project .
"$fpredict" estimate main.c grid.c print.c --format json >want.json 2>/dev/null
wanted=$(sums want.json)
for f in main grid print; do
    compile $f.c
    "$clang" -O2 -c $f.c -o twin.o && cmp -s twin.o $f.o || fail "$f.o is not clang's"
done
[ ! -s compiled ] || fail "a part predicts: $(head -1 compiled)"
link 'objects' main.o grid.o print.o
[ "$(grep -c 'remark: .* in all' link.err)" = 1 ] || fail 'not one total'
link 'sources and objects' -O2 main.c grid.o print.c
link 'sources' -O2 main.c grid.c print.c
./prog >got && "$clang" -O2 main.c grid.c print.c -o plain && ./plain | cmp -s - got || fail 'another program'

# From elsewhere: paths and flags are those of the compile.
mkdir -p sub other
(cd sub && "$cc" -fpredict -O2 -I .. -c ../grid.c -o grid.o) 2>/dev/null
link 'a folder of its own' main.o sub/grid.o print.o
(cd other && "$cc" -fpredict -fpredict-report=json:link.json ../main.o ../sub/grid.o ../print.o -o prog 2>link.err)
[ "$(sums other/link.json)" = "$wanted" ] || fail 'linked in another folder'

# Archives: only what is wanted, by what it holds.
sed 's/0\.25/0.5/' grid.c >second.c
mkdir rec
for f in main grid print second; do compile -fpredict-records="$PWD/rec" $f.c; done
ar rc libgrid.a grid.o print.o && ar rc libsecond.a second.o && mkdir moved
mv grid.o print.o moved && rm -f ./*.o.fpredict
link 'an archive' -fpredict-records=rec main.o libgrid.a libsecond.a
link '-l' -fpredict-records=rec main.o -L. -lgrid -lsecond
link 'moved objects' -fpredict-records=rec main.o moved/grid.o moved/print.o
mkdir thin && ar rcT thin/libgrid.a moved/grid.o moved/print.o
link 'a thin archive' -fpredict-records=rec main.o thin/libgrid.a
ar rc libcycle.a moved/print.o && ar rc libfirst.a moved/grid.o
link 'a group' -fpredict-records=rec main.o -Wl,--start-group libcycle.a libfirst.a -Wl,--end-group
"$cc" -fpredict main.o libgrid.a -o prog 2>link.err
[ ! -s link.err ] || fail 'without a record of a source with directives something is said'

# The same object of two sources of one name.
project twin
sed -i 's/^double residual/\/* twice *\/ &/' twin/grid.c
(cd twin && compile -fpredict-records="$work/rec" grid.c)
cmp -s twin/grid.o moved/grid.o || fail 'the test is wrong: another object'
incomplete() { # WHAT ARGUMENT…
    local what=$1
    shift
    rm -f link.json
    "$cc" -fpredict -fpredict-report=json:link.json "$@" -o prog 2>link.err || fail "$what: no link"
    case $(sums link.json) in *False) ;; *) fail "$what: it claims to be complete" ;; esac
}
incomplete 'two sources' -fpredict-records=rec main.o moved/grid.o moved/print.o
says 'two sources' "'moved/grid.o' is the object of '" "'grid.c', by 'rec/" "'twin/grid.c', by 'rec/" \
    'what it has counts as code without a body'

# Missing; stale, for the object is another, or the source is.
rm -rf rec
for f in main grid print; do compile $f.c; done
rm grid.o.fpredict
incomplete 'missing' main.o grid.o print.o
says 'missing' "warning: 'grid.o' has no record of its source;" "compile it with '-fpredict', too"
"$cc" -fpredict -Werror=predict main.o grid.o print.o -o failed 2>link.err && fail 'no error of a missing record'
[ ! -e failed ] || fail 'a program is left'
compile grid.c
"$clang" -O1 -c second.c -o grid.o
incomplete 'another object' main.o grid.o print.o
says 'another object' "'grid.o' is another object than its record 'grid.o.fpredict' was made for, of 'grid.c'"
compile grid.c
echo >>heat.h
"$cc" -fpredict main.o grid.o print.o -o prog 2>link.err || fail 'another header: no link'
says 'another header' "'grid.o' was compiled from 'grid.c', by its record 'grid.o.fpredict', and 'heat.h' has changed since" \
    "the object that has 'main' has no record of its source: the program is not predicted"
rm main.o.fpredict
"$cc" -fpredict main.o grid.o print.o -o prog 2>link.err || fail 'a link without predictions'
! grep -q remark link.err || fail 'a program without main is predicted'

# One file that is all of a program is predicted when it is compiled, and not again.
cp "$work/sources/hpf.c" "$work/sources/plain.h" .
"$cc" -fpredict -c hpf.c 2>link.err
grep -q 'remark: .* in all' link.err || fail 'a whole program in one file is not predicted'
"$cc" -fpredict hpf.o -o prog 2>link.err
[ ! -s link.err ] || { fail 'a whole program is predicted twice'; cat link.err; }
"$cc" -fpredict -fpredict-procs=2 hpf.o -o prog 2>link.err
grep -q 'on 2 processors' link.err || fail 'other options are another prediction'

# Without directives nothing is said, with records and without.
echo 'int main(void) { return 0; }' >none.c
"$cc" -fpredict -c none.c && "$cc" -fpredict none.o -o none && rm none.o.fpredict && "$cc" -fpredict none.o -o none
finish
