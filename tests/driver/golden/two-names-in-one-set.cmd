# exit 2
fpredict estimate sum.c --set N=10,M=20
