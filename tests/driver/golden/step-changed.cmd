# exit 1
fpredict estimate step-changed.c
