# exit 0
LC_ALL=C script -qec "stty cols 80; '$fpredict_path' annotate long-lines.c" /dev/null | tr -d '\r' | sed 's/\x1b\[[0-9;]*m//g; s/[\x80-\xBF]//g' | awk 'length > 80 { print length ": " $0 } length == 80 { full = 1 } END { print full ? "as wide as the terminal" : "narrower" }'
