#!/usr/bin/env bash
# fpredict scale --effects beside sums of squares, factors and causes that python works out from
# predictions made one by one.
#
#   effects.sh FPREDICT ROOT
set -euo pipefail
fpredict=$1 root=$2
command -v python3 >/dev/null || { echo "python3 is not here"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "$*" >&2; exit 1; }

laplace=$root/samples/laplace/laplace.c
codes=('(block,block)' '(block,*)' '(*,block)')
machines=(ipsc860 cm5)
sizes=(64 96 200 400)
"$fpredict" scale "$laplace" --machine ipsc860 --machine cm5 --procs 4,16 --set N=400,64,200,96 \
    --work 'N^2' --alternatives "T: ${codes[*]}" --effects --format json >"$folder/effects.json"
"$fpredict" scale "$laplace" --machine ipsc860 --machine cm5 --procs 4,16 --set N=400,64,200,96 \
    --work 'N^2' --alternatives "T: ${codes[*]}" --effects --format csv >"$folder/effects.csv"
for code in "${!codes[@]}"; do
    for machine in "${machines[@]}"; do
        for size in "${sizes[@]}"; do
            "$fpredict" estimate "$laplace" --machine "$machine" --procs 16 --set "N=$size" \
                --distribute "T${codes[$code]}" --format json --no-warnings \
                >"$folder/$code-$machine-$size.json"
        done
    done
    # Where a miss takes no time, the memory's part is gone; nothing hides another on the CM-5.
    "$fpredict" estimate "$laplace" --machine cm5 --procs 16 --set N=400 \
        --distribute "T${codes[$code]}" --format json --no-warnings \
        --param cube.node.memory.caches[0].fetch_miss_clk=0 \
        --param cube.node.memory.caches[0].store_miss_clk=0 >"$folder/$code-no-misses.json"
done

python3 - "$folder" <<'END' || exit 1
import csv, json, math, sys

folder = sys.argv[1]
codes, machines, sizes = range(3), ["ipsc860", "cm5"], [64, 96, 200, 400]
parts = ["computing", "memory", "communication", "overhead", "waiting"]

def read(name):
    with open(f"{folder}/{name}.json", encoding="utf-8") as file:
        return json.load(file)

def near(ours, theirs, what, tolerance=1e-9):
    assert abs(ours - theirs) <= tolerance * max(abs(theirs), 1e-12), \
        f"{what}: {ours}, not {theirs}"

both = read("effects")
assert [one["processors"] for one in both] == [4, 16]
found = both[1]
assert found["sizes"] == sizes, found["sizes"]
single = {(c, m, n): read(f"{c}-{m}-{n}") for c in codes for m in machines for n in sizes}
cost = {key: e["time_s"] * 16 / key[2] ** 2 for key, e in single.items()}
log = {key: math.log(value) for key, value in cost.items()}
mean = lambda some: sum(some) / len(some)
of = lambda **fixed: [v for (c, m, n), v in log.items()
                      if all(dict(c=c, m=m, n=n)[k] == w for k, w in fixed.items())]

# --- Level 1: sums of squares by means of cells, rows and columns ---
total = mean(of())
ss = {
    "code": 8 * sum((mean(of(c=c)) - total) ** 2 for c in codes),
    "machine": 12 * sum((mean(of(m=m)) - total) ** 2 for m in machines),
    "size": 6 * sum((mean(of(n=n)) - total) ** 2 for n in sizes),
}
cells = 4 * sum((mean(of(c=c, m=m)) - total) ** 2 for c in codes for m in machines)
ss["interaction"] = cells - ss["code"] - ss["machine"]
within = sum((log[c, m, n] - mean(of(c=c, m=m))) ** 2 for c, m, n in log)
ss["rest"] = within - ss["size"]
freedom = {"code": 2, "machine": 1, "interaction": 2, "size": 3, "rest": 15}
near(found["mean_cost_s"], math.exp(total), "the mean")
near(found["variation"], sum(ss.values()), "the variation")

def tail(f, above, below):
    """The F distribution's density, integrated (Simpson) over u = above f / (above f + below)."""
    u = above * f / (above * f + below)
    # u = sin(t)^2 takes away what is infinite at the ends.
    density = lambda t: 2 * math.sin(t) ** (above - 1) * math.cos(t) ** (below - 1)
    def integral(low, high, steps=20000):
        width = (high - low) / steps
        return width / 3 * sum((1 if k in (0, steps) else 4 if k % 2 else 2) *
                               density(low + k * width) for k in range(steps + 1))
    start = math.asin(math.sqrt(u))
    return integral(start, math.pi / 2) / integral(0, math.pi / 2)

assert abs(tail(4.964603, 1, 10) - 0.05) < 1e-6 # a table's 95 %
for source in found["sources"]:
    name = source["source"]
    near(source["sum_of_squares"], ss[name], f"squares of {name}", 1e-6)
    near(source["share"], ss[name] / sum(ss.values()), f"share of {name}", 1e-6)
    assert source["degrees_of_freedom"] == freedom[name], source
    if name == "rest":
        assert source["chance"] is None
        continue
    f = ss[name] / freedom[name] / (ss["rest"] / freedom["rest"])
    chance = tail(f, freedom[name], freedom["rest"])
    assert abs(source["chance"] - chance) <= 1e-6 * chance + 1e-9, (name, source["chance"], chance)
    assert source["exists"] == (chance < 0.05)
