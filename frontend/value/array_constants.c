/* The elements of integer arrays, as far as they are known from the program: the sizes of
 * gen_block stand in such arrays. An array has its initialiser's values unless
 * something may assign to it, or, without an initialiser, those that single
 * statements outside of loops give each element. */

#include "frontend/value/array_constants.h"

#include <string.h>

#include "frontend/directive/constant.h"
#include "frontend/syntax/library_function.h"
#include "frontend/value/array_flow.h"
#include "frontend/value/integer.h"
#include "frontend/value/names.h"

/* What the whole program does to the array. */
typedef struct uses {
    const decl *array;
    int count;
    const syntax **assigned; /* by element: the only assignment's right side */
    const expr **computed;   /* by element: what the only loop that assigns it gives it; or null */
    bool is_lost;            /* assigned in a way that is not followed */
} uses;

static bool is_array(const syntax *s, const decl *array)
{
    return s && s->kind == SYNTAX_NAME && s->decl == array;
}

/* m[e] = …, m[e] += …, m[e]++, &m[e] */
static bool is_changed_element(const syntax *s, const decl *array)
{
    bool changes =
        s->kind == SYNTAX_ASSIGN ||
        (s->kind == SYNTAX_UNARY && (s->op >= OPERATOR_PRE_INC || s->op == OPERATOR_ADDRESS));
    return changes && s->child[0] && s->child[0]->kind == SYNTAX_SUBSCRIPT &&
           is_array(s->child[0]->child[0], array);
}

static void note_assignment(lowering *lo, uses *u, const syntax *s, bool in_loop)
{
    int64_t at;
    const expr *index = value_integer(lo, s->child[0]->child[1], false);
    bool is_plain = s->kind == SYNTAX_ASSIGN && s->op == OPERATOR_NONE && !in_loop;
    if (!is_plain || !index || !expr_is_int(index, &at) || at < 0 || at >= u->count ||
        u->assigned[at] || u->computed[at])
        u->is_lost = true;
    else
        u->assigned[at] = s->child[1];
}

/* Does the call pass the array, as its child, to a function of the library that only reads it? */
static bool is_only_read(const syntax *call, int i)
{
    const char *name = call->kind == SYNTAX_CALL && i > 0 ? syntax_callee_name(call) : NULL;
    /* Of XcalableMP's library, the functions that may free what they get are the others. */
    const bool keeps = name && (library_kind_of(name) == LIBRARY_PLAIN ||
                                strncmp(name, "xmp_sync_", sizeof "xmp_sync_" - 1) == 0);
    return keeps && !call->child[0]->decl->body && !library_may_write(call->child[0]->decl, i - 1);
}

/* --- Loops -------------------------------------------------------------------------- */

/* for (k = first; k < end; k++) */
typedef struct counted_loop {
    const decl *var;
    int64_t first, end;
} counted_loop;

static const syntax *first_value(const syntax *init, const decl *var)
{
    if (init->kind == SYNTAX_DECLARATION && init->child_count == 1 && init->child[0]->decl == var)
        return var->init;
    bool is_plain = init->kind == SYNTAX_ASSIGN && init->op == OPERATOR_NONE &&
                    syntax_scalar_name(init->child[0]) == var;
    return is_plain ? init->child[1] : NULL;
}

static bool is_counted(lowering *lo, const syntax *s, counted_loop *out)
{
    const syntax *test = s->child[1], *move = s->child[2];
    if (!s->child[0] || !test || !move || test->kind != SYNTAX_BINARY ||
        (test->op != OPERATOR_LT && test->op != OPERATOR_LE) || move->kind != SYNTAX_UNARY ||
        (move->op != OPERATOR_PRE_INC && move->op != OPERATOR_POST_INC))
        return false;
    out->var = syntax_scalar_name(test->child[0]);
    if (!out->var || syntax_scalar_name(move->child[0]) != out->var)
        return false;
    const syntax *from = first_value(s->child[0], out->var);
    const expr *first = from ? value_integer(lo, from, false) : NULL;
    const expr *end = value_integer(lo, test->child[1], false);
    if (!first || !end || !expr_known(first, &out->first) || !expr_known(end, &out->end))
        return false;
    out->end += test->op == OPERATOR_LE;
    return true;
}

/* m[e] = … in each iteration of the loop: its values, one by one. */
static void compute(lowering *lo, uses *u, const syntax *s, const counted_loop *of)
{
    decl_info *info = &lo->info[of->var->id];
    const flow_state before = info->now;
    if (of->end - of->first > u->count)
        u->is_lost = true;
    for (int64_t k = of->first; k < of->end && !u->is_lost; k++) {
        int64_t at;
        info->now = (flow_state){.flow = FLOW_VALUE, .value = expr_int(lo->pool, k)};
        const expr *index = value_integer(lo, s->child[0]->child[1], false);
        const expr *value = value_integer(lo, s->child[1], false);
        u->is_lost = !index || !value || !expr_is_int(index, &at) || at < 0 || at >= u->count ||
                     u->assigned[at] || u->computed[at];
        if (!u->is_lost)
            u->computed[at] = value;
    }
    info->now = before;
}

