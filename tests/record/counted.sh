# What run.sh and run_smpi.sh compare.

# is_as_counted TRACE OUT: has the trace what calls.c said of itself into the file OUT?
is_as_counted() {
    "$fpredict" trace convert "$1" --as text -o counted.text >said 2>&1 || fail "the trace of $1"
    awk '
        /^[0-9]/ {
            delete value
            for (i = 4; i < NF; i++)
                value[$i] = $(i + 1)
        }
        !/^[0-9]/ { next }
        $3 == "send" || $3 == "isend" { sent[$1]++; sent_bytes[$1] += value["bytes"] }
        $3 == "recv" || $3 == "irecv" { received[$1]++; received_bytes[$1] += value["bytes"] }
        / any_source/ { sources[$1] = sources[$1] " " value["from"] }
        $3 == "collective_end" {
            together[$1]++
            given[$1] += value["bytes"]
            got[$1] += value["received"]
        }
        $3 == "put" { puts[$1]++ }
        $3 == "get" { gets[$1]++ }
        END {
            for (r in sent)
                printf "rank %d sent %d %d received %d %d collectives %d %d %d accesses %d %d sources%s\n",
                       r, sent[r], sent_bytes[r], received[r], received_bytes[r], together[r],
                       given[r], got[r], puts[r], gets[r], sources[r]
        }' counted.text | sort >got
    grep '^rank' "$2" | sort >wanted
    [ -s wanted ] || fail "the program has not counted"
    diff wanted got >difference || fail "what the program counted, and the trace: $(cat difference)"
    # Each communicator has its own size of broadcast: its members, in their order.
    grep '^comm' "$2" | while read -r _ bytes members; do
        comm=$(sed -n "s/.* collective_end MPI_Bcast root 0 comm \([0-9]*\) bytes $bytes received 0\( .*\)*\$/\1/p" counted.text)
        [ "$(echo "$comm" | wc -w)" = 1 ] || fail "the broadcast of $bytes bytes: on '$comm'"
        grep -q "^comm $comm \"[^\"]*\" $members\$" counted.text || fail "communicator $comm is not $members"
        [ "$(grep -c "collective_end MPI_Bcast root 0 comm $comm bytes" counted.text)" = \
          "$(echo "$members" | wc -w)" ] || fail "not all members of communicator $comm have broadcast once"
    done
    if command -v otf2-print >/dev/null; then
        otf2-print --silent "$1/traces.otf2" >said 2>&1 || fail "otf2-print does not take it"
    fi
}

# computes TEXT: between two barriers each rank computes 50 ms times its number, from 1 on. What the
# clock of its thread says is at least that, and little more.
computes() {
    awk '
        $1 == "region" && $4 == "\"MPI_Barrier\"" { barrier = $2 }
        /^[0-9]/ && $4 == barrier && $3 == "leave" { left[$1] = $NF }
        /^[0-9]/ && $4 == barrier && $3 == "enter" && $1 in left { computed[$1] = $NF - left[$1] }
        END {
            for (r = 0; r < 2; r++) {
                wanted = 50e6 * (r + 1)
                if (computed[r] < wanted || computed[r] > 1.2 * wanted) {
                    print "rank " r " computes " computed[r] " ns"
                    exit 1
                }
            }
        }' "$1" >said || fail "processor time"
}

# has_regions FILE TEXT: are the functions and loops of FILE begun and ended as often as `wanted` says, at
# their lines?
has_regions() {
    awk -v file="$1" '
        $1 == "region" && / user / && index($0, "/" file "\"") + index($0, "\"" file "\"") {
            split($0, part, "\"")
            sub(/.*\//, "", part[4])
            name[$2] = part[2] " " part[4] part[5]
        }
        /^0 / && $3 == "enter" { entered[$4]++ }
        /^0 / && $3 == "leave" { left[$4]++ }
        END { for (r in name) print name[r], entered[r], left[r] }' "$2" | sort >got
    diff wanted got >difference || fail "marked functions and loops: $(cat difference)"
}

has_marks() {
    cat >wanted <<END
find marks.c 12 3 3
loop 14 marks.c 14 3 3
loop 15 marks.c 15 7 7
loop 27 marks.c 27 3 3
loop 30 marks.c 30 2 2
loop 34 marks.c 34 2 2
loop 48 marks.c 48 2 2
search marks.c 24 2 2
END
    has_regions marks.c "$1"
}
