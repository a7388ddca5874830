# exit 1
fpredict estimate negative-shadow.c --set W=-1
