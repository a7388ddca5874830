# exit 0
# From by-unit.cmd: fill 6 + 4; exchange 18 + 50 + 120; sweeps that and 12 + 32 + 46 + 8.
fpredict estimate phases.c --machine ./toy.yaml --by region
