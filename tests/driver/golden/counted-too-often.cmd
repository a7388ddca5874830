# exit 1
fpredict estimate counted-too-often.c
