# exit 0
fpredict estimate typical-counts.c | grep ' broadcast ' | tr -s ' ' | cut -d' ' -f4-
fpredict estimate typical-counts.c --format json | grep -o '"array".*"bytes": [0-9]*.*\(counts\|time\)'
