# exit 0
# Products of the times that processors wait do not fit 128 bits: a prediction nevertheless.
fpredict estimate long-waits.c --no-warnings --format csv | wc -l | tr -d ' '
