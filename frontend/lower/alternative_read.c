#include "frontend/lower/alternative_read.h"

#include "frontend/lower/unknown.h"
#include "frontend/value/access_path.h"
#include "frontend/value/memory_function.h"
#include "frontend/value/points_to.h"

/* So many pointers may there be on the way to an array. */
enum { POINTERS_MOST = 8 };

/* What a pointer is set to. */
typedef struct alternatives {
    lowering *lo;
    const decl *pointer;
    int depth;
    VEC(const decl *) seen;     /* pointers whose values are looked for, or have been, each once */
    VEC(const syntax *) arrays; /* names of mapped arrays, each once */
    bool is_other;              /* also, or may do so, otherwise */
} alternatives;

static void find_in(alternatives *x, const decl *pointer, const syntax *body);

static bool is_local_pointer(const decl *d)
{
    return d->kind == DECL_VARIABLE && d->function && !d->is_static &&
           d->type->kind == TYPE_POINTER;
}

static void add_array(alternatives *x, const syntax *s)
{
    for (int i = 0; i < x->arrays.count; i++)
        if (x->arrays.data[i]->decl == s->decl)
            return;
    VEC_PUSH(x->lo->ctx->arena, &x->arrays, s);
}

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
    } else if (v && v->align && v->rank && !v->is_flat) {
        add_array(x, s);
    } else if (d && is_local_pointer(d)) {
        find_in(x, d, d->function->body);
    } else {
        x->is_other |= !is_memory && (s->kind != SYNTAX_INT || s->value != 0);
    }
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

static void find_in(alternatives *x, const decl *pointer, const syntax *body)
{
    const decl *around = x->pointer;
    for (int i = 0; i < x->seen.count; i++)
        if (x->seen.data[i] == pointer)
            return;
    VEC_PUSH(x->lo->ctx->arena, &x->seen, pointer);
    x->is_other |= x->depth == POINTERS_MOST;
    x->pointer = pointer;
    x->depth++;
    find(x, body);
    x->depth--;
    x->pointer = around;
}

/* What calls pass for a formal: of an array by its name the call is one of that array. Functions
 * see arrays of the file. */
static void find_passed(alternatives *x, const decl *formal, int at, const syntax *s)
{
    const decl *f = formal->function;
    if (!s || x->is_other)
        return;
    const bool is_call = s->kind == SYNTAX_CALL && s->child[0]->kind == SYNTAX_NAME &&
                         s->child[0]->decl == f && s->child_count > at + 1;
    const syntax *given = is_call ? syntax_without_casts(s->child[at + 1]) : NULL;
    const variable *v = given && given->kind == SYNTAX_NAME && given->decl
                            ? x->lo->info[given->decl->id].var
                            : NULL;
    if (given && !(v && v->align))
        add_value(x, given);
    x->is_other |= s->kind == SYNTAX_NAME && s->decl == f;
    for (int i = is_call; i < s->child_count; i++)
        find_passed(x, formal, at, syntax_part(s, i));
}

static void find_all_passed(alternatives *x, const decl *formal)
{
    const decl *f = formal->function;
    int at = 0;
    while (at < f->formal_count && f->formals[at] != formal)
        at++;
    x->is_other |= f->is_replaceable;
    for (int i = 0; i < x->lo->source->function_count; i++)
        find_passed(x, formal, at, x->lo->source->functions[i]->body);
    for (int i = 0; i < x->arrays.count; i++)
        x->is_other |= x->arrays.data[i]->decl->function != NULL;
}

static bool has_all(const alternatives *x, array_list reached)
{
    bool has = !x->is_other;
    for (int i = 0; i < reached.count && has; i++) {
        has = false;
        for (int k = 0; k < x->arrays.count; k++)
            has |= x->lo->info[x->arrays.data[k]->decl->id].var == reached.arrays[i];
    }
    return has;
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

/* p[i][j], as that of each array that p ever is; false: p is more than arrays by their names. */
static bool read_each(lowering *lo, gather *g, const syntax *s, array_list reached)
{
    const syntax *base = s;
    while (base->kind == SYNTAX_SUBSCRIPT)
        base = base->child[0];
    const decl *d = base->kind == SYNTAX_NAME && base != s ? base->decl : NULL;
    const bool is_formal = d && d->kind == DECL_FORMAL;
    if (!d || !(is_formal || is_local_pointer(d)))
        return false;
    alternatives x = {.lo = lo};
    find_in(&x, d, d->function->body);
    if (is_formal)
        find_all_passed(&x, d);
    if (!has_all(&x, reached))
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
    return true;
}

/* An element of each that the address may lead into, where nothing tells which. */
static void read_any(lowering *lo, gather *g, const syntax *s, array_list reached)
{
    for (int i = 0; i < reached.count; i++) {
        reference *r = ARENA_NEW(lo->ctx->arena, reference);
        *r = (reference){.var = reached.arrays[i], .is_by_pointer = true, .where = s->where};
        for (int d = 0; d < r->var->rank; d++)
            r->sub[d].kind = SUBSCRIPT_INDIRECT;
        VEC_PUSH(lo->ctx->arena, &g->reads, r);
    }
}

bool lower_is_each(lowering *lo, const syntax *pointer, array_list reached)
{
    alternatives x = {.lo = lo};
    add_value(&x, pointer);
    return has_all(&x, reached);
}

bool lower_alternative_reads(lowering *lo, gather *g, const syntax *s)
{
    const array_list reached = points_to_through(lo, s);
    if (lo->keeps_loops || !reached.count)
        return false;
    const bool is_each = read_each(lo, g, s, reached);
    if (!is_each)
        read_any(lo, g, s, reached);
    lower_read_alternatives(lo, g, s, reached, is_each);
    return true;
}
