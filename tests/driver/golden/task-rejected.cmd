# exit 1
fpredict estimate task-rejected.c
