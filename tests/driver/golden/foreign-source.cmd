# exit 1
fpredict estimate foreign.cpp
