# exit 1
fpredict estimate no-onto.c