static void find_uses(lowering *lo, uses *u, const syntax *s, bool in_loop);

/* int *p = m; int *q[] = {&m[1]}; */
static void find_uses_in_init(lowering *lo, uses *u, const syntax *init, bool in_loop)
{
    u->is_lost |= is_array(init, u->array);
    find_uses(lo, u, init, in_loop);
}

/* A loop around assignments of elements that every iteration executes. */
static bool take_loop(lowering *lo, uses *u, const syntax *s)
{
    const syntax *body = s->child[3];
    counted_loop loop;
    bool is_block = body->kind == SYNTAX_BLOCK, assigns = false;
    int count = is_block ? body->child_count : 1;
    if (syntax_may_break(body) || syntax_may_continue(body) || !is_counted(lo, s, &loop))
        return false;
    for (int i = 0; i < count; i++) {
        const syntax *one = is_block ? body->child[i] : body;
        bool is_plain = one && one->kind == SYNTAX_ASSIGN && one->op == OPERATOR_NONE;
        if (is_plain && is_changed_element(one, u->array)) {
            assigns = true;
            compute(lo, u, one, &loop);
            find_uses(lo, u, one->child[1], true);
        } else {
            find_uses(lo, u, one, true);
        }
    }
    return assigns;
}

/* The array by its name alone is passed on, or pointed to, but in m[e] and
 * sizeof m. */
static void find_uses(lowering *lo, uses *u, const syntax *s, bool in_loop)
{
    if (!s || u->is_lost || s->kind == SYNTAX_SIZEOF)
        return;
    if (s->kind == SYNTAX_FOR && !in_loop && take_loop(lo, u, s))
        return;
    if (is_changed_element(s, u->array)) {
        note_assignment(lo, u, s, in_loop);
        for (int i = 1; i < s->child_count; i++)
            find_uses(lo, u, s->child[i], in_loop);
        return;
    }
    for (int i = 0; s->kind == SYNTAX_DECLARATION && i < s->child_count; i++)
        find_uses_in_init(lo, u, s->child[i]->decl->init, in_loop);
    bool is_loop = s->kind == SYNTAX_FOR || s->kind == SYNTAX_WHILE || s->kind == SYNTAX_DO;
    for (int i = 0; i < s->child_count; i++) {
        bool is_element = s->kind == SYNTAX_SUBSCRIPT && i == 0;
        if (is_array(s->child[i], u->array) && !is_element && s->kind != SYNTAX_DECLARATION &&
            !is_only_read(s, i))
            u->is_lost = true;
        find_uses(lo, u, s->child[i], in_loop || is_loop);
    }
}

/* The value of an element; null: not known. */
static const expr *element_value(lowering *lo, const uses *u, int i)
{
    const syntax *init = u->array->init;
    if (u->is_lost)
        return NULL;
    if (!init && u->computed[i])
        return u->computed[i];
    if (!init)
        return u->assigned[i] ? value_integer(lo, u->assigned[i], false) : NULL;
    if (u->assigned[i] || u->computed[i] || init->kind != SYNTAX_INIT_LIST)
        return NULL;
    return i < init->child_count ? value_integer(lo, init->child[i], false) : expr_int(lo->pool, 0);
}

/* A designator moves those after it, too. */
static bool is_list_plain(lowering *lo, const syntax *init)
{
    for (int i = 0; init && i < init->child_count; i++)
        if (!value_integer(lo, init->child[i], false))
            return false;
    return true;
}

static param *element_param(lowering *lo, const decl *d, int i, const expr *value)
{
    bool is_const = d->element->is_const;
    const char *name = arena_printf(lo->ctx->arena, "%s[%d]", d->name, i);
    param *p = expr_new_param(lo->pool, is_const ? PARAM_CONSTANT : PARAM_VARIABLE,
                              intern(lo->ctx->names, name), d->where);
    p->value = value;
    p->is_unsigned = d->element->is_unsigned;
    p->is_assumption = !is_const && value;
    p->provenance = !value     ? "not known before the program runs"
                    : is_const ? "const"
                    : d->init  ? "from its initialiser"
                               : "from its only assignment";
    return p;
}

static int declared_count(lowering *lo, const decl *d)
{
    enum { MOST = 65536 };
    int64_t count = -1;
    const variable *v = lo->info[d->id].var;
    if (!v || d->rank != 1 || !v->extent[0] || !expr_known(v->extent[0], &count))
        count = d->rank == 1 ? d->count[0] : -1;
    return count > 0 && count <= MOST ? (int)count : 0;
}

