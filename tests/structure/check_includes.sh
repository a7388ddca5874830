#!/bin/sh
# Checks every #include of the project against the direction that
# docs/architecture.md gives: no folder reaches back up. Prints what breaks it.
#
#   check_includes.sh ROOT
set -eu
cd "$1"

# Tests hold programs that they read, too: only what is compiled is checked.
list() {
    find support program plan aag sysmodels estimator explore frontend codegen training report \
        validate driver -name '*.[ch]' ! -path 'frontend/include/*' 2>/dev/null || true
    find tests -name '*.c' 2>/dev/null | while read -r file; do
        grep -qsw "${file##*/}" "${file%/*}/CMakeLists.txt" || continue
        echo "$file"
    done
    find tests -name '*.h' -exec grep -l '^#ifndef FPREDICT_TESTS_' {} + 2>/dev/null || true
}

list | sort | xargs awk '
    BEGIN {
        may["support"]   = ""
        may["program"]   = "support"
        may["plan"]      = "program support"
        may["aag"]       = "program support"
        may["sysmodels"] = "support"
        may["frontend"]  = "program support"
        may["codegen"]   = "plan program support"
        may["training"]  = "sysmodels support"
        may["estimator"] = "aag sysmodels program support"
        may["explore"]   = "plan estimator aag sysmodels program support"
        may["report"]    = "explore plan estimator aag sysmodels program support"
        may["validate"]  = "report explore plan estimator aag sysmodels program support"
        all = "validate report explore plan estimator aag sysmodels program support frontend codegen"
        may["driver"] = all
        may["tests"]  = all " training driver"

        # The foreign headers that have a place of their own: name, where.
        foreign["clang-c"] = "^frontend/clang/"
        foreign["llvm-c"]  = "^frontend/llvm/"
        foreign["llvm"]    = "^$"
        foreign["clang"]   = "^$"
        foreign["cyaml"]   = "^sysmodels/"
        foreign["yaml"]    = "^sysmodels/"
        foreign["jansson"] = "^(support|aag|sysmodels|report|validate|tests)/"
        foreign["mpi"]     = "^(training|codegen/runtime)/"
        foreign["gsl"]     = "^training/fit/"
        foreign["cmocka"]  = "^tests/"
    }
    function complain(what) {
        printf "%s:%d: %s\n", FILENAME, FNR, what
        bad = 1
    }
    function has(list, word) {
        return index(" " list " ", " " word " ") > 0
    }
    function check_ours(name,    folder, own) {
        own = FILENAME
        sub(/\/.*/, "", own)
        if (name !~ /\//) {
            complain("\"" name "\" is written without its folder")
            return
        }
        folder = name
        sub(/\/.*/, "", folder)
        if (!(folder in may)) {
            complain("\"" name "\" is in no folder of the project")
            return
        }
        if (folder != own && !has(may[own], folder))
            complain(own "/ may not include " folder "/: it may include " may[own])
        # What runs for every compile stays small.
        if (FILENAME ~ /^driver\/(fpredict_cc\/|compiler_option)/ && name !~ /^support\// &&
            name !~ /^driver\/(fpredict_cc\/|compiler_option)/)
            complain("fpredict-cc may only include support/")
    }
    function check_foreign(name,    key) {
        key = name
        sub(/[\/.].*/, "", key)
        if (key in may)
            complain("<" name "> is of the project: write \"" name "\"")
        else if (key in foreign && FILENAME !~ foreign[key])
            complain("<" name "> is only for " foreign[key])
    }
    /^[ \t]*#[ \t]*include[ \t]*"/ {
        split($0, part, "\"")
        check_ours(part[2])
    }
    /^[ \t]*#[ \t]*include[ \t]*</ {
        split($0, part, /[<>]/)
        check_foreign(part[2])
    }
    END { exit bad }
'
