# Sourced by page.sh: tables of Sun and others 1999.

# fastest COMPILER COLUMNS SIZE: on 4, 8, 16 and 32 processors, blocks or columns.
fastest() {
    local procs
    for procs in 4 8 16 32; do
        paste -d ' ' <(laplace_times "$1" 'T(block,block)' $procs "$3") \
            <(laplace_times "$1" "$2" $procs "$3")
    done | awk '{ printf "%s%s", (NR > 1 ? " | " : ""), $1 < $2 ? "blocks" : "columns" } END { print "" }'
}

jacobi() {
    local compiler size columns
    echo "### Jacobi by blocks or columns (figure 3)"
    echo
    echo "Jacobi (Sun and others 1999, figure 3): blocks are superior on 4 processors, columns from 8 on, for n = 20; for"
    echo "n = 33 and 50 there is no crossing before 8. The faster one in total time, columns as"
    echo "they are numbered (\`T(*,block)\`) and as they lie in Fortran's memory (\`T(block,*)\`):"
    echo
    echo "| compiler | N | columns | 4 | 8 | 16 | 32 |"
    echo "|---|---|---|---|---|---|---|"
    for compiler in vfcs f90d; do
        for size in 20 33 50; do
            for columns in 'T(*,block)' 'T(block,*)'; do
                echo "| $compiler | $size | ${columns//\*/\\*} | $(fastest $compiler "$columns" $size) |"
            done
        done
    done
    echo
    echo "So figure 3 comes out with \`posted\` at its own size. At 33 and 50 no crossing is predicted up to 32 processors:"
    echo "a column of 31 floats, 124 bytes, is a long message of the iPSC/860, whose startup is 136 µs, and an edge of a block a"
    echo "short one, of 76. On 8 processors two columns take 2 · 218.6 µs, three edges of a block 2 · 112.6 + 101.4."
    echo
}

sun() {
    jacobi
}
