# exit 1
sed 's/P(4)/P(100000)/' sum.c | fpredict estimate -
