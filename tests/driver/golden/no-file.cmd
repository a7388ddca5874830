# exit 2
fpredict compare --procs 4
