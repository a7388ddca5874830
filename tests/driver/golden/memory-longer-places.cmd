# exit 1
# The last of 65 elements is another one after line 17, so that each place has its own: 65 and 3 times the 16 iterations of a processor in the middle.
fpredict estimate memory-longer-places.c --set P=65 --set 'halves[P - 1]=65' --set 'halves[P - 1]@18=3' --format json | grep -oE '"line": (15|20), "aau": "[A-Za-z]*", "count": [0-9]*' | grep -o '[0-9]*$'
fpredict estimate memory-longer-places.c --set P=65 --set 'halves[P - 1]=65'
