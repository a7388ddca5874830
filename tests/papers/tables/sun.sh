# Sourced by page.sh: tables of Sun and others 1999.

jacobi() {
    echo "### Jacobi by blocks or columns (figure 3)"
    echo
    echo "On an iPSC/860 blocks are superior on 4 processors and columns from 8 on, for n = 20; for n = 33"
    echo "and 50 there is no crossing before 8. \`samples/laplace/laplace.c\`, 100 sweeps, ms; the fastest bold."
    echo "Columns by memory are Fortran's columns, which lie in memory as our rows do; by subscript they are what is"
    echo "numbered so, and their messages are gathered element by element"
    echo "([directives.md](directives.md#papers-with-fortrans-arrays)). On 2 processors blocks are a grid of 2 × 1."
    echo
    worked jacobi_times
    echo
    echo "So at its own size figure 3 (b) comes out with \`vfcs\`, whose messages of an exchange are posted together, in both"
    echo "readings; but that rule was chosen by this figure ([compilers.md](compilers.md))."
    echo "At 33 and 50 no crossing is predicted up to 32 processors: a column of 31 floats, 124 bytes,"
    echo "is a long message of the iPSC/860, whose startup is 136 µs, and an edge of a block a short one, of 76. On 8"
    echo "processors with n = 33 two columns take 2 · 218.6 µs, three edges of a block 2 · 112.6 + 101.4."
    echo
    echo "Figure 3 (a) is of problems that grow, and does not come out: from n = 20 on 4 processors to the smallest n' on p'"
    echo "that has at least the same average speed, n'² / (p' T). Blocks are the faster ones on 4 by a factor of 1.11; p' is a crossing where the"
    echo "ratio of the scalabilities ψ(4,p') of columns and of blocks is larger. On 5 and 7 the grid of blocks is 1 × p',"
    echo "which is strips that are gathered."
    echo
    worked jacobi_scaled
    echo
}

table_1() {
    echo "### Messages of a shift (table 1)"
    echo
    echo "µs a message of D bytes: the paper's two lines by hand, and what is predicted of a shift. The paper does not"
    echo "say where short messages end; the machine files take the size at which the lines meet."
    echo
    worked points
    echo
}

table_2() {
    echo "### Scalability of Jacobi on the T3E (table 2)"
    echo
    echo "\`fpredict scale\` with N = 1024 on 2 × 2, on to 4 × 2, 4 × 4, 8 × 4 and 8 × 8, in single precision: n(p) is the smallest size that keeps the average"
    echo "speed, and ψ(p,p') = p' n² / (p n'²). What computing a point costs cancels where all points cost the same, and is left out"
    echo "(\`--scale processor=1e6 --scale memory=1e6\`); our points do not, because of their caches."
    echo "The paper does not print the size on 4; 1024 is what its other sizes and its ψ give. All messages have its long line: by its"
    echo "short one ψ is further off, and it does not say where the one ends. Where an axis has two processors, the neighbours on both sides are one: that the"
    echo "two messages to it cost 1.781 of one was fitted to n(8) = 1519 (\`ring_of_two\` of the machine file), which is no test of it."
    echo
    worked equal_speeds
    echo
}

sun() {
    jacobi
    table_1
    table_2
}
