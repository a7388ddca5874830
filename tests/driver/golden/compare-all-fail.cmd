# exit 1
fpredict compare step.c --machine ipsc860 --machine ipsc860 --procs 2,4
