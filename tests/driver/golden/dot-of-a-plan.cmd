# exit 2
fpredict dump a.c --stage plan --as dot
