# exit 1
fpredict estimate sizes.c --set m[0]=5
