# exit 1
fpredict estimate mistake-declaration.c
