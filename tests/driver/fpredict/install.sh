#!/bin/bash
# What `cmake --install` brings, and that uninstalling takes all of it away.
#
#   install.sh CMAKE BUILD_FOLDER UNINSTALL_SCRIPT
set -u
cmake=$1 build=$2 uninstall=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# The manifest in the build folder is that of people who install.
[ -e "$build/install_manifest.txt" ] && cp "$build/install_manifest.txt" "$work/kept"
"$cmake" --install "$build" --prefix "$work/root" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
mv "$build/install_manifest.txt" "$work/manifest"
[ -e "$work/kept" ] && cp "$work/kept" "$build/install_manifest.txt"

for file in bin/fpredict bin/fpredict-cc share/man/man1/fpredict.1 share/man/man1/fpredict-cc.1 \
            share/man/man1/fpredict-estimate.1 share/fpredict/samples/laplace/laplace.c \
            share/bash-completion/completions/fpredict share/zsh/site-functions/_fpredict \
            share/bash-completion/completions/fpredict-cc share/zsh/site-functions/_fpredict-cc \
            share/fish/vendor_completions.d/fpredict-cc.fish \
            share/fish/vendor_completions.d/fpredict.fish share/doc/fpredict/training.md \
            share/doc/fpredict/LICENSE share/fpredict/machines/ipsc860.yaml share/fpredict/compilers/f90d.yaml; do
    [ -s "$work/root/$file" ] || fail "$file is not installed"
done
(cd "$work/root/share/fpredict" && ../../bin/fpredict estimate samples/laplace/laplace.c |
    grep -q 'on ipsc860') || fail "what is installed does not predict"

"$cmake" -D MANIFEST="$work/manifest" -P "$uninstall" >"$work/log" 2>&1 || cat "$work/log"
left=$(find "$work/root" -type f)
[ -z "$left" ] || fail "uninstalling leaves $left"
[ ! -d "$work/root/share/fpredict" ] || fail "uninstalling leaves the folder share/fpredict"
"$cmake" -D MANIFEST="$work/none" -P "$uninstall" 2>&1 | grep -q 'nothing was installed' ||
    fail "without an installation it says nothing"
[ "$failures" -eq 0 ]
