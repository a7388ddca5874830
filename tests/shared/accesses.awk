# A trace of shared access: the accesses to what others own, as count_accesses.c prints them (those
# of reductions are none of an array). Ends with 1 where a barrier is not left by all together, when
# the last has come, or an access lasts.
$3 == "enter" { region[$1] = $4 }
$3 == "leave" { region[$1] = "" }
$3 == "get" && region[$1] == 2 { count[$1 " " $5 " " $9]++ }
$3 == "put" && region[$1] == 2 { count[$1 " " $5 " " $9]++ }
$3 == "collective_begin" { came[$1] = $2 }
$3 == "collective_end" {
    number = meetings[$1, $6]++
    if (!(($6, number) in last) || came[$1] > last[$6, number])
        last[$6, number] = came[$1]
    if (($6, number) in left && left[$6, number] != $2)
        wrong = 1
    left[$6, number] = $2
}
END {
    for (m in left)
        if (left[m] != last[m])
            wrong = 1
    if (wrong)
        print "a barrier is not left when the last has come"
    for (p in count) {
        split(p, part, " ")
        print part[1], part[2], count[p], part[3] | "sort -n -k1 -k2"
    }
}
