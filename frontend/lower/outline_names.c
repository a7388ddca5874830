/* The names in an expression, as the compiler understands them: macros, scopes, members and
 * branches that an #if leaves out are resolved. */

#include "frontend/lower/outline_names.h"

#include <ctype.h>
#include <string.h>

#include "frontend/lower/macro_use.h"
#include "frontend/value/memory_function.h"
#include "frontend/value/null_test.h"

typedef VEC(const syntax *) syntax_stack;

typedef struct gathering {
    lowering *lo;
    VEC(outline_name) names;
    int unsure;   /* conditional operators around */
    int unlooked; /* sizeof around: nothing is evaluated */
} gathering;

static void gather_value(gathering *g, const syntax *s, const syntax *around);

/* The member of a structure that is a variable by itself. */
static const variable *member_variable(const gathering *g, const decl *whole, const char *member)
{
    size_t length = strlen(whole->name);
    for (int i = 0; i < whole->member_count; i++) {
        const decl *m = whole->members[i];
        if (strlen(m->name) > length && strcmp(m->name + length + 1, member) == 0)
            return g->lo->info[m->id].var;
    }
    return NULL;
}

/* The end of a name with its members and subscripts, "g.u[(i) + 1]"; where none begins, `text`. */
static const char *skip_reference(const char *text)
{
    int depth = 0;
    for (const char *c = text; *c; c++) {
        depth += (*c == '[') - (*c == ']');
        bool is_of_name = isalnum((unsigned char)*c) || strchr("_. \t]", *c);
        if (depth == 0 && !is_of_name)
            return c;
    }
    return text + strlen(text);
}

/* Is a reference all that the macro's body has, but for parentheses around it? What stands after
 * the use may be a part of an expression that the body begins. */
static bool is_body_reference(const lowering *lo, const c_expansion *use, int unit)
{
    const c_macro *m = pragma_find_macro(&lo->pragmas.macros[unit], use->name, use->where);
    if (!m || !m->body)
        return false;
    const char *body = m->body + strspn(m->body, " \t(");
    const char *rest = skip_reference(body);
    return rest != body && !rest[strspn(rest, " \t)")];
}

static void place_name(gathering *g, outline_name *n, const syntax *s, const syntax *around)
{
    const c_expansion *use = lower_macro_use(g->lo, s->where);
    n->where = s->where;
    n->origin = s->in_macro ? NAME_OF_MACRO : use ? NAME_OF_ARGUMENT : NAME_OF_FILE;
    if (!use)
        return;
    const c_macro *m = pragma_find_macro(&g->lo->pragmas.macros[s->unit], use->name, use->where);
    n->is_quoted = n->origin == NAME_OF_ARGUMENT && m && m->body && strchr(m->body, '#');
    n->expansion = use->where;
    n->macro_length = (int)strlen(use->name);
    n->is_whole_use = n->origin == NAME_OF_MACRO && source_range_equal(n->whole, use->where) &&
                      (!around || !source_range_equal(around->where, use->where)) &&
                      is_body_reference(g->lo, use, s->unit);
}

/* `is_of_variable`: members are those of the variable, and not of what it points at. */
static void add_name(gathering *g, outline_name n, const syntax *s, const syntax *around,
                     bool is_of_variable)
{
    const decl *d = s->decl;
    bool is_member = n.member && !n.is_pointed;
    if (!d)
        return;
    n.word = d->name;
    n.id = d->origin ? d->origin->id : d->id; /* in copies of a text what it is there */
    n.function = d->kind == DECL_FUNCTION && d->body ? g->lo->info[d->id].fn : NULL;
    n.is_function = d->kind == DECL_FUNCTION;
    n.memory = memory_use_of(d);
    n.is_memory_by_name = memory_use_is_by_name(d);
    n.is_volatile |= d->type && d->type->is_volatile;
    n.is_static = !d->function || d->is_static || d->function != g->lo->fn.decl;
    n.var = is_member ? member_variable(g, d, n.member) : g->lo->info[d->id].var;
    if (n.is_pointed && n.member && is_of_variable) { /* g.u[i] of a pointer u */
        const variable *v = member_variable(g, d, n.member);
        n.var = v && v->align ? v : n.var;
    }
    n.is_conditional = g->unsure > 0;
    n.use = g->unlooked ? NAME_SIZEOF : n.use;
    place_name(g, &n, s, around);
    if (!n.head.file)
        n.head = n.where;
    VEC_PUSH(g->lo->ctx->arena, &g->names, n);
}

