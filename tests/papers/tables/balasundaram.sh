# Sourced by page.sh: tables of Balasundaram and others 1991.

redblack_crossings() {
    echo "### Red-black relaxation: columns or blocks (figure 3)"
    echo
    echo "On an NCUBE columns are better below 180 × 180 points on 16 processors, and below 128 × 128 on 64. Sizes N"
    echo "from which on the better one changes, by the total time of an iteration of \`samples/redblack/redblack.c\`: of"
    echo "multiples of the number of processors up to 512, and last of 60, 64 … 260. Columns by memory are Fortran's"
    echo "columns, which lie in memory as our rows do; by subscript they are what is numbered so"
    echo "([directives.md](directives.md#papers-with-fortrans-arrays))."
    echo
    worked crossings
    echo
    echo "\`186\` is a machine with a startup of as much as 186 bytes, 483.6 µs on the nCUBE-1 and 106.02 on the nCUBE-2:"
    echo "columns send 2 messages of N/2 floats and blocks 4 of N/(2√P), so that they communicate equally long at"
    echo "N = 186 / (2 − 4/√P), which is 186 on 16 and 124 on 64, as near to both of the paper's as one startup can be. In total"
    echo "time columns lose a bit earlier, as the points of one colour, every other one, are gathered for a message, and a"
    echo "column has more of them; by subscript they are apart in memory besides. The paper does not say which nCUBE it"
    echo "was; its crossing on 16 processors lies between those of the two."
    echo
    echo "A step of 16 or 64 is coarse: by the nCUBE-1 on 64 processors blocks are the better ones from 128"
    echo "on where only multiples of 64 are looked at, and from 68 on of multiples of 4. Held against the"
    echo "paper is where straight lines between neighbouring multiples cross, in the rows of figure 3."
    echo
}

redblack_curves() {
    echo "An iteration in ms, and in parentheses what of it is communication: figure 3, and figure 6 without what was"
    echo "measured, as the paper prints no times. 180 and 100 do not divide by 16 and 64."
    echo
    worked curves
    echo
    echo "The steps, by the nCUBE-1 on 16 processors: the largest part of N columns is ⌈N/16⌉ wide, that of blocks ⌈N/4⌉"
    echo "long, and all wait for the processor that has it. One row and column beyond what divides costs columns 10 %, and"
    echo "blocks 5 %:"
    echo
    worked steps
    echo
    echo "So where N does not divide, sometimes columns are better and sometimes blocks: the last column of the first table."
    echo
}

communication_patterns() {
    echo "### Patterns of communication (figure 4)"
    echo
    echo "Five patterns among 64 processors, n bytes of floats each, ms, with α = 384 and β = 2.6 on the nCUBE-1 and 160"
    echo "and 0.57 on the nCUBE-2 (µs): published of the machines, where the paper's times are those of EXPRESS. The"
    echo "machine files have no packets; those of 512 bytes at 200 µs are an example, with a step from 512"
    echo "to 516 bytes."
    echo
    worked patterns
    echo
    echo "In a shift all send and receive at once (\`exchange: posted\`), so vSR takes one message and EXCH two. A broadcast"
    echo "and a combination are trees, and the time is that at which the last processor is through; the paper's is what"
    echo "a processor spends in it on average, which \`fpredict train\` keeps too (\`mean_s\`)."
    echo
}

balasundaram() {
    redblack_crossings
    redblack_curves
    communication_patterns
}
