#include "frontend/value/deciding.h"

#include <stdlib.h>

#include "frontend/syntax/library_function.h"
#include "frontend/value/array_flow.h"

/* Backward, by the text: what a deciding variable is assigned decides, too, in whatever order that
 * is executed. Values are not followed through memory that pointers lead to, through floating-point
 * numbers or through arrays whose elements nobody follows: what comes out of these is not known,
 * and no prediction depends on it without saying so. */

/* A check, and what has been found of it. */
typedef struct sought {
    source_range where;
    int check;
    bool is_found, decides;
} sought;

typedef struct search {
    lowering *lo;
    bool *is_deciding; /* by decl's id; of a function: what it returns */
    bool has_grown;
    const decl *function; /* that is being looked at; null: file scope */
    /* The last round: what is sought at each place, in their order. */
    int count;
    sought *sought;
} search;

static void visit(search *c, const syntax *s, bool is_asked);

static bool is_float(const c_type *type)
{
    return type && (type->kind == TYPE_FLOAT || type->kind == TYPE_DOUBLE);
}

/* Whose parts are not told apart here: a structure, an address. */
static bool is_compound(const c_type *type)
{
    return type &&
           (type->kind == TYPE_POINTER || type->kind == TYPE_RECORD || type->kind == TYPE_OTHER);
}

static int by_place(const void *left, const void *right)
{
    const sought *a = left, *b = right;
    if (a->where.file != b->where.file)
        return a->where.file < b->where.file ? -1 : 1;
    if (a->where.line != b->where.line)
        return a->where.line < b->where.line ? -1 : 1;
    return (a->where.column > b->where.column) - (a->where.column < b->where.column);
}