/* Something is written, or called, that no name says. */
static void add_unknown(gathering *g, const syntax *s, name_use use)
{
    outline_name n = {.word = "", .id = -1, .use = use, .is_pointed = true, .whole = s->where};
    n.is_conditional = g->unsure > 0;
    place_name(g, &n, s, NULL);
    n.head = n.where;
    if (!g->unlooked)
        VEC_PUSH(g->lo->ctx->arena, &g->names, n);
}

static const char *joined(gathering *g, const char *member, const char *rest)
{
    lowering *lo = g->lo;
    return rest ? intern(lo->ctx->names, arena_printf(lo->ctx->arena, "%s.%s", member, rest))
                : member;
}

static void gather_subscripts(gathering *g, outline_name *n, const syntax_stack *subs)
{
    source_range *where = ARENA_ARRAY(g->lo->ctx->arena, subs->count, source_range);
    for (int i = subs->count; i-- > 0;) {
        const syntax *s = subs->data[i];
        n->has_section |= s->kind == SYNTAX_SECTION;
        where[n->subscript_count++] = s->where;
        gather_value(g, s, NULL);
    }
    n->subscript = where;
}

static bool is_address(const syntax *s)
{
    return s->type && (s->type->kind == TYPE_POINTER || s->type->kind == TYPE_ARRAY);
}

/* p + i, p - i */
static bool is_displaced(const syntax *s)
{
    return s->kind == SYNTAX_BINARY && (s->op == OPERATOR_ADD || s->op == OPERATOR_SUB) &&
           is_address(s);
}

/* The pointer of *(p + i - 1), which is p[i - 1]; what is added to it goes to `subs`, as one
 * subscript, and to the names. Null: no such place. */
static const syntax *displaced(gathering *g, const syntax *s, syntax_stack *subs)
{
    const syntax *sum = s->kind == SYNTAX_UNARY && s->op == OPERATOR_DEREF ? s->child[0] : NULL;
    bool is_first = true;
    if (!sum || !is_displaced(sum))
        return NULL;
    for (; is_displaced(sum); is_first = false) {
        const bool is_right = !is_address(sum->child[0]); /* i + p */
        if (is_first)
            VEC_PUSH(g->lo->ctx->arena, subs, sum->child[!is_right]);
        else
            gather_value(g, sum->child[!is_right], NULL);
        sum = sum->child[is_right];
    }
    return sum;
}

/* Of a pointer to a whole array, a[0] is the array, as *a is. */
static void take_first(const gathering *g, outline_name *n, const syntax *s, const syntax *step,
                       syntax_stack *subs)
{
    const decl *d = s->kind == SYNTAX_NAME ? s->decl : NULL;
    const variable *v = d && n->member ? member_variable(g, d, n->member) : NULL;
    bool is_whole = d && (n->member ? v && v->is_whole_pointer : d->is_whole_pointer);
    if (!is_whole || !step || step->kind != SYNTAX_SUBSCRIPT)
        return;
    n->is_first = true;
    n->head = step->where;
    subs->count--; /* the last that was added stands first */
}

/* An object that is used in some way: a name, with members and subscripts. */
static void gather_place(gathering *g, const syntax *s, const syntax *around, name_use use)
{
    outline_name n = {.id = -1, .use = use, .whole = s->where};
    n.is_volatile = s->type && s->type->is_volatile;
    const syntax *top = s;
    syntax_stack subs = {0};
    const syntax *step = NULL; /* right above the name, or its last member */
    bool is_through = false;   /* a pointer, on the way to the member */
    for (bool goes_on = true; goes_on;) {
        const c_type *base = s->child_count && s->child[0] ? s->child[0]->type : NULL;
        goes_on = s->kind == SYNTAX_SUBSCRIPT || s->kind == SYNTAX_MEMBER ||
                  (s->kind == SYNTAX_CAST && s->child_count == 1) ||
                  (s->kind == SYNTAX_UNARY && s->op == OPERATOR_DEREF);
        if (!goes_on)
            break;
        const syntax *pointer = displaced(g, s, &subs);
        if (s->kind == SYNTAX_SUBSCRIPT)
            VEC_PUSH(g->lo->ctx->arena, &subs, s->child[1]);
        bool is_step = s->kind == SYNTAX_UNARY ||
                       (s->kind == SYNTAX_SUBSCRIPT && base && base->kind == TYPE_POINTER) ||
                       (s->kind == SYNTAX_MEMBER && s->is_arrow);
        n.is_pointed |= is_step;
        is_through |= is_step && (n.member || s->kind == SYNTAX_MEMBER);
        if (s->kind == SYNTAX_MEMBER) {
            n.member = joined(g, s->member, n.member);
            n.head = n.head.file ? n.head : s->where;
        } else {
            n.head = (source_range){0};
        }
        step = s->kind == SYNTAX_CAST || s->kind == SYNTAX_MEMBER ? step : s;
        s = pointer ? pointer : s->child[0];
    }
    if (!top->is_walked) /* the text has a pointer there */
        take_first(g, &n, s, step, &subs);
    gather_subscripts(g, &n, &subs);
    n.is_argument = around && syntax_is_program_call(around) && syntax_callee_name(around);
    n.is_null_test = use == NAME_READ && !n.subscript_count && !n.is_pointed && top->type &&
                     top->type->kind == TYPE_POINTER && value_is_null_test(g->lo, around, top);
    if (s->kind == SYNTAX_NAME) {
        add_name(g, n, s, around, !is_through);
        return;
    }
    gather_value(g, s, NULL);
    if (use != NAME_READ)
        add_unknown(g, top, use);
}

