# exit 1
fpredict estimate nowhere.c
