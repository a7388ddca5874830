/* What sets rows of tables, and how long these are: value/row_table.h. */

#include "frontend/value/memory_function.h"
#include "frontend/value/row_pass.h"

bool row_is_zero(const syntax *s)
{
    s = syntax_without_casts(s);
    return s && s->kind == SYNTAX_INT && s->value == 0;
}

bool row_is_same(const syntax *a, const syntax *b)
{
    a = syntax_without_casts(a);
    b = syntax_without_casts(b);
    if (!a || !b || a->kind != b->kind || a->op != b->op || a->child_count != b->child_count)
        return false;
    if (a->kind == SYNTAX_INT)
        return a->value == b->value && a->macro == b->macro;
    if (a->kind == SYNTAX_NAME)
        return a->decl && a->decl == b->decl;
    bool is_plain = a->kind == SYNTAX_BINARY ||
                    (a->kind == SYNTAX_UNARY && a->op < OPERATOR_ADDRESS) ||
                    (a->kind == SYNTAX_MEMBER && a->member == b->member);
    for (int i = 0; is_plain && i < a->child_count; i++)
        is_plain = row_is_same(a->child[i], b->child[i]);
    return is_plain;
}

/* --- Sizes --------------------------------------------------------------------------------- */

static syntax *node_like(row_pass *w, const syntax *s, syntax_kind kind)
{
    syntax *n = ARENA_NEW(w->ctx->arena, syntax);
    n->kind = kind;
    n->type = s->type;
    n->where = s->where;
    n->unit = s->unit;
    return n;
}

static syntax *number(row_pass *w, const syntax *like, int64_t value)
{
    syntax *n = node_like(w, like, SYNTAX_INT);
    n->value = value;
    return n;
}

static syntax *product(row_pass *w, const syntax *a, const syntax *b)
{
    syntax *n = node_like(w, a, SYNTAX_BINARY);
    n->op = OPERATOR_MUL;
    n->child_count = 2;
    n->child = ARENA_ARRAY(w->ctx->arena, 2, const syntax *);
    n->child[0] = a;
    n->child[1] = b;
    return n;
}

typedef VEC(const syntax *) factor_list;

static void factors_of(row_pass *w, const syntax *s, factor_list *out)
{
    s = syntax_without_casts(s);
    if (s->kind == SYNTAX_BINARY && s->op == OPERATOR_MUL) {
        factors_of(w, s->child[0], out);
        factors_of(w, s->child[1], out);
    } else {
        VEC_PUSH(w->ctx->arena, out, s);
    }
}

/* The product of them, divided by `bytes`, of which one factor is a multiple. */
static const syntax *quotient(row_pass *w, const factor_list *list, int64_t bytes)
{
    int at = -1;
    for (int i = 0; i < list->count; i++) {
        const syntax *s = list->data[i];
        bool is_multiple = s->kind == SYNTAX_INT && s->value > 0 && s->value % bytes == 0;
        if (is_multiple && (at < 0 || (s->value == bytes && !s->macro)))
            at = i;
    }
    if (at < 0 || bytes <= 0)
        return NULL;
    const syntax *by = list->data[at];
    const syntax *all = by->value == bytes ? NULL : number(w, by, by->value / bytes);
    for (int i = 0; i < list->count; i++)
        if (i != at)
            all = all ? product(w, all, list->data[i]) : list->data[i];
    return all ? all : number(w, by, 1);
}

memory_use row_asks(const syntax *value)
{
    value = syntax_without_casts(value);
    const char *name = value && value->kind == SYNTAX_CALL ? syntax_callee_name(value) : NULL;
    memory_use use = name ? memory_use_of(value->child[0]->decl) : MEMORY_NONE;
    return use == MEMORY_FREED ? MEMORY_NONE : use;
}

