# exit 0
# By hand, i is 0, 2, 5, 9, 14, 20, 27, 35, 44, 54: 10 iterations.
fpredict estimate step-changed.c | grep -o 'trip@10 = [0-9]*'
