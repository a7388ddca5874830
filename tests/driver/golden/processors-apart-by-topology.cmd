# exit 1
# In a row of 131,072 = 2 * 4^8 processors neighbours are below one switch of four, or only below the ninth level: 2 * 9 - 1 hops.
sed 's/P(4)/P(131072)/; s/a\[i\]/a[i] + a[i + 1]/; s/i < N/i < N - 1/' sum.c | fpredict estimate - --machine cm5 --no-warnings