/* The call of a function that asks for memory in the body of one that does nothing else. */
static const syntax *call_in(const syntax *s)
{
    if (!s || (s->kind == SYNTAX_CALL && row_asks(s)))
        return s;
    const syntax *found = NULL;
    for (int i = 0; i < s->child_count && !found; i++)
        found = call_in(syntax_part(s, i));
    return found;
}

const syntax *row_count(row_pass *w, const syntax *call, int64_t bytes)
{
    call = syntax_without_casts(call);
    factor_list list = {0};
    if (!row_asks(call))
        return NULL;
    const decl *f = call->child[0]->decl;
    if (f->body) {
        const syntax *inner = row_count(w, call_in(f->body), bytes);
        return inner ? row_substitute(w, inner, call) : NULL;
    }
    bool is_aligned = f->name == intern(w->ctx->names, "aligned_alloc");
    for (int i = is_aligned ? 2 : 1; i < call->child_count; i++)
        factors_of(w, call->child[i], &list);
    return quotient(w, &list, bytes);
}

/* Does the function assign its formal? */
static bool is_assigned(const syntax *s, const decl *d)
{
    if (!s)
        return false;
    bool changes =
        s->kind == SYNTAX_ASSIGN || (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_ADDRESS);
    if (changes && s->child[0]->kind == SYNTAX_NAME && s->child[0]->decl == d)
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (is_assigned(syntax_part(s, i), d))
            return true;
    return false;
}

const syntax *row_substitute(row_pass *w, const syntax *s, const syntax *call)
{
    const decl *f = call->child[0]->decl;
    if (s->kind == SYNTAX_NAME && s->decl && s->decl->function) {
        for (int i = 0; i < f->formal_count && i + 1 < call->child_count; i++)
            if (f->formals[i] == s->decl && !is_assigned(f->body, s->decl))
                return call->child[i + 1];
        return NULL;
    }
    bool is_plain = s->kind == SYNTAX_INT || s->kind == SYNTAX_NAME || s->kind == SYNTAX_BINARY ||
                    s->kind == SYNTAX_UNARY || s->kind == SYNTAX_CAST;
    syntax *copy = is_plain ? arena_copy(w->ctx->arena, s, sizeof *s) : NULL;
    if (copy && s->child_count)
        copy->child = ARENA_ARRAY(w->ctx->arena, s->child_count, const syntax *);
    for (int i = 0; copy && i < s->child_count; i++) {
        copy->child[i] = row_substitute(w, s->child[i], call);
        copy = copy->child[i] ? copy : NULL;
    }
    return copy;
}

/* --- Rows ----------------------------------------------------------------------------------- */

/* What the element is one of; null: it is none. *index null: the first. */
static const syntax *element_of(const syntax *s, const syntax **index)
{
    const syntax *base = NULL;
    s = syntax_without_casts(s);
    *index = NULL;
    if (s && s->kind == SYNTAX_SUBSCRIPT) {
        base = syntax_without_casts(s->child[0]);
        *index = s->child[1];
    } else if (s && s->kind == SYNTAX_UNARY && s->op == OPERATOR_DEREF) {
        base = syntax_without_casts(s->child[0]);
        if (base->kind == SYNTAX_BINARY && base->op == OPERATOR_ADD) {
            *index = base->child[1];
            base = syntax_without_casts(base->child[0]);
        }
    }
    if (*index && row_is_zero(*index))
        *index = NULL;
    return base;
}

const decl *row_named(const row_pass *w, const syntax *s, const syntax *index[2], int *level)
{
    const syntax *last, *first, *base = element_of(s, &last);
    const syntax *outer = base && base->kind != SYNTAX_NAME ? element_of(base, &first) : NULL;
    const syntax *name = outer ? outer : base;
    const decl *d = name && name->kind == SYNTAX_NAME ? name->decl : NULL;
    *level = outer ? 2 : 1;
    index[0] = outer ? first : last;
    index[1] = outer ? last : NULL;
    bool is = d && d->kind != DECL_FUNCTION && w->is_table[d->id] && *level <= row_levels(d);
    return is ? d : NULL;
}

