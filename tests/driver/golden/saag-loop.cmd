# exit 0
fpredict dump --stage saag saag-loop.c
