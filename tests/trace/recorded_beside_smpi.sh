#!/bin/bash
# Programs that fpredict cannot predict without a run, recorded once on this host and replayed on
# platforms of training/platforms: by fpredict on the machine file that training made, and by SMPI's
# own replay of the same recording on the platform itself. Both compute for the recording's
# processor times. Prints a row for each program, platform and number of ranks; per cent are of
# SMPI's time. Skipped (77) without smpirun and mpirun.
#
#   recorded_beside_smpi.sh FPREDICT [--ranks 4,8,16] [--platforms cluster,fabric] [--require PERCENT]
#                           [--in FOLDER] [PROGRAM[:ARGUMENT:...]] ...
#
# A program is a source (.c), which is compiled as it stands, or what mpicc has made of several.
# Without any those beside this script, in programs/. They run in FOLDER.
set -eu
fpredict=$(realpath "$1")
shift
here=$(cd "$(dirname "$0")" && pwd)
platforms=$here/../../training/platforms
command -v smpirun >/dev/null && command -v mpirun >/dev/null || exit 77

ranks=4,8,16 places=cluster,fabric require="" folder=""
while [ $# -gt 0 ]; do
    case $1 in
    --ranks) ranks=$2 ;;
    --platforms) places=$2 ;;
    --require) require=$2 ;;
    --in) folder=$(realpath "$2") ;;
    *) break ;;
    esac
    shift 2
done
[ $# -gt 0 ] || set -- "$here"/programs/*.c
# Open MPI's ways to say that root may, and that processors may be shared.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for what; do # folders change below
    set -- "$@" "$(realpath "${what%%:*}")${what#"${what%%:*}"}"
    shift
done
cd "$work"

# PLATFORM: its file, as simgrid wants it, and the options of smpirun that a replay takes.
for place in ${places//,/ }; do
    if [ -e "$platforms/$place.sh" ]; then
        sh "$platforms/$place.sh" >"$place.xml"
    else
        cp "$platforms/$place.xml" .
    fi
    grep -v -e root.thres -e simulate-computation -e smpi/wtime "$platforms/$place.options" >"$place.options"
done

# The seconds that SMPI's replay of ti takes on a platform; empty if it does not end.
by_smpi() { # PLATFORM RANKS
    # shellcheck disable=SC2046
    smpirun -np "$2" -platform "$1.xml" $(cat "$1.options") --log=smpi_replay.thres:warning \
        --log=replay.thres:warning --cfg=smpi/display-timing:yes -replay "$work/ti" 2>&1 |
        sed -n 's/.*Simulated time: *\([0-9.e+-]*\) seconds.*/\1/p'
}

say() { # of a replay's JSON, the first: KEY
    grep -o "\"$1\": [0-9.e+-]*" replay.json | head -1 | cut -d' ' -f2
}

failed=0
echo "| program | ranks | events | platform | SMPI, ms | replayed, ms | off, % | any source: others |"
echo "|---|---|---|---|---|---|---|---|"
for what; do
    IFS=: read -ra words <<<"$what"
    name=$(basename "${words[0]}" .c)
    case ${words[0]} in
    *.c) mpicc -O2 -w -o program "${words[0]}" -lm || { failed=1; continue; } ;;
    *) cp "${words[0]}" program ;;
    esac
    for n in ${ranks//,/ }; do
        rm -rf run ti ti_files
        (cd "${folder:-.}" && "$fpredict" record -o "$work/run" -- \
            mpirun -n "$n" "$work/program" "${words[@]:1}") >out 2>said ||
            { echo "| $name | $n | not recorded: $(tail -1 said) |"; failed=1; continue; }
        "$fpredict" trace convert run --as ti -o ti >/dev/null 2>said ||
            { echo "| $name | $n | not converted: $(tail -1 said) |"; failed=1; continue; }
        for place in ${places//,/ }; do
            smpi=$(by_smpi "$place" "$n")
            "$fpredict" replay run --machine "$platforms/$place.yaml" --format json >replay.json \
                2>said || true
            mine=$(say time_s) events=$(say events) others=$(say reordered)
            awk -v name="$name" -v n="$n" -v place="$place" -v smpi="$smpi" -v mine="$mine" \
                -v events="$events" -v others="$others" -v most="${require:-1e9}" '
                BEGIN {
                    off = smpi && mine ? 100 * (mine / smpi - 1) : "not known"
                    printf "| %s | %d | %s | %s | %s | %s | %s | %s |\n", name, n, events, place,
                        smpi ? sprintf("%.4g", 1e3 * smpi) : "does not end",
                        mine ? sprintf("%.4g", 1e3 * mine) : "does not end",
                        off == "not known" ? off : sprintf("%+.2f", off), others
                    exit off == "not known" || off > most || -off > most
                }' || failed=1
        done
    done
done
exit $failed
