# exit 0
# The last of 65 elements, which is told: one shift, and 65 times the 16 iterations of a processor in the middle.
fpredict estimate memory-longer.c --set P=65 --set 'halves[P - 1]=65' --format json | grep -o '"line": 15, "aau": "[A-Za-z]*", "count": [0-9]*' | grep -o '[0-9]*$'
