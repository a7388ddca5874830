# exit 1
fpredict estimate memory-longer.c --set P=65
