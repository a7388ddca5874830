# exit 0
# An inner loop that goes on where it ended before: 4 to 31 in the first row, none in others; 4 to 9 and 10 to 19.
fpredict estimate goes-on.c --format json 2>/dev/null | grep -o '"line": 1[15], "aau": "Seq", "count": [0-9]*' | grep -o '[0-9]*$'
