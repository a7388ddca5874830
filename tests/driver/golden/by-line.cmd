# exit 0
# The lines of by-unit.cmd: 28 is 120 + 18, the others are one unit each.
fpredict estimate phases.c --machine ./toy.yaml --by line
