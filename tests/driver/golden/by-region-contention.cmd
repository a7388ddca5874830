# exit 0
# On four processors an inner one has two messages out and two in: 36 µs, of which the
# second message waits 18 for the first. Of two elements each the slowest, processor 1,
# has 10 × (2 + 2 × 1) loop and 20 × 4 computing: 36 + 40 + 80 = 156 in exchange, and
# the outer ones 18 + 30 + 40 = 88: busy (70 + 120 + 120 + 70) / 4 / 120 = 0.79.
fpredict estimate phases.c --machine ./toy.yaml --by region --procs 4
