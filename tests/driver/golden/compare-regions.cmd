# exit 0
# Cyclic, both neighbours of an element are the other processor's, and each needs all
# four elements of the other: one message of 32 bytes, 42 µs, each way, 24 more than by
# blocks. All else is as in by-unit.cmd: 188 + 24 = 212 in exchange, 286 + 24 = 310 in
# sweeps.
fpredict compare phases.c --machine ./toy.yaml