for c, code in enumerate(found["codes"]):
    near(code["effect"], math.exp(mean(of(c=c)) - total), f"effect of {code['name']}")
for m, machine in zip(machines, found["machines"]):
    assert machine["name"] == m
    near(machine["effect"], math.exp(mean(of(m=m)) - total), f"effect of {m}")

# --- Costs and their parts ---
def parts_of(e, n):
    b = e["breakdown_s"]
    return {k: b[k] * 16 / n ** 2 for k in ("communication", "overhead", "waiting")}

pairs = {(i // 2, pair["machine"]): pair for i, pair in enumerate(found["pairs"])}
for (c, m), pair in pairs.items():
    assert pair["code"] == found["codes"][c]["name"]
    for n, one in zip(sizes, pair["costs"]):
        near(one["cost_s"], cost[c, m, n], f"{c} on {m} at {n}")
        near(sum(one["parts_s"].values()), one["cost_s"], "the sum of the parts")
        for part, value in parts_of(single[c, m, n], n).items():
            near(one["parts_s"][part], value, part)
for c in codes:
    free = read(f"{c}-no-misses")["breakdown_s"]["computation"]
    with_misses = single[c, "cm5", 400]["breakdown_s"]["computation"]
    assert with_misses > free
    near(pairs[c, "cm5"]["costs"][3]["parts_s"]["memory"], (with_misses - free) * 16 / 400 ** 2,
         "what misses take", 1e-7)

# --- Levels 2 and 4: what each part is of a change, which is the mean's, (C - C') / ln(C / C') ---
def change(x, y):
    whole = math.log(x["cost_s"] / y["cost_s"])
    if whole == 0:
        return dict.fromkeys(parts, 0.0)
    return {k: (x["parts_s"][k] - y["parts_s"][k]) * whole / (x["cost_s"] - y["cost_s"])
            for k in parts}

def agrees(reported, whole, each, what):
    near(math.log(reported["factor"]), whole, what, 1e-7)
    for k in parts:
        assert abs(math.log(reported["parts"][k]) - each[k]) < 1e-9, (what, k)
    near(sum(each.values()), whole, f"{what}: the parts together", 1e-7)
    if abs(whole) > 1e-9:
        most = max(parts, key=lambda k: each[k] if whole > 0 else -each[k])
        assert reported["cause"] == most, (what, reported, most)

for (c, m), pair in pairs.items():
    first, last = pair["costs"][0], pair["costs"][-1]
    agrees(pair["growth"], math.log(cost[c, m, 400] / cost[c, m, 64]), change(last, first),
           f"growth of {c} on {m}")
    for k, exponent in enumerate(pair["exponents"]):
        near(exponent, (log[c, m, sizes[k + 1]] - log[c, m, sizes[k]]) /
             math.log(sizes[k + 1] / sizes[k]), "an exponent", 1e-7)
best = min(codes, key=lambda c: mean(of(c=c)))
for c in codes:
    each = [change(x, y) for m in machines
            for x, y in zip(pairs[c, m]["costs"], pairs[best, m]["costs"])]
    agrees(found["codes"][c]["over_cheapest"], mean(of(c=c)) - mean(of(c=best)),
           {k: mean([one[k] for one in each]) for k in parts}, f"code {c}")
best = min(machines, key=lambda m: mean(of(m=m)))
for i, m in enumerate(machines):
    each = [change(x, y) for c in codes
            for x, y in zip(pairs[c, m]["costs"], pairs[c, best]["costs"])]
    agrees(found["machines"][i]["over_cheapest"], mean(of(m=m)) - mean(of(m=best)),
           {k: mean([one[k] for one in each]) for k in parts}, f"machine {m}")

with open(f"{folder}/effects.csv", encoding="utf-8", newline="") as file:
    rows = list(csv.DictReader(file))
assert len(rows) == 2 * 3 * 2 * 4
near(float(rows[-1]["cost_s"]), cost[2, "cm5", 400], "the last line of CSV")
END

# --- For people: one code, one size, and what is wrong ---
"$fpredict" scale "$laplace" --procs 4 --set N=64,128 --effects >"$folder/out"
grep -q '^4\. Why it changes' "$folder/out" || fail "one code grows, too: $(cat "$folder/out")"
! grep -q '^1\. ' "$folder/out" || fail "one code on one machine has no effects"
"$fpredict" scale "$laplace" --procs 4 --set N=1073741824 --alternatives 'T: (block,*) (*,block)' \
    --effects >"$folder/out" 2>"$folder/said" && fail "what does not fit any memory is refused"
grep -q 'there is no size at which' "$folder/said" || fail "says $(cat "$folder/said")"
"$fpredict" scale "$laplace" --procs 4 --set N=64 --effects --plots "$folder/plots" \
    >"$folder/out" 2>"$folder/said" && fail "--plots with --effects is refused"
grep -q 'choose one of them' "$folder/said" || fail "says $(cat "$folder/said")"
echo "effects: equal sums over single predictions"
