# exit 1
# A reduction by doubling among 100,000: those beyond the greatest power of two do less.
sed 's/P(4)/P(100000)/' sum.c | fpredict estimate -
