# exit 1
fpredict estimate unknown.c
