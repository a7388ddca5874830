# exit 1
sed 's/P(4)/P(2000000)/' sum.c | fpredict estimate -
