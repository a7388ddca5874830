# exit 0
fpredict estimate images-alone.c --machine toy.yaml --procs 3
