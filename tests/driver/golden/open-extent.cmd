# exit 1
fpredict estimate open.c
