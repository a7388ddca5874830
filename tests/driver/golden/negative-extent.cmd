# exit 1
fpredict estimate sum.c --set N=-5
