#!/usr/bin/env bash
# Sourced by page.sh of the papers and table.sh of the samples: what fpredict predicts, as columns
# of figures. `fpredict` is the program, and the working directory the repository's root.
set -euo pipefail
export LC_ALL=C.UTF-8
include=frontend/include

# What may hold commas stands in front of the columns that are taken; what is not known stands after
# them, of which there must be nothing.
complete='NR > 1 && $(NF - 1) != "true" { print "not complete: " $0 >"/dev/stderr"; exit 1 }'

# predict SOURCE OPTIONS…: a line for each prediction: time, communication and balance.
predict() {
    "$fpredict" estimate "$1" "${@:2}" --format csv --no-warnings -- -I "$include" |
        awk -F, "$complete"' NR > 1 { print $(NF - 9), $(NF - 5), $(NF - 2) }'
}

times() { predict "$@" | cut -d ' ' -f 1; }

# phase REGION SOURCE OPTIONS…: the time of a region on the slowest processor.
phase() {
    "$fpredict" estimate "$2" "${@:3}" --format json --no-warnings -- -I "$include" |
        awk -v name="\"name\": \"$1\"" 'index($0, name) {
            if (match($0, /"time_s": [0-9.e-]+/)) print substr($0, RSTART + 10, RLENGTH - 10) }'
}

# regions SOURCE OPTIONS…: a line for each region: its name, messages, bytes, seconds
# communicating, computing and of overhead, and load balance.
regions() {
    "$fpredict" estimate "$1" "${@:2}" --format json --no-warnings -- -I "$include" |
        awk 'function of(key) {
                match($0, "\"" key "\": [^,}]*")
                return substr($0, RSTART + length(key) + 4, RLENGTH - length(key) - 4)
            }
            /"contention_s"/ {
                name = of("name")
                gsub("\"", "", name)
                print name, of("messages"), of("bytes"), of("communication_s"),
                      of("computation_s"), of("overhead_s"), of("load_balance")
            }'
}

# shifts DISTRIBUTION PROCS SIZES MACHINE…: what the shifts of redblack cost.
shifts() {
    "$fpredict" estimate samples/redblack/redblack.c --distribute "$1" --procs "$2" --set "N=$3" \
        "${@:4}" --format json --no-warnings |
        awk '/"parameters"/ { if (n++) print sum; sum = 0 }
             /"reason"/ { next } # a part: of the communication around it
             /"kind"/ { is_shift = /"kind": "shift"/ }
             is_shift && match($0, /"time_s": [0-9.e-]+/) {
                 sum += substr($0, RSTART + 10, RLENGTH - 10); is_shift = 0 }
             END { print sum }'
}

# changes FIRST STEP: from two columns, the sizes at which the sign of their
# difference changes.
changes() {
    awk -v n="$1" -v step="$2" '{
        sign = $1 < $2 ? -1 : 1
        if (NR > 1 && sign != last) list = list (list ? ", " : "") n
        last = sign
        n += step } END { print (list ? list : "none") }'
}

# speedups: from a column of times, the first over each.
speedups() {
    awk 'NR == 1 { first = $1 } { printf "%s%.2f", (NR > 1 ? " | " : ""), first / $1 } END { print "" }'
}

# ratio A B: how many times A is B.
ratio() {
    awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }'
}

# laplace_times COMPILER DISTRIBUTION PROCS SIZES: a column of times.
laplace_times() {
    times samples/laplace/laplace.c --compiler "$1" --distribute "$2" --procs "$3" --set "N=$4"
}
