# exit 1
# Doublings of 2^17 processors, placed by the grid.
sed 's/P(4)/P(131072)/' sum.c | fpredict estimate - --machine t3e --placement by_grid