/* Which row of the innermost table. */
static const syntax *last_index(const row_maker *k)
{
    return k->index[k->level - 1];
}

static bool is_pointer(const syntax *s)
{
    return s->type && (s->type->kind == TYPE_POINTER || s->type->kind == TYPE_ARRAY);
}

/* i * M of row i: M. */
static const syntax *length_in(const syntax *offset, const syntax *index)
{
    offset = syntax_without_casts(offset);
    if (!offset || !index || offset->kind != SYNTAX_BINARY || offset->op != OPERATOR_MUL)
        return NULL;
    for (int i = 0; i < 2; i++)
        if (row_is_same(offset->child[i], index))
            return offset->child[1 - i];
    return NULL;
}

/* Is `before` the row before row `index`: i - 1? */
static bool is_before(const syntax *before, const syntax *index)
{
    before = syntax_without_casts(before);
    int64_t number = index ? 0 : -1;
    const syntax *i = syntax_without_casts(index);
    if (i && i->kind == SYNTAX_INT)
        return before && before->kind == SYNTAX_INT && before->value + 1 == i->value;
    if (!before || before->kind != SYNTAX_BINARY || before->op != OPERATOR_SUB)
        return false;
    const syntax *by = syntax_without_casts(before->child[1]);
    number = by->kind == SYNTAX_INT ? by->value : 0;
    return number == 1 && row_is_same(before->child[0], index);
}

/* p + x, &p[x], p: *offset null: 0. */
static const syntax *split_sum(const syntax *s, const syntax **offset)
{
    s = syntax_without_casts(s);
    *offset = NULL;
    if (s->kind == SYNTAX_UNARY && s->op == OPERATOR_ADDRESS &&
        s->child[0]->kind == SYNTAX_SUBSCRIPT) {
        *offset = s->child[0]->child[1];
        s = s->child[0]->child[0];
    } else if (s->kind == SYNTAX_BINARY && s->op == OPERATOR_ADD && is_pointer(s)) {
        bool is_first = is_pointer(s->child[0]);
        *offset = s->child[is_first ? 1 : 0];
        s = s->child[is_first ? 0 : 1];
    }
    if (*offset && row_is_zero(*offset))
        *offset = NULL;
    return syntax_without_casts(s);
}

/* data[i] of double data[N][M] */
static bool in_array(const syntax *s, row_maker *out)
{
    const syntax *base = s->kind == SYNTAX_SUBSCRIPT ? syntax_without_casts(s->child[0]) : NULL;
    const decl *d = base && base->kind == SYNTAX_NAME ? base->decl : NULL;
    const syntax *index = out->index[0];
    bool is_row = d && d->rank == 2 && s->type && s->type->kind == TYPE_ARRAY && d->extent[1] &&
                  row_levels(out->table) == 1 &&
                  (index ? row_is_same(s->child[1], index) : row_is_zero(s->child[1]));
    if (!is_row)
        return false;
    out->memory = d;
    out->columns = d->extent[1];
    return true;
}

static bool is_same_index(const syntax *a, const syntax *b)
{
    return a && b ? row_is_same(a, b) : a == b;
}

/* (i * M + j) * K of row (i,j): K, and M in `between`. */
static const syntax *length_of_all(const syntax *offset, row_maker *out)
{
    offset = syntax_without_casts(offset);
    if (!offset || offset->kind != SYNTAX_BINARY || offset->op != OPERATOR_MUL || !out->index[0] ||
        !out->index[1])
        return NULL;
    for (int i = 0; i < 2; i++) {
        const syntax *sum = syntax_without_casts(offset->child[i]);
        for (int k = 0; k < 2 && sum->kind == SYNTAX_BINARY && sum->op == OPERATOR_ADD; k++) {
            out->between = length_in(sum->child[k], out->index[0]);
            if (out->between && row_is_same(sum->child[1 - k], out->index[1]))
                return offset->child[1 - i];
        }
    }
    out->between = NULL;
    return NULL;
}

