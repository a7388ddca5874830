# exit 1
# Elements of two places on line 17: each has its own value, 4 times 5 times the 16 iterations of a processor in the middle; before them 3 times 16.
fpredict estimate memory-longer-line.c --set P=65 --set 'halves[P - 1]=3' --set 'halves[P - 1]@17=4' --set 'halves[P - 1]@17.69=5' --format json | grep -oE '"line": (15|19), "aau": "Seq", "count": [0-9]*' | grep -o '[0-9]*$'
fpredict estimate memory-longer-line.c --set P=65 --set 'halves[P - 1]=3' --set 'halves[P - 1]@17=4'
