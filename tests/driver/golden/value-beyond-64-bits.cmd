# exit 2
fpredict estimate sum.c --set N=99999999999999999999
