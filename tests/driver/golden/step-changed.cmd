# exit 0
fpredict estimate step-changed.c
