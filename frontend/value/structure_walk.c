/* Pointers that walk through arrays of structures, as in
 *
 *     for (struct level *p = lev; p < lev + LEVELS; p++)
 *         smooth(p);
 *
 * Each becomes an integer, the number of the element that it leads to, and what the program has by
 * it the element itself. The integer's name is what C says of the pointer, for generated programs.
 */

#include "frontend/value/structure_unroll.h"
#include "frontend/value/syntax_copy.h"

typedef struct walk {
    structure_arrays *w;
    decl *p;
    const syntax *array; /* a name of it; null: none so far */
    decl *number;
    int moves;
    bool is_refused;
} walk;

static const c_type of_int = {.kind = TYPE_INT, .bytes = 4};

/* --- Addresses -------------------------------------------------------------------------------- */

static bool is_pointer(const walk *t, const syntax *s)
{
    return s->kind == SYNTAX_NAME && s->decl == t->p;
}

static bool names_pointer(const walk *t, const syntax *s)
{
    return s && syntax_names(s, t->p);
}

/* Is it a name of the array, or the first that is seen? */
static bool is_array(walk *t, const syntax *s)
{
    bool is = false;
    for (int i = 0; s->kind == SYNTAX_NAME && i < t->w->all.count; i++) {
        const structure_array *a = &t->w->all.data[i];
        is |= !a->member && !a->has_pointers && a->d == s->decl;
    }
    if (is && !t->array)
        t->array = s;
    return is && t->array->decl == s->decl;
}

static syntax *new_node(const walk *t, const syntax *at, syntax_kind kind, int children)
{
    syntax *s = syntax_new_at(t->w->pass->ctx, at, kind, children);
    s->type = &of_int;
    return s;
}

static const syntax *sum(const walk *t, const syntax *at, syntax_op op, const syntax *a,
                         const syntax *b)
{
    syntax *s = new_node(t, at, SYNTAX_BINARY, 2);
    s->op = op;
    s->child[0] = a;
    s->child[1] = b;
    return s;
}

/* The number of the element whose address the expression is; null: it is something else. */
static const syntax *number_of(walk *t, const syntax *s)
{
    s = syntax_without_casts(s);
    if (is_pointer(t, s)) {
        syntax *name = new_node(t, s, SYNTAX_NAME, 0);
        name->decl = t->number;
        return name;
    }
    if (is_array(t, s))
        return syntax_number_at(t->w->pass->ctx, s, &of_int, 0);
    bool is_address = s->kind == SYNTAX_UNARY && s->op == OPERATOR_ADDRESS &&
                      s->child[0]->kind == SYNTAX_SUBSCRIPT;
    if (is_address && is_array(t, s->child[0]->child[0]) &&
        !names_pointer(t, s->child[0]->child[1]))
        return s->child[0]->child[1];
    bool is_sum = s->kind == SYNTAX_BINARY && (s->op == OPERATOR_ADD || s->op == OPERATOR_SUB) &&
                  s->type && s->type->kind == TYPE_POINTER && !names_pointer(t, s->child[1]);
    const syntax *base = is_sum ? number_of(t, s->child[0]) : NULL;
    return base ? sum(t, s, s->op, base, s->child[1]) : NULL;
}

/* --- Whether all is known ----------------------------------------------------------------------
 */

static bool is_moved(const walk *t, const syntax *s)
{
    bool is_step = s->kind == SYNTAX_UNARY && s->op > OPERATOR_ADDRESS;
    return (is_step ||
            (s->kind == SYNTAX_ASSIGN && (s->op == OPERATOR_ADD || s->op == OPERATOR_SUB))) &&
           is_pointer(t, s->child[0]);
}

static bool is_comparison(const syntax *s)
{
    return s->kind == SYNTAX_BINARY && s->op >= OPERATOR_LT && s->op <= OPERATOR_NE;
}

/* `is_alone`: nothing uses the value. */
static void check(walk *t, const syntax *s, bool is_alone)
{
    if (!s || !names_pointer(t, s) || t->is_refused)
        return;
    if (is_moved(t, s)) {
        t->is_refused |= !is_alone || (s->kind == SYNTAX_ASSIGN && names_pointer(t, s->child[1]));
        t->moves++;
        return;
    }
    if (s->kind == SYNTAX_ASSIGN && is_pointer(t, s->child[0])) {
        t->is_refused |= !is_alone || s->op != OPERATOR_NONE || !number_of(t, s->child[1]);
        return;
    }
    bool is_difference =
        s->kind == SYNTAX_BINARY && s->op == OPERATOR_SUB && s->type && s->type->kind == TYPE_INT;
    if ((is_comparison(s) || is_difference) && number_of(t, s->child[0]) &&
        number_of(t, s->child[1]))
        return;
    if (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_ADDRESS && is_pointer(t, s->child[0])) {
        t->is_refused = true;
        return;
    }
    if (number_of(t, s))
        return;
    bool is_head = s->kind == SYNTAX_FOR,
         is_comma = s->kind == SYNTAX_BINARY && s->op == OPERATOR_COMMA && is_alone;
    for (int i = 0; i < s->child_count; i++) {
        bool is_own = s->kind == SYNTAX_DECLARATION && s->child[i]->decl == t->p;
        const syntax *part = syntax_part(s, i);
        if (is_own)
            t->is_refused |= part && !number_of(t, part);
        else
            check(t, part, s->kind == SYNTAX_BLOCK || is_comma || (is_head && i != 1));
    }
}

