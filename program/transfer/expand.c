/* Which loop of a need is read value by value, and what is left to read then. */

#include "program/expr/integer.h"
#include "program/transfer/internal.h"

bool nest_is_lone(const nest *t, int r)
{
    const need *n = t->n;
    const loop_var *v = n->range[r].var;
    int subscripts = 0;
    for (int d = 0; d < n->ref->var->rank; d++)
        subscripts +=
            n->ref->sub[d].kind == SUBSCRIPT_VALUE && expr_mentions(n->ref->sub[d].value, v);
    for (int k = 0; n->at.grid && k < n->at.grid->rank; k++)
        if (n->at.axis[k].is_restricted && expr_mentions(n->at.axis[k].index, v))
            return false;
    for (int i = 0; i < n->range_count; i++)
        if (expr_mentions(n->range[i].lower, v) || expr_mentions(n->range[i].upper, v) ||
            expr_mentions(n->range[i].step, v))
            return false;
    return subscripts == 1;
}

int nest_loop_to_expand(const nest *t)
{
    int best = -1;
    for (int r = 0; r < t->n->range_count; r++) {
        int64_t most = nest_is_lone(t, r) ? LONE_VALUES : VALUES_MOST;
        if (!t->is_mixed[r] || t->is_boxed[r] || t->loop[r].count < 0 || t->loop[r].count > most)
            continue;
        if (best < 0 || t->loop[r].count < t->loop[best].count)
            best = r;
    }
    return best;
}

void nest_left(const nest *t, const loop_cut *cuts, residue *left)
{
    arena *a = t->memory;
    const need *n = t->n;
    env *e = t->p->e;
    for (int r = 0; r < n->range_count; r++) {
        residue_push(a, left, t->is_open[r]);
        if (!t->is_open[r])
            continue;
        const int64_t known[] = {t->is_boxed[r],   t->loop[r].first, t->loop[r].step,
                                 t->loop[r].count, t->base[r],       t->times[r],
                                 cuts[r].first,    cuts[r].count,    cuts[r].stride};
        for (size_t i = 0; i < sizeof known / sizeof *known; i++)
            residue_push(a, left, known[i]);
        residue_add(e, a, n->range[r].lower, t->open, left);
        residue_add(e, a, n->range[r].upper, t->open, left);
        residue_add(e, a, n->range[r].step, t->open, left);
    }
    for (int d = 0; d < n->ref->var->rank; d++)
        if (n->ref->sub[d].kind == SUBSCRIPT_VALUE)
            residue_add(e, a, n->ref->sub[d].value, t->open, left);
    for (int k = 0; n->at.grid && k < n->at.grid->rank; k++) {
        residue_add(e, a, n->at.axis[k].index, t->open, left);
        residue_add(e, a, n->at.axis[k].last, t->open, left);
        residue_add(e, a, n->at.axis[k].map.offset, t->open, left);
    }
}
