# exit 1
fpredict annotate sum.c --output nowhere/copy.c
