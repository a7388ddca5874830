#!/bin/sh
# Checks that the generator takes what the source means from the front end's names
# (program/tree/outline.h), and reads no text by itself: no file of codegen/ classifies characters,
# neither by <ctype.h> nor by sets of them (strspn, strcspn, strpbrk). The run-time library in
# codegen/runtime/ is a program's and not the generator's.
#
#   check_characters.sh ROOT
set -eu
cd "$1"
words='ctype\.h|\bis(alnum|alpha|blank|cntrl|digit|graph|lower|print|punct|space|upper|xdigit) *\('
words="$words|\\bstr(spn|cspn|pbrk) *\\("
if find codegen -name '*.[ch]' ! -path 'codegen/runtime/*' -exec grep -nE "$words" /dev/null {} + |
    sed 's/$/ [codegen classifies characters: ask the outline]/' | grep .; then
    exit 1
fi
echo "no file of codegen/ classifies characters"
