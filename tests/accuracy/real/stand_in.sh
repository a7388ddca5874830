#!/usr/bin/env bash
# Stands for mpirun where programs are built here and run elsewhere (../real.sh):
#
#   stand_in.sh -np RANKS PROGRAM [ARGUMENT]      (or PROGRAM alone: it is sequential)
#
# Case K of `fpredict validate` is the program K.run; it is named after the set of samples (REAL_SET), K and the
# ranks. Without REAL_RESULTS the program goes to the folder REAL_FOLDER. With it, what the program took and
# printed elsewhere, as run.sh wrote it down, is said again, one repetition after the other (counted in
# REAL_STATE); a program that would be another one now is noted there in "others".
set -u
ranks=0
[ "$1" = -np ] && { ranks=$2; shift 2; }
program=$1
case=$(basename "$program")
name=$REAL_SET-${case%.run}-$ranks
strip -o "$REAL_STATE/stripped" --remove-section=.note.gnu.build-id "$program"
code=$(sha256sum <"$REAL_STATE/stripped" | cut -c1-16)

if [ -z "${REAL_RESULTS:-}" ]; then
    if ! grep -q "^$name " "$REAL_FOLDER/list" 2>/dev/null; then
        mkdir -p "$REAL_FOLDER/programs"
        cp "$REAL_STATE/stripped" "$REAL_FOLDER/programs/$code"
        echo "$name $ranks $code ${2:+writes}" >>"$REAL_FOLDER/list"
    fi
    exit 3 # not run
fi

if [ $# -gt 1 ]; then
    cp "$REAL_RESULTS/printed/$name.written" "$2"
    exit
fi
grep -q "^$name $ranks $code" "$REAL_FOLDER/list" || echo "$name" >>"$REAL_STATE/others"
count=$(cat "$REAL_STATE/$name" 2>/dev/null || echo 0)
echo $((count + 1)) >"$REAL_STATE/$name"
# Lines of runs: name, repetition, exit code, seconds of each rank. After the last the first again.
awk -v name="$name" -v n="$count" -v out="$FPR_REPORT" '
    $1 == name { line[k++] = $0 }
    END {
        if (!k)
            exit 4
        many = split(line[n % k], word, " ")
        for (r = 4; r <= many && word[3] == 0; r++)
            print r - 4, word[r] >out
        exit word[3]
    }' "$REAL_RESULTS/runs" || exit
printed=$REAL_RESULTS/printed/$name
[ -e "$printed.$count" ] && printed=$printed.$count # it printed something else that time
cat "$printed"