static void gather_call(gathering *g, const syntax *s)
{
    for (int i = 1; i < s->child_count; i++)
        gather_value(g, s->child[i], s);
    gather_place(g, s->child[0], s, NAME_CALL);
}

/* Extents and initialisers, and then the variables. */
static void gather_declaration(gathering *g, const syntax *s)
{
    for (int i = 0; i < s->child_count; i++) {
        const decl *d = s->child[i]->decl;
        for (int k = 0; k < d->rank && !d->is_row_table; k++)
            gather_value(g, d->extent[k], NULL);
        gather_value(g, d->init, NULL);
        syntax name = *s->child[i];
        name.where = d->where;
        outline_name n = {.use = d->init ? NAME_WRITE : NAME_DECLARE, .whole = d->where};
        add_name(g, n, &name, NULL, true);
    }
}

static void gather_children(gathering *g, const syntax *s, int unsure_from)
{
    for (int i = 0; i < s->child_count; i++) {
        g->unsure += i >= unsure_from;
        gather_value(g, s->child[i], s);
        g->unsure -= i >= unsure_from;
    }
}

static void gather_unary(gathering *g, const syntax *s, const syntax *around)
{
    if (s->op == OPERATOR_DEREF)
        gather_place(g, s, around, NAME_READ);
    else if (s->op == OPERATOR_ADDRESS)
        gather_place(g, s->child[0], s, NAME_ADDRESS);
    else if (s->op >= OPERATOR_PRE_INC)
        gather_place(g, s->child[0], s, NAME_UPDATE);
    else
        gather_value(g, s->child[0], s);
}

static void gather_value(gathering *g, const syntax *s, const syntax *around)
{
    syntax_kind kind = s ? s->kind : SYNTAX_EMPTY;
    if (!s || s->is_implied)
        return;
    if (kind == SYNTAX_NAME || kind == SYNTAX_SUBSCRIPT || kind == SYNTAX_MEMBER) {
        gather_place(g, s, around, NAME_READ);
    } else if (kind == SYNTAX_CALL) {
        gather_call(g, s);
    } else if (kind == SYNTAX_UNARY) {
        gather_unary(g, s, around);
    } else if (kind == SYNTAX_ASSIGN) {
        gather_value(g, s->child[1], s);
        gather_place(g, s->child[0], s, s->op == OPERATOR_NONE ? NAME_WRITE : NAME_UPDATE);
    } else if (kind == SYNTAX_SIZEOF || (kind == SYNTAX_INT && s->sized)) {
        g->unlooked++;
        gather_place(g, kind == SYNTAX_INT ? s->sized : s->child[0], s, NAME_SIZEOF);
        g->unlooked--;
    } else if (kind == SYNTAX_DECLARATION) {
        gather_declaration(g, s);
    } else {
        bool is_short =
            kind == SYNTAX_BINARY && (s->op == OPERATOR_LOGICAL_AND ||
                                      s->op == OPERATOR_LOGICAL_OR || s->op == OPERATOR_ELSE);
        int unsure_from = kind == SYNTAX_OTHER                     ? 0
                          : kind == SYNTAX_CONDITIONAL || is_short ? 1
                                                                   : s->child_count;
        gather_children(g, s, unsure_from);
    }
}

outline_names lower_outline_names(lowering *lo, const syntax *s)
{
    gathering g = {.lo = lo};
    gather_value(&g, s, NULL);
    return (outline_names){g.names.count, g.names.data};
}
