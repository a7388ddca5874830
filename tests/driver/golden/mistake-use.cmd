# exit 1
fpredict estimate mistake-use.c
