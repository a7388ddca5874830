/* What a communication needs, as arguments of the run-time library. */

#include <stdlib.h>

#include "codegen/communication/communication.h"
#include "codegen/data/descriptors.h"
#include "codegen/text/expression.h"

/* scale * loop + offset, in terms of one loop of a need; loop -1: none of them. */
typedef struct form {
    int loop;
    const expr *scale, *offset;
} form;

static bool make_form(emitter *e, const need *n, const expr *x, form *out)
{
    expr_pool *pool = e->planned->program->pool;
    *out = (form){-1, expr_int(pool, 0), x};
    for (int l = 0; l < n->range_count; l++) {
        if (!expr_mentions(out->offset, n->range[l].var))
            continue;
        const expr *scale, *offset;
        if (out->loop >= 0 || !expr_affine(pool, x, n->range[l].var, &scale, &offset))
            return false;
        *out = (form){l, scale, offset};
    }
    for (int l = 0; l < n->range_count; l++)
        if (expr_mentions(out->scale, n->range[l].var))
            return false;
    return true;
}

static void emit_form(emitter *e, const form *f)
{
    fprintf(e->out, "{%d, ", f->loop);
    emit_expr(e, f->scale);
    fputs(", ", e->out);
    emit_expr(e, f->offset);
    fputs("}", e->out);
}

/* Does a bound mention another loop of the need? */
static bool is_rectangular(const need *n)
{
    for (int l = 0; l < n->range_count; l++)
        for (int m = 0; m < n->range_count; m++)
            if (expr_mentions(n->range[l].lower, n->range[m].var) ||
                expr_mentions(n->range[l].upper, n->range[m].var) ||
                expr_mentions(n->range[l].step, n->range[m].var))
                return false;
    return true;
}

const expr *emit_home_cell(emitter *e, const home_axis *h)
{
    expr_pool *pool = e->planned->program->pool;
    return expr_add(pool, expr_mul(pool, h->map.stride, h->index), h->map.offset);
}

/* Is each index, and each place of execution, moved by one loop at most, and no bound by
 * another? */
bool emit_is_product(emitter *e, const need *n)
{
    form f;
    for (int d = 0; d < n->ref->var->rank; d++)
        if (n->ref->sub[d].kind == SUBSCRIPT_VALUE && !make_form(e, n, n->ref->sub[d].value, &f))
            return false;
    for (int k = 0; n->at.grid && k < n->at.grid->rank; k++)
        if (n->at.axis[k].is_restricted && !make_form(e, n, emit_home_cell(e, &n->at.axis[k]), &f))
            return false;
    return is_rectangular(n);
}

const expr *emit_last_index(emitter *e, const variable *v, int d)
{
    expr_pool *pool = e->planned->program->pool;
    return expr_sub(pool, v->extent[d], expr_int(pool, 1));
}

/* --- As a product --------------------------------------------------------------------- */

int emit_whole_count(const need *n)
{
    int count = 0;
    for (int d = 0; d < n->ref->var->rank; d++)
        count += n->ref->sub[d].kind != SUBSCRIPT_VALUE;
    return count;
}

void emit_loops_from(emitter *e, const need *n, int first)
{
    const variable *v = n->ref->var;
    const char *between = "";
    for (int l = first; l < n->range_count; l++, between = ", ") {
        fprintf(e->out, "%s{", between);
        emit_expr(e, n->range[l].lower);
        fputs(", ", e->out);
        emit_expr(e, n->range[l].upper);
        fputs(", ", e->out);
        emit_expr(e, n->range[l].step);
        fputs("}", e->out);
    }
    for (int d = 0; d < v->rank; d++)
        if (n->ref->sub[d].kind != SUBSCRIPT_VALUE) {
            fprintf(e->out, "%s{0, ", between);
            emit_expr(e, emit_last_index(e, v, d));
            fputs(", 1}", e->out);
            between = ", ";
        }
}

