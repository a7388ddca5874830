# exit 1
# Each of 65,536 processors may need an element of each other one.
fpredict estimate too-many-messages.c --no-warnings
