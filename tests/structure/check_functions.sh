#!/bin/sh
# Checks that no function is longer than 80 lines, from its opening brace to its closing one:
# what does not fit a screen is read by nobody. Prints the longest. As the project's format has
# it, only the braces of a function stand at the beginning of a line.
#
#   check_functions.sh ROOT
set -eu
cd "$1"
find support program plan aag sysmodels trace experiment estimator explore scaling frontend codegen training report \
    validate driver -name '*.c' 2>/dev/null | sort | xargs awk '
    FNR == 1 { begin = 0 }
    /^\{/ { begin = FNR }
    /^\}/ && begin {
        lines = FNR - begin + 1
        if (lines > most) {
            most = lines
            longest = FILENAME ":" begin
        }
        if (lines > 80) {
            printf "%s:%d: a function of %d lines: 80 are the most\n", FILENAME, begin, lines
            bad = 1
        }
        begin = 0
    }
    END {
        printf "the longest function has %d lines: %s\n", most, longest
        exit bad
    }
'
