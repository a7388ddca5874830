# exit 1
# Four ranks on each node, three processors along an axis: neighbours are on one node, or not.
sed 's/P(4)/P(100000)/; s/a\[i\]/a[i] + a[i + 1]/; s/i < N/i < N - 1/' sum.c | fpredict estimate - --machine ethernet1g --ranks-per-node 4
