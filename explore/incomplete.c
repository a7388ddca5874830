#include "explore/incomplete.h"

#include "explore/sentence.h"
#include "support/format.h"
#include "support/vec.h"

bool explore_is_decided(int count, const alternative *ranked)
{
    bool is_decided = count == 0 || estimate_bound_of(&ranked[0].result) == BOUND_BOTH;
    for (int i = 1; i < count; i++)
        is_decided = is_decided && estimate_bound_of(&ranked[i].result) != BOUND_NEITHER;
    return is_decided;
}

typedef VEC(const unknown_effect *) unknown_list;

static void add_kind(arena *a, const estimate *e, unknown_kind kind, unknown_list *list)
{
    for (int i = 0; i < e->unknown_count; i++) {
        const unknown_effect *u = e->unknowns[i];
        bool is_listed = u->kind != kind;
        for (int k = 0; k < list->count && !is_listed; k++)
            is_listed = unknown_is_same(list->data[k], u);
        if (!is_listed)
            VEC_PUSH(a, list, u);
    }
}

int explore_unknowns(arena *a, int count, const estimate *const *estimates,
                     const unknown_effect *const **out)
{
    unknown_list list = {0};
    for (int i = 0; i < count; i++)
        add_kind(a, estimates[i], UNKNOWN_FLOW, &list);
    for (int i = 0; i < count; i++)
        add_kind(a, estimates[i], UNKNOWN_COST, &list);
    *out = list.data;
    return list.count;
}

const char *explore_place(arena *a, source_range where)
{
    if (!where.file)
        return "";
    const char *path = source_path(where.file), *slash = strrchr(path, '/');
    return arena_printf(a, "%s:%d: ", slash ? slash + 1 : path, where.line);
}

const char *explore_unknown_text(arena *a, int count, const unknown_effect *const *unknowns,
                                 int most)
{
    const char *text = "";
    for (int i = 0; i < count && i < most; i++)
        text = arena_printf(a, "%s%s%s%s", text, i ? "; " : "",
                            explore_place(a, unknowns[i]->where), unknowns[i]->reason);
    if (count > most)
        text = arena_printf(a, "%s; and %s more, which --format json lists", text,
                            format_integer(a, count - most));
    return text;
}

const char *explore_reasons(arena *a, const estimate *e, int most)
{
    const unknown_effect *const *unknowns;
    int count = explore_unknowns(a, 1, &e, &unknowns);
    return explore_unknown_text(a, count, unknowns, most);
}

/* The names of those that are not complete. */
static const char *incomplete_names(arena *a, int count, const alternative *ranked)
{
    const char **names = ARENA_ARRAY(a, count + 1, const char *);
    int n = 0;
    for (int i = 0; i < count; i++)
        if (estimate_bound_of(&ranked[i].result) != BOUND_BOTH)
            names[n++] = ranked[i].name;
    return n ? format_list(a, n, names, "and") : NULL;
}

void explore_unknown_effects(fp_context *ctx, int count, const alternative *ranked,
                             sentence_list *out)
{
    enum { MOST = 3 };
    arena *a = ctx->arena;
    const char *names = incomplete_names(a, count, ranked);
    if (!names)
        return;
    const estimate **all = ARENA_ARRAY(a, count, const estimate *);
    for (int i = 0; i < count; i++)
        all[i] = &ranked[i].result;
    const unknown_effect *const *unknowns;
    int found = explore_unknowns(a, count, all, &unknowns);
    const char *reasons = explore_unknown_text(a, found, unknowns, MOST);
    VEC_PUSH(
        a, out,
        explore_is_decided(count, ranked)
            ? arena_printf(a, "A cost is missing of %s, which may take longer: %s.", names, reasons)
            : arena_printf(a,
                           "No winner is named: %s. That could change which one is the "
                           "fastest, even where all of them have it.",
                           reasons));
}
