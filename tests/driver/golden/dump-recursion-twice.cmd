# exit 0
fpredict dump --stage plan recursion_twice.c
