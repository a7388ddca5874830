# exit 0
# As in waiting.cmd: 47 of waiting, 42 for the row, 4 × 4 × (load + store).
fpredict estimate waiting.c --machine ./toy.yaml --at 11
