# exit 1
# They share clocks, but a trace has an event for each.
sed 's/P(4)/P(131072)/; s/sum += a/a[i] += a/; s/return sum > 0/return 0/' sum.c | fpredict estimate - --trace /dev/null --no-warnings >/dev/null
