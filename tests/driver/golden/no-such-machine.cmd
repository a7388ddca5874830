# exit 1
fpredict estimate sum.c --machine ipsc680
