#include "frontend/value/array_flow.h"

#include "frontend/value/array_length.h"
#include "frontend/value/flow_log.h"
#include "frontend/value/integer.h"
#include "frontend/value/memory_function.h"

/* --- Which arrays ----------------------------------------------------------------------- */

static bool is_pointer(const decl *d)
{
    return d->rank == 1 && d->type->kind == TYPE_POINTER;
}

const decl *array_of_element(const syntax *s)
{
    int indices = 0;
    for (; s && s->kind == SYNTAX_SUBSCRIPT; s = s->child[0])
        indices++;
    const decl *d = indices && s && s->kind == SYNTAX_NAME ? s->decl : NULL;
    return d && indices == d->rank ? d : NULL;
}

const decl *array_set_by(const syntax *s)
{
    bool sets =
        s->kind == SYNTAX_ASSIGN ||
        (s->kind == SYNTAX_UNARY && (s->op >= OPERATOR_PRE_INC || s->op == OPERATOR_ADDRESS));
    return sets && s->child_count ? array_of_element(s->child[0]) : NULL;
}

/* How the program uses an array. */
typedef struct array_use {
    const decl *array;
    const decl *function;  /* that is looked at */
    const decl *allocates; /* the one that sets it to what malloc gives */
    int allocations;
    bool is_set_elsewhere; /* an element, by another function */
    bool is_named_alone;   /* otherwise than in m[e], sizeof m and free(m) */
} array_use;

static bool is_name_of(const syntax *s, const decl *d)
{
    while (s && s->kind == SYNTAX_CAST)
        s = s->child[0];
    return s && s->kind == SYNTAX_NAME && s->decl == d;
}

/* What the call does with memory. */
static memory_use memory_of(const syntax *s)
{
    while (s && s->kind == SYNTAX_CAST)
        s = s->child[0];
    bool is_call = s && s->kind == SYNTAX_CALL && syntax_callee_name(s);
    return is_call ? memory_use_of(s->child[0]->decl) : MEMORY_NONE;
}

static void find_uses(array_use *u, const syntax *s);

static void allocate(array_use *u, const syntax *value)
{
    const memory_use memory = memory_of(value);
    u->is_named_alone |= memory != MEMORY_UNSET && memory != MEMORY_ZERO;
    u->allocations++;
    u->allocates = u->function;
    find_uses(u, value);
}

static void find_uses_of_element(array_use *u, const syntax *s)
{
    for (; s->kind == SYNTAX_SUBSCRIPT; s = s->child[0])
        find_uses(u, s->child[1]);
}

static void find_uses(array_use *u, const syntax *s)
{
    const decl *d = u->array;
    if (!s || s->kind == SYNTAX_SIZEOF || u->is_named_alone)
        return;
    if (array_set_by(s) == d) {
        u->is_named_alone |= s->kind == SYNTAX_UNARY && s->op == OPERATOR_ADDRESS;
        u->is_set_elsewhere |= d->function != u->function && u->allocates != u->function;
    }
    if (array_of_element(s) == d) {
        find_uses_of_element(u, s);
        return;
    }
    if (s->kind == SYNTAX_ASSIGN && is_name_of(s->child[0], d) && s->op == OPERATOR_NONE) {
        allocate(u, s->child[1]);
        return;
    }
    u->is_named_alone |= s->kind == SYNTAX_NAME && s->decl == d;
    bool frees = memory_of(s) == MEMORY_FREED;
    for (int i = 0; i < s->child_count; i++) {
        const syntax *part = s->child[i];
        if (s->kind == SYNTAX_DECLARATION && part->decl == d && is_pointer(d) && d->init)
            allocate(u, part->decl->init);
        else if (s->kind == SYNTAX_DECLARATION)
            find_uses(u, part->decl->init);
        else if (!frees || !is_name_of(part, d))
            find_uses(u, part);
    }
}

static bool is_named_alone(const decl *d)
{
    array_use u = {.array = d, .function = d->function};
    find_uses(&u, d->function->body);
    return u.is_named_alone;
}

/* A pointer that is set once, to what malloc gives, by main or the function that it is local to,
 * and is named for its elements only; no other function sets these. */
static bool is_allocated_once(lowering *lo, const decl *d)
{
    array_use u = {.array = d};
    for (int i = 0; i < lo->source->function_count; i++) {
        u.function = lo->source->functions[i];
        if (!d->function || d->function == u.function)
            find_uses(&u, u.function->body);
    }
    /* Once more: who sets elements before the one that allocates is looked at. */
    for (int i = 0; i < lo->source->function_count && u.allocations == 1; i++) {
        u.function = lo->source->functions[i];
        if (!d->function && u.function != u.allocates) {
            array_use other = u;
            find_uses(&other, u.function->body);
            u.is_set_elsewhere |= other.is_set_elsewhere;
        }
    }
    for (int i = 0; i < lo->source->decl_count; i++) {
        const decl *other = lo->source->decls[i];
        if (!other->function && other->init)
            find_uses(&u, other->init);
    }
    return u.allocations == 1 && !u.is_named_alone && (d->function || !u.is_set_elsewhere) &&
           (d->function || decl_is_main(u.allocates));
}

