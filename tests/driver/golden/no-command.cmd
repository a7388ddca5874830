# exit 2
fpredict --color never