int value_elements(lowering *lo, const decl *d, const expr *const **elements)
{
    const int followed = d->type->kind == TYPE_POINTER ? array_followed(lo, d) : 0;
    if (!followed && (d->rank != 1 || d->element->kind != TYPE_INT))
        return -1;
    for (int i = 0; i < lo->found.elements.count; i++) {
        if (lo->found.elements.data[i].array == d) {
            *elements = lo->found.elements.data[i].value;
            return lo->found.elements.data[i].count;
        }
    }
    uses u = {.array = d, .count = followed ? followed : declared_count(lo, d)};
    u.assigned = ARENA_ARRAY(lo->ctx->arena, u.count + 1, const syntax *);
    u.computed = ARENA_ARRAY(lo->ctx->arena, u.count + 1, const expr *);
    const expr **value = ARENA_ARRAY(lo->ctx->arena, u.count + 1, const expr *);
    const int found = lo->found.elements.count; /* none are known while they are sought */
    param **params = ARENA_ARRAY(lo->ctx->arena, u.count + 1, param *);
    VEC_PUSH(lo->ctx->arena, &lo->found.elements, ((array_elements){d, 0, value, params}));
    const directive_names *names = lo->reading.names;
    bool is_const = d->element->is_const;
    for (int i = 0; i < lo->source->function_count && !is_const; i++) {
        lo->reading.names =
            value_names(lo, lo->source->functions[i], lo->source->functions[i]->unit);
        find_uses(lo, &u, lo->source->functions[i]->body, false);
    }
    for (int i = 0; i < lo->source->decl_count && !is_const; i++)
        if (!lo->source->decls[i]->function && lo->source->decls[i]->init)
            find_uses_in_init(lo, &u, lo->source->decls[i]->init, false);
    lo->reading.names = value_names(lo, d->function, d->unit);
    u.is_lost |= d->kind == DECL_FORMAL || !is_list_plain(lo, d->init);
    for (int i = 0; i < u.count; i++) {
        params[i] = element_param(lo, d, i, element_value(lo, &u, i));
        value[i] = expr_param(lo->pool, params[i]);
    }
    lo->reading.names = names;
    lo->found.elements.data[found].count = u.count;
    *elements = value;
    return u.count;
}

/* The sizes are those of one place of the program that is executed once. */
static void take_now(lowering *lo, const array_elements *of)
{
    const expr *const *now = array_now(lo, of->array);
    for (int i = 0; now && i < of->count; i++) {
        param *p = of->params[i];
        if (p->value || !now[i] || now[i]->uses_loop_var || now[i]->uses_coord)
            continue;
        p->value = now[i];
        p->is_assumption = true;
        p->provenance = "as the program computes it";
    }
}

void value_take_sizes(lowering *lo, const directive *d)
{
    const directive_names *names = lo->reading.names;
    const expr *const *elements;
    bool is_once = strcmp(lo->fn.decl->name, "main") == 0 && !lo->around.frame;
    for (int k = 0; is_once && k < d->u.distribute.format_count; k++) {
        const directive_format *f = &d->u.distribute.formats[k];
        const char *name = f->kind == DIRECTIVE_FORMAT_GEN_BLOCK && f->size.count
                               ? directive_expr_name(f->size)
                               : NULL;
        if (!name || names->elements(names->data, name, f->size.where, &elements) < 1)
            continue;
        for (int i = 0; i < lo->found.elements.count; i++)
            if (lo->found.elements.data[i].value == elements)
                take_now(lo, &lo->found.elements.data[i]);
    }
}

/* So many elements may be chosen from by an index that moves. */
enum { CHOSEN_MOST = 256 };

/* One of elements from:to, by halves. */
static const expr *choice(lowering *lo, const expr *const *element, const expr *index, int from,
                          int to)
{
    if (to - from == 1)
        return element[from];
    int middle = from + (to - from) / 2;
    const expr *low = choice(lo, element, index, from, middle);
    const expr *high = choice(lo, element, index, middle, to);
    return expr_select(lo->pool, expr_logic(lo->pool, EXPR_LT, index, expr_int(lo->pool, middle)),
                       low, high);
}

const expr *value_choice(lowering *lo, const expr *const *element, int count, const expr *index)
{
    int64_t at;
    if (expr_is_int(index, &at))
        return at >= 0 && at < count ? element[at] : NULL;
    for (int i = 0; i < count; i++)
        if (!element[i])
            return NULL;
    return count > 0 && count <= CHOSEN_MOST ? choice(lo, element, index, 0, count) : NULL;
}

const expr *value_element(lowering *lo, const decl *d, const expr *index)
{
    const expr *const *element;
    bool is_fixed = d->init && !d->element->is_volatile && !d->is_replaceable;
    int count = is_fixed ? value_elements(lo, d, &element) : 0;
    const expr **known = ARENA_ARRAY(lo->ctx->arena, count > 0 ? count : 1, const expr *);
    for (int i = 0; i < count; i++)
        known[i] = element[i]->u.param->value ? element[i] : NULL;
    return value_choice(lo, known, count, index);
}