/* A directive that combines what the processors have of it sets it, too. */
static bool is_combined(const lowering *lo, const decl *d)
{
    for (int i = 0; i < lo->pragmas.count; i++)
        for (const directive *r = lo->pragmas.data[i].directives; r; r = r->next)
            for (int k = 0; r->kind == DIRECTIVE_REDUCTION && k < r->u.comm.reduction_count; k++)
                if (r->u.comm.reductions[k].var.text == d->name)
                    return true;
    return false;
}

/* Does it call a function that has no body here, and may set variables that other files see? Which
 * one a pointer calls, nothing tells. */
static bool calls_elsewhere(const syntax *s)
{
    if (!s)
        return false;
    const decl *f = s->kind == SYNTAX_CALL && syntax_callee_name(s) ? s->child[0]->decl : NULL;
    const bool is_elsewhere = f && (!f->body || f->is_replaceable) &&
                              source_range_is_set(f->where) && !f->is_const_function && !f->is_pure;
    if (is_elsewhere || (s->kind == SYNTAX_CALL && !f))
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (calls_elsewhere(syntax_part(s, i)))
            return true;
    return false;
}

/* An array of file scope that main sets, and others look at; it is named for its elements only. */
static bool is_set_by_main(lowering *lo, const decl *d)
{
    bool is_set = false, is_read = false;
    for (int i = 0; i < lo->source->function_count; i++) {
        const decl *f = lo->source->functions[i];
        is_read |= !decl_is_main(f) && syntax_names(f->body, d);
        if (d->is_external && calls_elsewhere(f->body))
            return false;
        array_use u = {.array = d, .function = f};
        find_uses(&u, f->body);
        if (u.is_named_alone || (u.is_set_elsewhere && !decl_is_main(f)))
            return false;
        is_set |= u.is_set_elsewhere;
    }
    for (int i = 0; i < lo->source->decl_count; i++) {
        const decl *other = lo->source->decls[i];
        array_use u = {.array = d};
        if (!other->function && other->init)
            find_uses(&u, other->init);
        if (u.is_named_alone)
            return false;
    }
    return is_set && is_read && !is_combined(lo, d);
}

/* How many integers it may have, of a file fewer, as indices of elements are not to be followed; of
 * what malloc gives, so many are followed. */
static int count_of(const decl *d)
{
    enum { MOST = 512, OF_MALLOC = 64, OF_FILE = 64 };
    bool is_of_integers = d->rank > 0 && d->element->kind == TYPE_INT && !d->element->is_volatile;
    bool is_array = is_of_integers && d->type->kind == TYPE_ARRAY;
    int count = 1;
    if (is_of_integers && is_pointer(d))
        return OF_MALLOC;
    for (int k = 0; k < d->rank && is_array && count > 0; k++)
        count = d->count[k] < 1 || d->count[k] > MOST / count ? 0 : count * (int)d->count[k];
    return is_array && (d->function || count <= OF_FILE) ? count : 0;
}

int array_followed(lowering *lo, const decl *d)
{
    decl_info *info = &lo->info[d->id];
    /* What is distributed others assign, too: a gmove, XcalableMP's library by a descriptor. */
    /* Main's are its own, for it is executed once. */
    const bool is_kept = d->is_static && !decl_is_main(d->function);
    const bool is_own = d->kind == DECL_VARIABLE && !is_kept && !d->is_coarray &&
                        !(info->var && info->var->align) &&
                        (d->function || is_pointer(d) || (d->is_defined && !d->is_replaceable));
    const int count = is_own ? count_of(d) : 0;
    if (count && !info->is_array_asked) {
        info->is_array_asked = true;
        info->is_array_followed = is_pointer(d) ? is_allocated_once(lo, d)
                                  : d->function ? !is_named_alone(d)
                                                : is_set_by_main(lo, d);
    }
    return count && info->is_array_followed ? count : 0;
}

const expr *array_index(lowering *lo, const syntax *element)
{
    const decl *d = array_of_element(element);
    const expr *at = NULL;
    int64_t stride = 1, fixed;
    for (int k = d ? d->rank - 1 : -1; k >= 0; k--, element = element->child[0]) {
        bool is_integer = element->child[1]->type && element->child[1]->type->kind == TYPE_INT;
        const expr *index = is_integer ? value_integer(lo, element->child[1], false) : NULL;
        if (!index ||
            (d->rank > 1 && expr_is_int(index, &fixed) && (fixed < 0 || fixed >= d->count[k])))
            return NULL;
        const expr *part = expr_mul(lo->pool, index, expr_int(lo->pool, stride));
        at = at ? expr_add(lo->pool, at, part) : part;
        stride *= d->count[k];
    }
    return at;
}

