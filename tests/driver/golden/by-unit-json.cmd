# exit 0
# The figures of by-unit.cmd: the condition holds 2 of 10 times, and the branches take 10 + 12 + 24 and 8.
fpredict estimate phases.c --machine ./toy.yaml --by unit --format json |
    grep -o '"\(then\|else\)": {.*}\|"parent": 8, "branch": "[a-z]*", "file": "phases.c", "line": [0-9]*'
# 15 units, as in the text; and none unless they are asked for.
fpredict estimate phases.c --machine ./toy.yaml --by unit --format json | grep -c '"id": '
fpredict estimate phases.c --machine ./toy.yaml --by line --format json | grep -c '"units"' || true
