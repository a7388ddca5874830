/* Numbers, and the variables that tell elements by them: value/structure_unroll.h. */

#include "frontend/value/structure_unroll.h"

#include "frontend/syntax/fold.h"

/* --- Numbers ---------------------------------------------------------------------------------- */

const decl *level_origin(const decl *d)
{
    return d->origin ? d->origin : d;
}

static bool number_before_conversions(const structure_arrays *w, const syntax *s, int64_t *value)
{
    enum { DEPTH_MOST = 16 };
    int64_t a, b;
    for (int depth = 0; s && depth < DEPTH_MOST; depth++) {
        const decl *d = s->kind == SYNTAX_NAME ? s->decl : NULL;
        if (s->kind == SYNTAX_INT) {
            *value = s->value;
            return true;
        }
        if (d && d->kind == DECL_ENUMERATOR) {
            *value = d->value;
            return true;
        }
        if (s->kind == SYNTAX_UNARY)
            return structure_number(w, s->child[0], &a) && syntax_fold_unary(s->op, a, value);
        if (s->kind == SYNTAX_BINARY) {
            bool is_first = structure_number(w, s->child[0], &a);
            bool ends = (s->op == OPERATOR_LOGICAL_AND && is_first && !a) ||
                        (s->op == OPERATOR_LOGICAL_OR && is_first && a);
            *value = s->op == OPERATOR_LOGICAL_OR;
            return ends || (is_first && structure_number(w, s->child[1], &b) &&
                            syntax_fold_binary(s->op, a, b, value));
        }
        /* A variable that keeps what it is declared with. */
        bool is_kept = d && decl_is_integer(d) && d->kind == DECL_VARIABLE && d->init &&
                       !w->is_set.data[level_origin(d)->id] && !decl_is_changed_elsewhere(d) &&
                       !d->type->is_volatile;
        if (!is_kept || d->init->converted)
            return false;
        s = d->init;
    }
    return false;
}

bool structure_number(const structure_arrays *w, const syntax *s, int64_t *value)
{
    if (!number_before_conversions(w, s, value))
        return false;
    for (const conversion *c = s->converted; c; c = c->next)
        if (c->type->kind != TYPE_INT || c->type->bytes < 4 || *value < 0 || *value > INT32_MAX)
            return false;
    return true;
}

/* Each use once, though it is in all copies. */
static void add_fixed(structure_arrays *w, const char *name, source_range where)
{
    for (int i = 0; i < w->fixed.count; i++)
        if (w->fixed.data[i].name == name && source_range_equal(w->fixed.data[i].where, where))
            return;
    VEC_PUSH(w->pass->ctx->arena, &w->fixed, ((c_condition){name, where}));
}

void level_fix(structure_arrays *w, const syntax *s)
{
    if (!s)
        return;
    const decl *d = s->kind == SYNTAX_NAME ? s->decl : NULL;
    if (s->macro)
        add_fixed(w, s->macro, s->where);
    int64_t value;
    if (d && d->kind == DECL_VARIABLE && structure_number(w, s, &value)) {
        add_fixed(w, d->name, d->where);
        level_fix(w, d->init);
    }
    for (int i = 0; i < s->child_count; i++)
        level_fix(w, s->child[i]);
}

/* --- Which variables tell elements ------------------------------------------------------------ */

structure_array *structure_array_of(structure_arrays *w, const syntax *s)
{
    if (s->kind != SYNTAX_SUBSCRIPT)
        return NULL;
    const syntax *base = s->child[0];
    for (int i = 0; i < w->all.count; i++) {
        structure_array *a = &w->all.data[i];
        bool is_member = a->member && base->kind == SYNTAX_MEMBER && base->member == a->member;
        if (is_member && s->type && s->type->kind == TYPE_RECORD &&
            s->type->bytes == a->d->element->bytes)
            return a;
        if (!a->member && base->kind == SYNTAX_NAME && a->d == base->decl)
            return a;
    }
    return NULL;
}

static bool note_names(structure_arrays *w, bool_list *known, const syntax *s)
{
    bool has_changed = false;
    const decl *d = s && s->kind == SYNTAX_NAME ? s->decl : NULL;
    if (d && decl_is_integer(d) && !known->data[d->id])
        has_changed = known->data[d->id] = true;
    for (int i = 0; s && i < s->child_count; i++)
        has_changed |= note_names(w, known, s->child[i]);
    return has_changed;
}

const decl *level_callee(const syntax *s)
{
    const decl *f = s->kind == SYNTAX_CALL && syntax_callee_name(s) ? s->child[0]->decl : NULL;
    return f && f->body ? f : NULL;
}

static bool is_known_name(const bool_list *known, const syntax *s)
{
    return s->kind == SYNTAX_NAME && s->decl && decl_is_integer(s->decl) &&
           known->data[s->decl->id];
}

/* Of the form l, l + 1: a name that is known. */
static bool is_near_known(const bool_list *known, const syntax *s)
{
    bool is_sum = s->kind == SYNTAX_BINARY && (s->op == OPERATOR_ADD || s->op == OPERATOR_SUB) &&
                  s->child[1]->kind == SYNTAX_INT;
    return is_known_name(known, is_sum ? s->child[0] : s);
}