/* --- Rewriting -------------------------------------------------------------------------------- */

static syntax *element(const walk *t, const syntax *at, const syntax *number)
{
    syntax *s = syntax_new_at(t->w->pass->ctx, at, SYNTAX_SUBSCRIPT, 2);
    s->type = t->array->decl->element;
    s->child[0] = t->array;
    s->child[1] = number;
    return s;
}

static void rewrite(walk *t, syntax *s);

/* What stands for a structure by the pointer. */
static bool rewrite_element(walk *t, syntax *s)
{
    const syntax *base = s->child_count ? number_of(t, s->child[0]) : NULL;
    if (!base || !names_pointer(t, s->child[0]))
        return false;
    if (s->kind == SYNTAX_MEMBER && s->is_arrow) {
        s->child[0] = element(t, s->child[0], base);
        s->is_arrow = false;
    } else if (s->kind == SYNTAX_SUBSCRIPT && !names_pointer(t, s->child[1])) {
        *s = *element(t, s, sum(t, s, OPERATOR_ADD, base, s->child[1]));
    } else if (s->kind == SYNTAX_UNARY && s->op == OPERATOR_DEREF) {
        *s = *element(t, s, base);
    } else {
        return false;
    }
    return true;
}

static bool rewrite_number(walk *t, syntax *s)
{
    bool sets = is_moved(t, s) || (s->kind == SYNTAX_ASSIGN && is_pointer(t, s->child[0]));
    if (sets) {
        if (s->kind == SYNTAX_ASSIGN && s->op == OPERATOR_NONE)
            s->child[1] = number_of(t, s->child[1]);
        s->child[0] = number_of(t, s->child[0]);
        s->type = &of_int;
        return true;
    }
    if (s->kind != SYNTAX_BINARY || (!is_comparison(s) && s->op != OPERATOR_SUB))
        return false;
    const syntax *a = number_of(t, s->child[0]), *b = number_of(t, s->child[1]);
    if (!a || !b || !(names_pointer(t, s->child[0]) || names_pointer(t, s->child[1])))
        return false;
    s->child[0] = a;
    s->child[1] = b;
    return true;
}

static void rewrite(walk *t, syntax *s)
{
    if (!s || s->kind == SYNTAX_SIZEOF || rewrite_number(t, s) || rewrite_element(t, s))
        return;
    const syntax *number = names_pointer(t, s) ? number_of(t, s) : NULL;
    if (number) {
        syntax *address = syntax_new_at(t->w->pass->ctx, s, SYNTAX_UNARY, 1);
        address->op = OPERATOR_ADDRESS;
        address->type = s->type;
        address->child[0] = element(t, s, number);
        *s = *address;
        return;
    }
    for (int i = 0; i < s->child_count; i++) {
        syntax *own = s->kind == SYNTAX_DECLARATION && s->child[i]->decl == t->p
                          ? (syntax *)s->child[i]
                          : NULL;
        if (own) {
            own->decl = t->number;
            own->type = &of_int;
        } else {
            rewrite(t, (syntax *)syntax_part(s, i));
        }
    }
}

/* --- All -------------------------------------------------------------------------------------- */

static decl *new_number(walk *t)
{
    fp_context *ctx = t->w->pass->ctx;
    syntax_copying c = syntax_copy_begin(ctx, t->w->pass->source);
    decl *d = syntax_copy_decl(&c, t->p);
    bool_list *const lists[] = {&t->w->is_index, &t->w->is_number, &t->w->is_set, &t->w->is_named};
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
        VEC_PUSH(ctx->arena, lists[k], false);
    d->name = intern(ctx->names,
                     arena_printf(ctx->arena, "(int)(%s - %s)", t->p->name, t->array->decl->name));
    d->type = d->element = &of_int;
    d->element_name = "int";
    d->pointed_name = d->record = d->record_alias = NULL;
    d->rank = d->member_count = 0;
    d->origin = NULL;
    return d;
}

static void follow(structure_arrays *w, const decl *in, decl *p)
{
    walk t = {.w = w, .p = p, .number = p};
    check(&t, in->body, true);
    if (t.is_refused || !t.moves || !t.array)
        return;
    t.number = new_number(&t);
    t.number->init = p->init ? number_of(&t, p->init) : NULL;
    rewrite(&t, (syntax *)in->body);
}

static bool may_walk(const decl *d)
{
    return d->kind == DECL_VARIABLE && d->function && !d->is_static &&
           d->type->kind == TYPE_POINTER && d->type->target->kind == TYPE_RECORD &&
           !d->type->is_volatile;
}

void structure_walk_all(structure_arrays *w)
{
    const int count = w->pass->source->decl_count;
    for (int i = 0; i < count; i++) {
        decl *d = w->pass->source->decls[i];
        if (may_walk(d) && d->function->body)
            follow(w, d->function, d);
    }
}
