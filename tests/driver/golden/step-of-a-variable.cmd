# exit 1
fpredict estimate step-of-a-variable.c
