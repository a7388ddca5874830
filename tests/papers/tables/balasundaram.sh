# Sourced by page.sh: tables of Balasundaram and others 1991.

# An nCUBE whose startup is worth 186 bytes.
imply=(--machine ncube2 --param 'cube.communication.pieces[0].startup_us=106.02')

# crossings PROCS MACHINE…: the sizes at which the communication of blocks and columns crosses.
crossings() {
    paste -d ' ' <(shifts 'T(block,block)' "$1" 60:260:4 "${@:2}") \
        <(shifts 'T(*,block)' "$1" 60:260:4 "${@:2}") | changes 60 4
}

redblack() {
    echo "### Red-black relaxation: columns or blocks (figure 3)"
    echo
    echo "On an nCUBE columns are better below 180 × 180 points on 16 processors, and below 128 × 128 on"
    echo "64. Both follow from one machine whose startup is worth 186 bytes. Sizes N from which on the"
    echo "better one changes, in steps of 4:"
    echo
    echo "| machine | processors | the paper | communication | total time |"
    echo "|---|---|---|---|---|"
    local procs paper name machine sizes=60:260:4
    for procs in 16 64; do
        paper=$([ $procs = 16 ] && echo 180 || echo 128)
        for name in implied ncube1 ncube2; do
            machine=(--machine "$name")
            [ "$name" = implied ] && machine=("${imply[@]}")
            echo "| $name | $procs | $paper | $(crossings $procs "${machine[@]}") | $(paste -d ' ' \
                <(times samples/redblack/redblack.c --distribute 'T(block,block)' --procs $procs \
                    --set N=$sizes "${machine[@]}") \
                <(times samples/redblack/redblack.c --distribute 'T(*,block)' --procs $procs \
                    --set N=$sizes "${machine[@]}") | changes 60 4) |"
        done
    done
    echo
    echo "\`implied\` is ncube2 with a startup of 106.02 µs, 186 times its 0.57 µs a byte. In the total"
    echo "time columns lose earlier or always: the largest part of N columns on P processors is"
    echo "⌈N/P⌉ wide, that of blocks ⌈N/√P⌉², so columns wait for up to a whole column, in steps as N"
    echo "grows: the steps of the paper's figure."
    echo
}

balasundaram() {
    redblack
}
