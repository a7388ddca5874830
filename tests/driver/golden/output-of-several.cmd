# exit 1
fpredict annotate sum.c --procs 1,2 --output copy.c