/* Its own table's memory: &a[0][0] + (i * M + j) * K, a[i] + j * K, a[j - 1] + K. */
static bool from_own(const syntax *const *from, const syntax *offset, row_maker *out)
{
    const syntax *index = last_index(out), *last = from[out->level - 1];
    if (out->level == 2 && !is_same_index(from[0], out->index[0])) {
        out->columns = !from[0] && !last ? length_of_all(offset, out) : NULL;
        return out->columns != NULL;
    }
    bool is_next = offset && is_before(last, index);
    if (!last && index && row_is_same(index, offset))
        is_next = false;
    bool is_after_first =
        !last && offset && index && index->kind == SYNTAX_INT && index->value == 1;
    out->columns = is_next || is_after_first ? offset : !last ? length_in(offset, index) : NULL;
    return out->columns != NULL;
}

static bool from_memory(row_pass *w, const syntax *value, row_maker *out)
{
    const syntax *offset, *from[2];
    int level;
    const syntax *base = split_sum(value, &offset);
    const decl *table = row_named(w, base, from, &level);
    if (table == out->table)
        return level == out->level && from_own(from, offset, out);
    if (!offset && in_array(base, out))
        return true;
    if (row_own_memory(w, base, &out->rows) == out->table && out->level == 1) {
        out->columns = offset ? length_in(offset, out->index[0]) : NULL;
        return out->columns || (!offset && !out->index[0]);
    }
    out->rows = NULL;
    if (base->kind != SYNTAX_NAME || !base->decl || w->is_table[base->decl->id] ||
        out->level != row_levels(out->table))
        return false;
    out->memory = base->decl;
    bool has_index = out->index[0] || out->index[1];
    if (offset)
        out->columns =
            out->level == 1 ? length_in(offset, out->index[0]) : length_of_all(offset, out);
    else if (has_index && out->level == 1)
        out->columns = w->memory[base->decl->id].move_by;
    return out->columns || (!offset && !has_index);
}

static bool find_maker(row_pass *w, const syntax *s, row_maker *out)
{
    *out = (row_maker){0};
    if (!s || s->kind != SYNTAX_ASSIGN || s->op != OPERATOR_NONE)
        return false;
    out->table = row_named(w, s->child[0], out->index, &out->level);
    if (!out->table || out->table->kind != DECL_VARIABLE)
        return false;
    memory_use use = row_asks(s->child[1]);
    if (!use)
        return from_memory(w, s->child[1], out);
    const bool has_elements = out->level == row_levels(out->table);
    out->is_fresh = true;
    out->is_zero = use == MEMORY_ZERO && has_elements;
    out->columns = row_count(
        w, s->child[1], has_elements ? row_element(out->table)->bytes : out->table->element->bytes);
    return true;
}

/* Does the expression name a variable that the other names? */
static bool shares_name(const syntax *s, const syntax *other)
{
    if (s->kind == SYNTAX_NAME && other->kind == SYNTAX_NAME)
        return s->decl == other->decl;
    const syntax *parts = s->child_count ? s : other;
    for (int i = 0; i < parts->child_count; i++)
        if (shares_name(parts->child[i], parts == s ? other : s))
            return true;
    return false;
}

bool row_maker_of(row_pass *w, const syntax *s, row_maker *out)
{
    bool is_found = find_maker(w, s, out), is_uneven = false;
    for (int i = 0; i < 2 && is_found; i++) {
        const syntax *index = out->index[i];
        is_uneven |= index && ((out->columns && shares_name(out->columns, index)) ||
                               (out->between && shares_name(out->between, index)));
    }
    if (is_uneven) /* rows of different lengths */
        w->facts[out->table->id].is_unlike = true;
    return is_found && !is_uneven;
}
