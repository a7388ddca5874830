# Sourced by page.sh: tables of Sarukkai and Malony 1993.

# Messages that cost nothing: the lower bound of the paper's section 3.3.
ipsc860_free_messages=()
for piece in 0 1; do
    for value in startup_us per_byte_us per_hop_us; do
        ipsc860_free_messages+=(--param "cube.communication.pieces[$piece].$value=0")
    done
done

# ocean_row PROCS SIZE: blocks of N / P by N / P doubles, and what they cost by the paper's
# function, the ways from a node of a cube to all others having P / 2 · log2 P hops together.
ocean_row() {
    local ocean=(samples/ocean/ocean.c --machine ipsc860 --procs "$1" --set "N=$2")
    awk -v p="$1" -v n="$2" -v whole="$(times "${ocean[@]}")" \
        -v free="$(times "${ocean[@]}" "${ipsc860_free_messages[@]}")" \
        -v transposes="$(regions "${ocean[@]}" | awk '$1 == "transpose" { s += $4 } END { print s }')" 'BEGIN {
        bytes = 8 * (n / p) ^ 2
        hops = p / 2 * log(p) / log(2)
        by_hand = bytes < 100 ? (p - 1) * (76 + 0.4 * bytes) + 11 * hops : (p - 1) * (136 + 0.4 * bytes) + 33 * hops
        printf "| %d | %d of %d | %.1f | %.1f | %.3f | %.3f | %.0f %% |\n", p, p - 1, bytes, by_hand,
               transposes / 122 * 1e6, whole, free, 100 * (1 - free / whole) }'
}

sarukkai() {
    local procs
    echo "### Transposes of ocean on the iPSC/860 (section 4.2)"
    echo
    echo "An ocean code like the paper's, as far as a prediction from the source can be held against it: what a"
    echo "transpose sends, what that takes by the paper's function (whose values the machine file has from there), and"
    echo "the whole program, also with messages that take no time, which is what the paper's optimistic bound assumes."
    echo "N = 64, 122 transposes:"
    echo
    echo "| nodes | messages of a node, bytes | by the function, µs | predicted, µs | whole, s | messages free, s | less |"
    echo "|---|---|---|---|---|---|---|"
    for procs in 2 4 8 16 32; do
        ocean_row $procs 64
    done
    echo
}
