# exit 0
fpredict estimate task-edges.c
