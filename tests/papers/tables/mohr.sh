# Sourced by page.sh: tables of Mohr and others 1995.

matmul() {
    echo "### Matrix multiplication on the CM-5 (figure 9)"
    echo
    echo "(whole,whole) is obviously bad; (block,whole) is generally good; on 16, a square,"
    echo "(block,block) beats it. Seconds, N = 128:"
    echo
    echo "| distribution | 1 | 4 | 8 | 16 | 32 |"
    echo "|---|---|---|---|---|---|"
    local f g
    for f in block cyclic '*'; do
        for g in block cyclic '*'; do
            echo "| ($f,$g) | $(times samples/matmul/matmul.c --machine cm5 --procs 1,4,8,16,32 --set N=128 \
                --distribute "T($f,$g)" | awk '{ printf "%s%.3f", (NR > 1 ? " | " : ""), $1 }') |"
        done
    done
    echo
}

poisson() {
    echo "### Poisson solver on the CM-5 (section 6, figure 10)"
    echo
    echo "Sine transforms without communication and with a speed-up of 28.69 on 32 processors, cyclic"
    echo "reduction flattening from 16 on, the whole between them. Speed-ups, N = 128:"
    echo
    echo "| part | 1 | 2 | 4 | 8 | 16 | 32 |"
    echo "|---|---|---|---|---|---|---|"
    local part
    for part in sine reduction; do
        echo "| $part | $(for p in 1 2 4 8 16 32; do
            phase $part samples/poisson/poisson.c --machine cm5 --procs $p --set N=128 |
                awk '{ s += $1 } END { print s }'
        done | speedups) |"
    done
    echo "| whole | $(times samples/poisson/poisson.c --machine cm5 --procs 1,2,4,8,16,32 --set N=128 |
        speedups) |"
    echo
}

mohr() {
    matmul
    poisson
}
