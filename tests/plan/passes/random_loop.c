#include "tests/plan/passes/random_maker.h"

/* One loop of a nest: forwards or back, by any step, its ends numbers or moving
 * with a loop around it. */

typedef struct ends {
    const expr *low, *high;
} ends;

/* i + c … number, or number … i + c, or number … number - i; false: not with these
 * loops. */
static bool make_triangular(maker *m, nest *n, int d, ends *out)
{
    int o = random_in(m->r, 0, d - 1), most = random_least_extent(m) - 1;
    int form = random_in(m->r, 0, 2), apart = random_in(m->r, 0, 1);
    const expr *outer = expr_loop_var(m->pool, n->var[o]);
    if (form == 0) {
        n->low[d] = n->low[o] + apart;
        n->high[d] = random_in(m->r, most - 3, most);
        out->low = expr_add(m->pool, outer, expr_int(m->pool, apart));
        out->high = random_number(m, n->high[d]);
        return n->low[d] <= n->high[d];
    }
    n->low[d] = random_in(m->r, 0, 2);
    out->low = random_number(m, n->low[d]);
    n->high[d] = form == 1 ? n->high[o] - apart : most - n->low[o];
    out->high = form == 1 ? expr_sub(m->pool, outer, expr_int(m->pool, apart))
                          : expr_sub(m->pool, random_number(m, most), outer);
    return n->low[d] <= n->high[d];
}

static ends make_ends(maker *m, nest *n, int d)
{
    ends out;
    int most = random_least_extent(m) - 1;
    if (d > 0 && !m->power && random_in(m->r, 0, 4) == 0 && make_triangular(m, n, d, &out))
        return out;
    n->low[d] = m->power ? 4 : random_in(m->r, 0, 2);
    n->high[d] = random_in(m->r, most - 3, most);
    out.low = random_number(m, n->low[d]);
    out.high = random_number(m, n->high[d]);
    return out;
}

node *random_loop(maker *m, nest *n)
{
    static const char *const names[] = {"i", "j", "k"};
    node *l = node_new(m->ctx, NODE_LOOP, (source_range){0});
    int d = n->depth++, step = random_in(m->r, 0, 2) ? 1 : random_in(m->r, 2, 3);
    bool back = random_in(m->r, 0, 7) == 0;
    ends e = make_ends(m, n, d);
    n->var[d] = expr_new_loop_var(m->pool, names[d], (source_range){0});
    l->u.loop.range = (loop_range){n->var[d], back ? e.high : e.low, back ? e.low : e.high,
                                   expr_int(m->pool, back ? -step : step)};
    if (m->power && random_in(m->r, 0, 2))
        l->u.loop.range.step = expr_mul(m->pool, l->u.loop.range.step, m->power);
    l->u.loop.is_exact = true;
    return l;
}
