#include "training/fit/fit_link_tree.h"

#include "support/format.h"
#include "sysmodels/network/route.h"
#include "training/fit/fit_message.h"

/* From a lowest switch go one link up to as many as it has nodes, of the rate of a node's port or
 * of that which messages further off have; any of them, or as the receiver's number says. What goes
 * up from the switches of the second level is looked for beside the nearest of these, and then
 * these once more, as links of one level may hold back what was taken for the other's. */

enum { LEVELS = 2 };

/* More from below a switch of the second level are not tried: each is another fit, and there may be
 * hundreds of nodes. */
enum { UPLINKS_MOST = 32 };

static quantity *uplinks_of(sag_communication *c, int level)
{
    return level == 1 ? &c->uplinks_1 : &c->uplinks_2;
}

/* Nodes below a switch. */
static int nodes_below(const sag_communication *c, int level)
{
    double below = c->arity.value;
    for (int k = 2; k <= level; k++)
        below *= sag_arity(c, k);
    return (int)below;
}

static void try_choices(const link_tree_search *s, const sag_communication *c, int level)
{
    const bool is_chosen = c->uplinks_1.is_set && level > 1; /* all levels choose alike */
    for (int choice = 0; choice < (is_chosen ? 1 : 2); choice++) {
        sag_communication candidate = *c;
        if (!is_chosen) {
            candidate.uplink_choice = choice ? UPLINKS_BY_DESTINATION : UPLINKS_SHARED;
            candidate.uplink_choice_origin = fit_origin(s->source_meeting);
        }
        s->attempt(s->with, &candidate);
    }
}

static void try_level(const link_tree_search *s, const sag_communication *c, int level, double rate)
{
    const int nodes = nodes_below(c, level);
    for (int up = 1; up <= nodes && (level == 1 || up <= UPLINKS_MOST); up++) {
        sag_communication candidate = *c;
        *uplinks_of(&candidate, level) = fit_count(up, s->source_meeting);
        candidate.link_per_byte = fit_time(rate, 0.01, s->source_alone);
        try_choices(s, &candidate, level);
    }
}

static void try_rate(const link_tree_search *s, const sag_communication *c, double rate)
{
    try_level(s, c, 1, rate);
    if (nodes_below(c, LEVELS) * s->ranks_per_node >= s->ranks)
        return; /* nothing that was measured goes further up */
    const sag_communication first = *s->best;
    try_level(s, c, 2, rate);
    if (first.uplinks_1.is_set)
        try_level(s, &first, 2, rate);
    if (!s->best->uplinks_2.is_set)
        return;
    sag_communication again = *s->best;
    again.uplinks_1 = (quantity){0};
    try_level(s, &again, 1, rate);
}

void fit_link_tree(const link_tree_search *s, const sag_communication *c)
{
    try_rate(s, c, s->near);
    if (s->far > 1.05 * s->near)
        try_rate(s, c, s->far);
}

const char *fit_link_tree_text(arena *a, const sag_communication *c)
{
    const char *first =
        arena_printf(a, "%s up from the %.0f nodes of a lowest switch",
                     format_plural(a, c->uplinks_1.value, "link", "links"), c->arity.value);
    const char *second =
        arena_printf(a, "%.0f from below a switch of the second level", c->uplinks_2.value);
    if (!c->uplinks_2.is_set)
        return arena_printf(a, "%s,", first);
    return c->uplinks_1.is_set ? arena_printf(a, "%s and %s,", first, second)
                               : arena_printf(a, "%s,", second);
}
