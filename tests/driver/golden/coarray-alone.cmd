# exit 0
fpredict estimate coarray-alone.c --machine toy.yaml --procs 3
