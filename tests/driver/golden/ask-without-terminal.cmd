# exit 2
fpredict estimate ask.c --ask