/* --- What they hold ------------------------------------------------------------------------ */

const expr *const *array_now(lowering *lo, const decl *d)
{
    return array_followed(lo, d) ? lo->info[d->id].now.elements : NULL;
}

void array_set(lowering *lo, const decl *d, const expr *const *elements)
{
    flow_writable(lo, d)->elements = elements;
}

/* Where nothing is said of an element, nothing may look at it: any number does. */
static void begin(lowering *lo, const decl *d, const syntax *init)
{
    const int count = array_followed(lo, d);
    if (!count)
        return;
    if (is_pointer(d) && !array_note_length(lo, d, init, count)) {
        array_set(lo, d, NULL); /* as an array that is declared with so many */
        return;
    }
    const expr **elements = ARENA_ARRAY(lo->ctx->arena, count, const expr *);
    bool is_list =
        init && init->kind == SYNTAX_INIT_LIST && init->child_count <= count && d->rank == 1;
    for (int i = 0; i < count; i++)
        elements[i] = expr_int(lo->pool, 0);
    for (int i = 0; is_list && i < init->child_count; i++) {
        elements[i] = value_integer(lo, init->child[i], false);
        is_list = elements[i] != NULL; /* a designator, too, moves those after it */
    }
    array_set(lo, d, !init || is_list || is_pointer(d) ? elements : NULL);
}

void array_begin(lowering *lo, const decl *d)
{
    begin(lo, d, d->init);
}

/* The value, where storing it does not change it: it has the element's type, or is in both. */
static const expr *as_element(const expr *value, const c_type *type, const c_type *element)
{
    int64_t number;
    bool is_same = type->bytes == element->bytes && type->is_unsigned == element->is_unsigned;
    bool is_small = value && expr_is_int(value, &number) && number >= 0 && number <= 127;
    return is_same || is_small ? value : NULL;
}

/* What an element has after the assignment; null: not known, or converted to another type. */
static const expr *assigned_value(lowering *lo, const syntax *s, const c_type *element)
{
    const syntax *by = s->kind == SYNTAX_ASSIGN ? s->child[1] : NULL;
    const c_type *type = by ? syntax_final_type(by) : NULL;
    if (!type || type->kind != TYPE_INT)
        return NULL;
    if (s->op == OPERATOR_NONE)
        return as_element(value_integer(lo, by, false), type, element);
    syntax whole = *s; /* m[e] op v */
    bool is_shift = s->op == OPERATOR_SHL || s->op == OPERATOR_SHR;
    whole.kind = SYNTAX_BINARY;
    whole.converted = NULL;
    whole.type = is_shift ? c_type_promoted(element) : c_type_common(element, type);
    return as_element(value_integer(lo, &whole, false), whole.type, element);
}

/* The elements, where an index that only the run knows names the one that is set. */
static bool assign_one(lowering *lo, int count, const expr *const *now, const expr *index,
                       const expr *value, const expr **elements)
{
    for (int i = 0; i < count; i++) {
        if (!now[i] || !value)
            return false;
        elements[i] = expr_select(
            lo->pool, expr_logic(lo->pool, EXPR_EQ, index, expr_int(lo->pool, i)), value, now[i]);
    }
    return true;
}

void array_assign(lowering *lo, const syntax *s)
{
    const decl *d = array_set_by(s);
    bool is_plain = s->kind == SYNTAX_ASSIGN && s->op == OPERATOR_NONE;
    if (is_plain && s->child[0]->kind == SYNTAX_NAME && s->child[0]->decl &&
        is_pointer(s->child[0]->decl))
        begin(lo, s->child[0]->decl, s->child[1]); /* m = malloc(…) */
    const expr *const *now = d ? array_now(lo, d) : NULL;
    if (!now)
        return;
    const int count = array_followed(lo, d);
    const expr *index = array_index(lo, s->child[0]);
    int64_t at;
    const expr **elements = ARENA_ARRAY(lo->ctx->arena, count, const expr *);
    const expr *value = assigned_value(lo, s, d->element);
    bool is_known = index && expr_is_int(index, &at);
    if (index && !is_known && assign_one(lo, count, now, index, value, elements)) {
        array_set(lo, d, elements);
        return;
    }
    if (!is_known || at < 0 || at >= count) {
        array_set(lo, d, NULL);
        return;
    }
    for (int i = 0; i < count; i++)
        elements[i] = now[i];
    elements[at] = value;
    array_set(lo, d, elements);
}

void array_forget(lowering *lo, const syntax *s)
{
    if (!s)
        return;
    const decl *d = array_set_by(s);
    if (d && array_followed(lo, d))
        array_set(lo, d, NULL);
    for (int i = 0; i < s->child_count; i++)
        array_forget(lo, syntax_part(s, i));
}