/* What goes into variables that are known: has another variable been found? */
static bool find_sources(structure_arrays *w, bool_list *known, const syntax *s)
{
    bool has_changed = false;
    if (!s || s->kind == SYNTAX_SIZEOF)
        return false;
    const decl *f = level_callee(s);
    if (structure_array_of(w, s))
        has_changed |= note_names(w, known, s->child[1]);
    bool compares = known == &w->is_number && s->kind == SYNTAX_BINARY && s->op >= OPERATOR_LT &&
                    s->op <= OPERATOR_NE;
    for (int i = 0; compares && i < 2; i++)
        if (is_near_known(known, s->child[i]))
            has_changed |= note_names(w, known, s->child[1 - i]);
    if (s->kind == SYNTAX_ASSIGN && is_known_name(known, s->child[0]))
        has_changed |= note_names(w, known, s->child[1]);
    for (int i = 1; f && i < s->child_count && i <= f->formal_count; i++)
        if (known->data[f->formals[i - 1]->id])
            has_changed |= note_names(w, known, s->child[i]);
    for (int i = 0; i < s->child_count; i++) {
        const syntax *part = syntax_part(s, i);
        if (s->kind == SYNTAX_DECLARATION && part && is_known_name(known, s->child[i]))
            has_changed |= note_names(w, known, part);
        has_changed |= find_sources(w, known, part);
    }
    return has_changed;
}

/* Is the variable's value stored in a member there? */
static bool is_stored(const syntax *s, const decl *d)
{
    if (!s)
        return false;
    if (s->kind == SYNTAX_ASSIGN && s->child[0]->kind == SYNTAX_MEMBER &&
        syntax_names(s->child[1], d))
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (is_stored(s->child[i], d))
            return true;
    return false;
}

/* The integer that the last statement of a loop over elements moves, where they get its values:
 * { lev[l].n = n; n /= 2; } */
static bool find_moved_last(bool_list *known, const syntax *s)
{
    const syntax *init = s->child[0], *body = s->child[3];
    const syntax *v = init && init->child_count ? init->child[0] : NULL;
    if (!v || !is_known_name(known, v) || body->kind != SYNTAX_BLOCK || !body->child_count)
        return false;
    const syntax *last = body->child[body->child_count - 1];
    const decl *d = (last->kind == SYNTAX_ASSIGN || last->kind == SYNTAX_UNARY) &&
                            last->child[0]->kind == SYNTAX_NAME
                        ? last->child[0]->decl
                        : NULL;
    if (!d || !decl_is_integer(d) || known->data[d->id] || !is_stored(body, d))
        return false;
    return known->data[d->id] = true;
}

/* The integers that heads of loops move together with a known one: for (…; l++, n /= 2). */
static bool find_together(structure_arrays *w, bool_list *known, const syntax *s)
{
    bool has_changed = false;
    const syntax *move = s && s->kind == SYNTAX_FOR ? s->child[2] : NULL;
    if (move && move->kind == SYNTAX_BINARY && move->op == OPERATOR_COMMA)
        for (int i = 0; i < 2; i++) {
            const syntax *one = move->child[i], *other = move->child[1 - i];
            if (one->child_count && other->child_count && is_known_name(known, one->child[0]))
                has_changed |= note_names(w, known, other->child[0]);
        }
    if (s && s->kind == SYNTAX_FOR)
        has_changed |= find_moved_last(known, s);
    for (int i = 0; s && i < s->child_count; i++)
        has_changed |= find_together(w, known, syntax_part(s, i));
    return has_changed;
}

static void find_set(structure_arrays *w, const syntax *s)
{
    bool sets =
        s && (s->kind == SYNTAX_ASSIGN || (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_ADDRESS));
    if (sets && s->child[0]->kind == SYNTAX_NAME && s->child[0]->decl)
        w->is_set.data[s->child[0]->decl->id] = true;
    for (int i = 0; s && i < s->child_count; i++)
        find_set(w, syntax_part(s, i));
}

void level_find_variables(structure_arrays *w)
{
    const c_program *source = w->pass->source;
    bool_list *const lists[] = {&w->is_index, &w->is_number};
    for (int k = 0; k < 2; k++) {
        bool has_changed = true;
        while (has_changed) {
            has_changed = false;
            for (int i = 0; i < source->function_count; i++) {
                has_changed |= find_sources(w, lists[k], source->functions[i]->body);
                has_changed |= find_together(w, lists[k], source->functions[i]->body);
            }
        }
    }
    for (int i = 0; i < source->function_count; i++)
        find_set(w, source->functions[i]->body);
}

/* What is known of a declaration holds for its copies. */
void level_know_copies(structure_arrays *w)
{
    const c_program *source = w->pass->source;
    arena *a = w->pass->ctx->arena;
    for (int i = w->is_number.count; i < source->decl_count; i++) {
        const decl *d = level_origin(source->decls[i]);
        bool_list *const lists[] = {&w->is_index, &w->is_number, &w->is_set, &w->is_named};
        for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) {
            bool is = lists[k]->data[d->id];
            VEC_PUSH(a, lists[k], is);
        }
    }
}
