#!/bin/sh
# Checks every #include of the project against the direction that
# docs/architecture.md gives: no folder reaches back up. Prints what breaks it, and how many
# arrows between folders there are, how many of them run up, and how many circles they make.
#
#   check_includes.sh ROOT
set -eu
cd "$1"

# Tests hold programs that they read, too: only what is compiled is checked.
list() {
    find support program plan aag sysmodels trace experiment estimator explore scaling frontend codegen training \
        report validate driver -name '*.[ch]' ! -path 'frontend/include/*' 2>/dev/null || true
    find tests -name '*.c' 2>/dev/null | while read -r file; do
        folder=${file%/*}
        grep -qsw "${file##*/}" "$folder/CMakeLists.txt" ||
            grep -qsw "${folder##*/}/${file##*/}" "${folder%/*}/CMakeLists.txt" || continue
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
        may["trace"]     = "sysmodels support"
        may["experiment"] = "sysmodels support"
        may["training"]  = "sysmodels support"
        may["estimator"] = "aag sysmodels program support"
        may["explore"]   = "plan estimator aag sysmodels program support"
        may["scaling"]   = "explore plan estimator aag sysmodels program support"
        may["report"]    = "scaling explore experiment trace plan estimator aag sysmodels program support"
        may["validate"]  = "report scaling explore experiment trace plan estimator aag sysmodels program support"
        all = "validate report scaling explore plan estimator aag sysmodels experiment trace program support frontend " \
              "codegen"
        may["driver"] = all " training"
        may["tests"]  = all " training driver"

        # The folders below the top, lowest first: each may include those before it. A dot is the
        # folder itself: its public headers, and what little stands beside them.
        order["program"]   = "expr tree env . transfer"
        order["plan"]      = ". planner dataflow analysis loop communication mapping normalize remap xmp passes"
        order["frontend"]  = "include . syntax clang directive pragma resolve value lower"
        order["estimator"] = ". run memory block message simulate result evaluate formula"
        order["codegen"]   = ". text data communication check statement"
        order["sysmodels"] = "model network file change compiler print"
        order["trace"]     = "format profile perturbation extrapolation timeline statistics record replay screening"
        order["experiment"] = ". database file measurement curve run"
        order["driver"]    = ". fpredict_cc fpredict"
        for (top in order) {
            count = split(order[top], below, " ")
            for (i = 1; i <= count; i++)
                level[top, below[i]] = i
        }

        # The foreign headers that have a place of their own: name, where.
        foreign["clang-c"] = "^frontend/clang/"
        foreign["llvm-c"]  = "^frontend/llvm/"
        foreign["llvm"]    = "^$"
        foreign["clang"]   = "^$"
        foreign["cyaml"]   = "^(sysmodels|experiment/file|tests/papers)/"
        foreign["yaml"]    = "^(sysmodels|experiment/file|tests/papers)/"
        foreign["jansson"] = "^(support|aag|sysmodels|experiment|report|validate|tests)/"
        foreign["sqlite3"] = "^(experiment/database|tests/experiment)/"
        foreign["utf8proc"] = "^support/"
        foreign["mpi"]     = "^(training|codegen/runtime|trace/record/library)/"
        foreign["gsl"]     = "^training/fit/"
        foreign["otf2"]    = "^trace/"
        foreign["cmocka"]  = "^tests/"
    }
    function complain(what) {
        printf "%s:%d: %s\n", FILENAME, FNR, what
        bad = 1
    }
    function has(list, word) {
        return index(" " list " ", " " word " ") > 0
    }
    # The part of a path below its top folder: "xmp" of plan/xmp/async.c, "." of plan/plan.h.
    function room(path,    part) {
        return split(path, part, "/") > 2 ? part[2] : "."
    }
    # Both files are of one top folder.
    function check_rooms(top, name,    from, to) {
        from = room(FILENAME)
        to = room(name)
        if (from == to || !(top in order) || FILENAME ~ /^codegen\/runtime\//)
            return
        if (!((top, from) in level) || !((top, to) in level)) {
            complain(top "/" (((top, from) in level) ? to : from) " has no place in the order: " \
                     order[top])
            return
        }
        arrows[top "/" from " " top "/" to] = 1
        if (level[top, to] > level[top, from]) {
            upward[top "/" from " " top "/" to] = 1
            complain(top "/" from " may not include " top "/" to ", which stands above it: " \
                     order[top])
        }
    }
    # Folders that reach themselves: those whose arrows lead nowhere else are taken away until
    # nothing changes; each of the rest is on a circle or leads to one.
    function count_circles(    arrow, end, is_left, changed, leads) {
        for (arrow in arrows)
            is_left[arrow] = 1
        do {
            changed = 0
            delete leads
            for (arrow in is_left) {
                split(arrow, end, " ")
                leads[end[1]] = 1
            }
            for (arrow in is_left) {
                split(arrow, end, " ")
                if (!(end[2] in leads)) {
                    delete is_left[arrow]
                    changed = 1
                }
            }
        } while (changed)
        delete leads
        for (arrow in is_left) {
            split(arrow, end, " ")
            leads[end[1]] = 1
        }
        return length(leads)
    }
    function check_ours(name,    folder, own) {
        own = FILENAME
        sub(/\/.*/, "", own)
        # Programs that are generated find the run-time library'"'"'s public headers in one folder.
        if (FILENAME ~ /^codegen\/runtime\/fpr\.h$/ && name ~ /^fpr_/)
            return
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
        if (folder == own)
            check_rooms(own, name)
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
    END {
        printf "%d arrows between folders below the top, %d up, %d folders on a circle\n",
               length(arrows), length(upward), count_circles()
        exit bad
    }
'
