# exit 0
fpredict estimate thirteen-communications.c | grep 'has all'