static void note_place(search *c, source_range where, bool is_asked)
{
    const sought here = {.where = where};
    int low = 0, high = c->count;
    while (low < high) { /* the first that begins there */
        int middle = low + (high - low) / 2;
        if (by_place(&c->sought[middle], &here) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (int i = low; i < c->count && by_place(&c->sought[i], &here) == 0; i++) {
        bool is_here = source_range_equal(c->sought[i].where, where);
        c->sought[i].is_found |= is_here;
        c->sought[i].decides |= is_here && is_asked;
    }
}

static void mark(search *c, const decl *d)
{
    c->has_grown |= !c->is_deciding[d->id];
    c->is_deciding[d->id] = true;
}

/* Its value is looked at. */
static void mark_name(search *c, const decl *d)
{
    bool is_integer = d->type && d->type->kind == TYPE_INT;
    bool is_array = d->rank == 1 && d->element && d->element->kind == TYPE_INT;
    if (d->kind ==
        DECL_FUNCTION) { /* by its address: whoever calls it may look at what it returns */
        mark(c, d);
        for (int i = 0; i < d->formal_count; i++)
            mark(c, d->formals[i]);
    } else if (is_integer || (is_array && (d->init || array_followed(c->lo, d)))) {
        mark(c, d);
    }
}

/* Does what is assigned to the target decide? */
static bool is_target_deciding(const search *c, const syntax *target)
{
    while (target->kind == SYNTAX_CAST)
        target = target->child[0];
    if (target->kind == SYNTAX_SUBSCRIPT)
        target = target->child[0];
    if (target->kind == SYNTAX_NAME && target->decl)
        return c->is_deciding[target->decl->id] || is_compound(target->type);
    return target->kind == SYNTAX_MEMBER || is_compound(target->type);
}

static void visit_assignment(search *c, const syntax *s, bool is_asked)
{
    bool decides = is_asked || is_target_deciding(c, s->child[0]);
    note_place(c, s->where, decides);
    visit(c, s->child[0], decides);
    for (int i = 1; i < s->child_count; i++)
        visit(c, s->child[i], decides);
}

static bool is_argument_deciding(const search *c, const syntax *call, const decl *f, int i)
{
    if (!f)
        return true;
    if (f->body)
        return i >= f->formal_count || c->is_deciding[f->formals[i]->id];
    if (i < f->parameter_count)
        return !is_float(f->parameters[i]);
    return library_kind_of(syntax_callee_name(call)) != LIBRARY_PLAIN; /* as printf's */
}

static void visit_call(search *c, const syntax *s, bool is_asked)
{
    const decl *f = syntax_callee_name(s) ? s->child[0]->decl : NULL;
    if (!f)
        visit(c, s->child[0], true);
    else if (is_asked)
        mark(c, f);
    for (int i = 1; i < s->child_count; i++)
        visit(c, s->child[i], is_argument_deciding(c, s, f, i - 1));
}

static void visit_declaration(search *c, const decl *d)
{
    bool decides = c->is_deciding[d->id] || is_compound(d->type) || is_compound(d->element);
    note_place(c, d->where, decides);
    visit(c, d->init, decides);
    for (int i = 0; i < d->rank; i++)
        visit(c, d->extent[i], true);
}

static bool is_mixed(const syntax *s)
{
    return s->op >= OPERATOR_LT && s->op <= OPERATOR_NE &&
           (is_float(s->child[0]->type) || is_float(s->child[1]->type));
}

/* The children whose values are looked at whatever becomes of the whole; -1: none. */
static int deciding_child(const syntax *s)
{
    switch ((int)s->kind) {
    case SYNTAX_IF:
    case SYNTAX_WHILE:
    case SYNTAX_SWITCH:
    case SYNTAX_CONDITIONAL:
        return 0;
    case SYNTAX_FOR:
    case SYNTAX_DO:
    case SYNTAX_SUBSCRIPT:
        return 1;
    case SYNTAX_BINARY:
        return s->op == OPERATOR_LOGICAL_AND || s->op == OPERATOR_LOGICAL_OR ||
                       s->op == OPERATOR_ELSE
                   ? 0
                   : -1;
    }
    return -1;
}

static bool is_statement_head(const syntax *s)
{
    return s->kind == SYNTAX_FOR || s->kind == SYNTAX_WHILE || s->kind == SYNTAX_DO ||
           s->kind == SYNTAX_IF || s->kind == SYNTAX_SWITCH;
}

/* Are all children looked at? */
static bool looks_at_all(const syntax *s)
{
    bool is_address = s->type && s->type->kind == TYPE_POINTER;
    return s->kind == SYNTAX_SECTION || s->kind == SYNTAX_IMAGE || s->kind == SYNTAX_OTHER ||
           (s->kind == SYNTAX_UNARY && s->op == OPERATOR_DEREF) ||
           (is_address && (s->kind == SYNTAX_BINARY || s->kind == SYNTAX_CAST));
}

static void visit_parts(search *c, const syntax *s, bool is_asked)
{
    const int always = deciding_child(s);
    bool is_all = looks_at_all(s);
    bool passes = is_asked && !is_statement_head(s) && !is_float(s->type) &&
                  !(s->kind == SYNTAX_BINARY && is_mixed(s));
    if (s->label)
        visit(c, s->label, true);
    for (int i = 0; i < s->child_count; i++) {
        bool is_first_of_list = s->kind == SYNTAX_BINARY && s->op == OPERATOR_COMMA && i == 0;
        visit(c, s->child[i], is_all || i == always || (passes && !is_first_of_list));
    }
}

static void visit(search *c, const syntax *s, bool is_asked)
{
    if (!s || s->kind == SYNTAX_SIZEOF)
        return;
    if (s->kind == SYNTAX_ASSIGN || (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_PRE_INC)) {
        visit_assignment(c, s, is_asked);
        return;
    }
    note_place(c, s->where, is_asked || is_statement_head(s));
    if (s->kind == SYNTAX_NAME) {
        if (is_asked && s->decl)
            mark_name(c, s->decl);
    } else if (s->kind == SYNTAX_CALL) {
        visit_call(c, s, is_asked);
    } else if (s->kind == SYNTAX_DECLARATION) {
        for (int i = 0; i < s->child_count; i++)
            visit_declaration(c, s->child[i]->decl);
    } else if (s->kind == SYNTAX_RETURN) {
        if (s->child_count && s->child[0])
            visit(c, s->child[0],
                  c->is_deciding[c->function->id] || is_compound(s->child[0]->type));
    } else {
        visit_parts(c, s, is_asked);
    }
}

static void visit_all(search *c)
{
    const c_program *source = c->lo->source;
    c->function = NULL;
    for (int i = 0; i < source->decl_count; i++)
        if (!source->decls[i]->function && source->decls[i]->kind != DECL_FUNCTION)
            visit_declaration(c, source->decls[i]);
    for (int i = 0; i < source->function_count; i++) {
        c->function = source->functions[i];
        for (int k = 0; k < c->function->formal_count; k++)
            visit_declaration(c, c->function->formals[k]);
        visit(c, c->function->body, false);
    }
}

void value_find_deciding(lowering *lo, int count, const type_check *checks, bool *decides)
{
    search c = {.lo = lo};
    c.is_deciding = ARENA_ARRAY(lo->ctx->arena, lo->source->decl_count + 1, bool);
    c.sought = ARENA_ARRAY(lo->ctx->arena, count + 1, sought);
    for (int i = 0; i < lo->source->decl_count; i++)
        c.is_deciding[i] =
            lo->info[i].is_in_directive || lo->source->decls[i]->kind == DECL_ENUMERATOR;
    do {
        c.has_grown = false;
        visit_all(&c);
    } while (c.has_grown);
    for (int i = 0; i < count; i++)
        c.sought[i] = (sought){.where = checks[i].where, .check = i};
    if (count)
        qsort(c.sought, (size_t)count, sizeof *c.sought, by_place);
    c.count = count;
    visit_all(&c);
    for (int i = 0; i < count; i++)
        decides[c.sought[i].check] = c.sought[i].decides || !c.sought[i].is_found;
}
