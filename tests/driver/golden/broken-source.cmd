# exit 1
fpredict estimate broken.c
