# exit 1
fpredict estimate assumptions.c --distribute 'T(blck)'
