# exit 0
fpredict estimate nothing-to-do.c --machine ipsc860
