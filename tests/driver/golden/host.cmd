# exit 0
# Beside by-unit.cmd: 1000 + 2 × 50 to start two nodes, 100 + 8 to print a double, and
# 10 + 4 for what main returns: 317 + 1100 + 108 + 14 = 1539.
fpredict estimate phases.c --machine ./toy.yaml --host