static void emit_indices(emitter *e, const need *n)
{
    int whole = n->range_count;
    fputs(", {", e->out);
    for (int d = 0; d < n->ref->var->rank; d++) {
        const subscript *s = &n->ref->sub[d];
        form f;
        fputs(d ? ", " : "", e->out);
        if (s->kind == SUBSCRIPT_VALUE && make_form(e, n, s->value, &f))
            emit_form(e, &f);
        else
            fprintf(e->out, "{%d, 1, 0}", whole++);
    }
    fputs("}", e->out);
}

static void emit_homes(emitter *e, const need *n)
{
    const char *between = "";
    fputs(", {", e->out);
    for (int k = 0; n->at.grid && k < n->at.grid->rank; k++) {
        form f;
        if (!n->at.axis[k].is_restricted || !make_form(e, n, emit_home_cell(e, &n->at.axis[k]), &f))
            continue;
        fprintf(e->out, "%s{&%s, ", between, emit_axis(e, &n->at.axis[k].map));
        emit_form(e, &f);
        fputs("}", e->out);
        between = ", ";
    }
    fputs("}", e->out);
}

/* The axes along which a shadow is handed on. */
static void emit_carried(emitter *e, const communication *c, const need *n)
{
    unsigned carried = 0;
    for (int k = 0; k < c->source.grid->rank; k++)
        carried |= n->carried[k] ? 1u << k : 0;
    if (carried)
        fprintf(e->out, ", %u", carried);
    fputs("}", e->out);
}

/* The last arguments of a call: the needs. */
void emit_needs(emitter *e, const communication *c, const char *indent)
{
    char *where = NULL;
    e->has_needs = true;
    fprintf(e->out, "%d, (fpr_need[]){\n", c->need_count);
    for (int i = 0; i < c->need_count; i++) {
        emit_need_remark(e, c, &c->needs[i], indent, &where);
        fprintf(e->out, "%s        ", indent);
        fprintf(e->out, "{%d, {", c->needs[i].range_count + emit_whole_count(&c->needs[i]));
        emit_loops_from(e, &c->needs[i], 0);
        fputs("}", e->out);
        emit_indices(e, &c->needs[i]);
        emit_homes(e, &c->needs[i]);
        emit_carried(e, c, &c->needs[i]);
        fputs(",\n", e->out);
    }
    fprintf(e->out, "%s    });\n", indent);
    free(where);
}

/* Does the loop move the array's index on an axis, and the place of execution, so that both
 * have one coordinate? Then all that a processor sends to have its own. */
static bool moves_together(const communication *c, const need *n, const loop_var *loop)
{
    bool is = true;
    for (int k = 0; k < n->at.grid->rank; k++) {
        const home_axis *h = &n->at.axis[k];
        const axis_map *own = c->source.grid == n->at.grid ? &c->source.axis[k] : NULL;
        if (!h->is_restricted || !expr_mentions(h->index, loop))
            continue;
        is = is && own && own->source == AXIS_BY_DIM && axis_map_equal(own, &h->map) &&
             own->stride == h->map.stride && own->offset == h->map.offset &&
             n->ref->sub[own->dim].kind == SUBSCRIPT_VALUE &&
             n->ref->sub[own->dim].value == h->index;
    }
    return is;
}

/* Does each receiver of a sender get the same? */
bool emit_is_same_for_all(const communication *c)
{
    for (int i = 0; i < c->need_count; i++) {
        const need *n = &c->needs[i];
        for (int l = 0; l < n->range_count; l++) {
            bool in_index = false, in_home = false;
            for (int d = 0; d < n->ref->var->rank; d++)
                in_index |= n->ref->sub[d].kind == SUBSCRIPT_VALUE &&
                            expr_mentions(n->ref->sub[d].value, n->range[l].var);
            for (int k = 0; n->at.grid && k < n->at.grid->rank; k++)
                in_home |= n->at.axis[k].is_restricted &&
                           expr_mentions(n->at.axis[k].index, n->range[l].var);
            if (in_index && in_home && !moves_together(c, n, n->range[l].var))
                return false;
        }
    }
    return true;
}
