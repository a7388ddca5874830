# exit 1
fpredict estimate mistake-itself.c
