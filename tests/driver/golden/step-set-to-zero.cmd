# exit 1
fpredict estimate steps.c --set S=0
