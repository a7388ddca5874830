#include "frontend/lower/alternative_read.h"

#include "frontend/lower/unknown.h"
#include "frontend/value/access_path.h"
#include "frontend/value/memory_function.h"
#include "frontend/value/points_to.h"

/* What the function sets a pointer to. */
typedef struct alternatives {
    lowering *lo;
    const decl *pointer;
    VEC(const syntax *) arrays; /* names of mapped arrays, each once */
    bool is_other;              /* also, or may do so, otherwise */
} alternatives;

static void add_value(alternatives *x, const syntax *s)
{
    s = syntax_without_casts(s);
    const decl *d = s->kind == SYNTAX_NAME ? s->decl : NULL;
    const variable *v = d ? x->lo->info[d->id].var : NULL;
    const bool is_memory = s->kind == SYNTAX_CALL && syntax_callee_name(s) &&
                           memory_use_of(s->child[0]->decl) != MEMORY_NONE;
    if (s->kind == SYNTAX_CONDITIONAL) {
        add_value(x, s->child[1]);
        add_value(x, s->child[2]);
        return;
    }
    if (is_memory || (s->kind == SYNTAX_INT && s->value == 0))
        return;
    x->is_other |= !v || !v->align || !v->rank || v->is_flat || d == x->pointer;
    for (int i = 0; i < x->arrays.count && !x->is_other; i++)
        if (x->arrays.data[i]->decl == d)
            return;
    VEC_PUSH(x->lo->ctx->arena, &x->arrays, s);
}

static void find(alternatives *x, const syntax *s)
{
    if (!s || x->is_other)
        return;
    const bool is_changed =
        s->kind == SYNTAX_ASSIGN || (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_ADDRESS);
    if (is_changed && s->child[0]->kind == SYNTAX_NAME && s->child[0]->decl == x->pointer) {
        x->is_other |= s->kind != SYNTAX_ASSIGN || s->op != OPERATOR_NONE;
        if (!x->is_other)
            add_value(x, s->child[1]);
    }
    for (int i = 0; s->kind == SYNTAX_DECLARATION && i < s->child_count; i++)
        if (s->child[i]->decl == x->pointer && x->pointer->init)
            add_value(x, x->pointer->init);
    for (int i = 0; i < s->child_count; i++)
        find(x, syntax_part(s, i));
}

/* p[i][j], of that array instead. */
static const syntax *of_array(lowering *lo, const syntax *s, const syntax *array)
{
    if (s->kind == SYNTAX_NAME)
        return array;
    syntax *copy = arena_copy(lo->ctx->arena, s, sizeof *copy);
    copy->child = ARENA_ARRAY(lo->ctx->arena, 2, const syntax *);
    copy->child[0] = of_array(lo, s->child[0], array);
    copy->child[1] = s->child[1];
    return copy;
}

bool lower_alternative_reads(lowering *lo, gather *g, const syntax *s)
{
    const syntax *base = s;
    while (base->kind == SYNTAX_SUBSCRIPT)
        base = base->child[0];
    const decl *d = base->kind == SYNTAX_NAME && base != s ? base->decl : NULL;
    const array_list reached = points_to_through(lo, s);
    if (!d || lo->keeps_loops || !reached.count || d->kind != DECL_VARIABLE || !d->function ||
        d->is_static || d->type->kind != TYPE_POINTER)
        return false;
    alternatives x = {.lo = lo, .pointer = d};
    find(&x, d->function->body);
    if (x.is_other || x.arrays.count != reached.count)
        return false;
    const int count = g->reads.count;
    for (int i = 0; i < x.arrays.count; i++) {
        const place p = access_path_of(lo, of_array(lo, s, x.arrays.data[i]));
        const reference *r =
            p.kind == PLACE_ELEMENT ? access_path_reference(lo, &p, s->where) : NULL;
        if (!r) {
            g->reads.count = count;
            return false;
        }
        VEC_PUSH(lo->ctx->arena, &g->reads, r);
    }
    lower_read_alternatives(lo, g, s, reached);
    return true;
}
