/* Pointers to rows, as arrays of rows: value/row_table.h. */

#include "frontend/value/row_table.h"

#include "frontend/value/memory_function.h"
#include "frontend/value/row_pass.h"

/* --- Which there are ------------------------------------------------------------------------ */

static bool is_number(const c_type *type)
{
    return type &&
           (type->kind == TYPE_INT || type->kind == TYPE_FLOAT || type->kind == TYPE_DOUBLE);
}

int row_pass_depth(const c_type *type)
{
    bool is_first = type && (type->kind == TYPE_POINTER || type->kind == TYPE_ARRAY);
    int depth = 0;
    if (!is_first)
        return 0;
    for (type = type->target; type && type->kind == TYPE_POINTER; type = type->target)
        depth++;
    return is_number(type) ? depth : 0;
}

static bool is_table_type(const c_type *type)
{
    const int depth = row_pass_depth(type);
    return depth > 0 && depth < ROW_RANK;
}

static bool may_be_table(const decl *d)
{
    return (d->kind == DECL_VARIABLE || d->kind == DECL_FORMAL) && d->element && d->where.file &&
           d->rank == 1 && d->pointed_name && is_table_type(d->type);
}

static bool is_in_scope(const decl *d, source_range where)
{
    return !d->function || source_contains(d->scope, where);
}

/* `rank`: of what the directive maps; 0: it does not say. */
static void note_name(row_pass *w, const directive *d, directive_name name, int rank)
{
    for (int i = 0; i < w->source->decl_count; i++) {
        const decl *found = w->source->decls[i];
        if ((found->kind == DECL_VARIABLE || found->kind == DECL_FORMAL) &&
            found->name == name.text && is_in_scope(found, d->where)) {
            w->is_named[i] = true;
            /* Or else the pointers themselves are mapped. */
            w->has_other_rank[i] |= rank && rank != row_pass_depth(found->type) + 1;
        }
    }
}

static void note_directive(row_pass *w, const directive *d)
{
    if (d->kind == DIRECTIVE_ALIGN)
        note_name(w, d, d->u.align.source.name, d->u.align.source.count);
    else if (d->kind == DIRECTIVE_DISTRIBUTE)
        note_name(w, d, d->u.distribute.target, d->u.distribute.format_count);
    else if (d->kind == DIRECTIVE_DIMENSION)
        note_name(w, d, d->u.shape.name, d->u.shape.count);
}

static row_pass pass_new(fp_context *ctx, c_program *source, const pragma_list *pragmas)
{
    row_pass w = {.ctx = ctx, .source = source};
    w.is_named = ARENA_ARRAY(ctx->arena, source->decl_count + 1, bool);
    w.has_other_rank = ARENA_ARRAY(ctx->arena, source->decl_count + 1, bool);
    for (int i = 0; i < pragmas->count; i++)
        for (const directive *d = pragmas->data[i].directives; d; d = d->next)
            note_directive(&w, d);
    return w;
}

const bool *value_mapped_names(fp_context *ctx, c_program *source, const pragma_list *pragmas)
{
    return pass_new(ctx, source, pragmas).is_named;
}

/* --- Where the pointers go ---------------------------------------------------------------------
 */

int row_pass_root(row_pass *w, int id)
{
    while (w->parent[id] != id)
        id = w->parent[id] = w->parent[w->parent[id]];
    return id;
}

const decl *row_pass_base(const syntax *s)
{
    for (;;) {
        s = syntax_without_casts(s);
        if (!s)
            return NULL;
        if (s->kind == SYNTAX_NAME)
            return s->decl && may_be_table(s->decl) ? s->decl : NULL;
        if (s->kind == SYNTAX_CALL)
            return syntax_callee_name(s) && s->child[0]->decl->body ? s->child[0]->decl : NULL;
        bool is_sum = s->kind == SYNTAX_BINARY && s->child_count == 2 &&
                      (s->op == OPERATOR_ADD || s->op == OPERATOR_SUB);
        bool is_row = s->kind == SYNTAX_UNARY && s->op == OPERATOR_ADDRESS &&
                      s->child[0]->kind == SYNTAX_SUBSCRIPT;
        if (is_sum)
            s = s->child[!is_table_type(s->child[0]->type)];
        else if (is_row)
            s = s->child[0]->child[0];
        else if (s->kind == SYNTAX_ASSIGN)
            s = s->child[0];
        else
            return NULL;
    }
}

static void join(row_pass *w, const decl *a, const syntax *value)
{
    const syntax *s = syntax_without_casts(value);
    if (a && s && s->kind == SYNTAX_CONDITIONAL) {
        join(w, a, s->child[1]);
        join(w, a, s->child[2]);
        return;
    }
    const decl *b = row_pass_base(value);
    if (a && b)
        w->parent[row_pass_root(w, a->id)] = row_pass_root(w, b->id);
}

static void join_all(row_pass *w, const decl *f, const syntax *s)
{
    if (!s)
        return;
    const decl *callee = s->kind == SYNTAX_CALL && syntax_callee_name(s) ? s->child[0]->decl : NULL;
    if (s->kind == SYNTAX_ASSIGN && is_table_type(s->child[0]->type))
        join(w, row_pass_base(s->child[0]), s->child[1]);
    if (s->kind == SYNTAX_RETURN && s->child[0] && is_table_type(s->child[0]->type))
        join(w, f, s->child[0]);
    for (int i = 0; callee && callee->body && i < callee->formal_count; i++)
        if (i + 1 < s->child_count && may_be_table(callee->formals[i]))
            join(w, callee->formals[i], s->child[i + 1]);
    for (int i = 0; i < s->child_count; i++) {
        const decl *d = s->kind == SYNTAX_DECLARATION ? s->child[i]->decl : NULL;
        if (d && d->init && may_be_table(d))
            join(w, d, d->init);
        join_all(w, f, syntax_part(s, i));
    }
}

int row_levels(const decl *table)
{
    return row_pass_depth(table->type);
}

const c_type *row_element(const decl *table)
{
    const c_type *type = table->element;
    while (type->kind == TYPE_POINTER)
        type = type->target;
    return type;
}

/* --- Rows that go elsewhere ----------------------------------------------------------------- */

/* Is the operand, a row of pointers, only looked into, set, or freed there? */
static bool is_looked_into(const syntax *around, int i)
{
    if (around->kind == SYNTAX_CALL)
        return i == 1 && syntax_callee_name(around) &&
               memory_use_of(around->child[0]->decl) == MEMORY_FREED;
    bool is_plain = around->kind == SYNTAX_CAST || around->kind == SYNTAX_SIZEOF ||
                    (around->kind == SYNTAX_UNARY && around->op == OPERATOR_DEREF) ||
                    ((around->kind == SYNTAX_SUBSCRIPT || around->kind == SYNTAX_ASSIGN) && i == 0);
    bool is_sum = around->kind == SYNTAX_BINARY && around->op == OPERATOR_ADD;
    return is_plain || is_sum || row_is_null_asked(around, i);
}

/* Tables of which a row that is a table goes elsewhere, as in double **p = a[i], stay pointers. */
static void find_loose(row_pass *w, const syntax *s)
{
    for (int i = 0; s && i < s->child_count; i++) {
        const syntax *part = syntax_part(s, i), *name = part;
        bool is_row = part && part->kind != SYNTAX_CAST && is_table_type(part->type);
        for (int k = 0; is_row && name && k < ROW_RANK; k++)
            name = name->kind == SYNTAX_SUBSCRIPT ||
                           (name->kind == SYNTAX_UNARY && name->op == OPERATOR_DEREF)
                       ? syntax_without_casts(name->child[0])
                       : name;
        const decl *d =
            is_row && name && name != part && name->kind == SYNTAX_NAME ? name->decl : NULL;
        if (d && may_be_table(d) && !is_looked_into(s, i))
            w->is_loose[row_pass_root(w, d->id)] = true;
        find_loose(w, part);
    }
}

/* --- Their types ----------------------------------------------------------------------------- */

/* Of a row: an array of unknown length. */
static const c_type *row_type(row_pass *w, const decl *d)
{
    const c_type *inner = row_element(d);
    for (int i = 0; i < row_levels(d); i++) {
        c_type *row = ARENA_NEW(w->ctx->arena, c_type);
        *row = (c_type){.kind = TYPE_ARRAY, .bytes = -1, .target = inner};
        inner = row;
    }
    return inner;
}

static const c_type *pointer_to(row_pass *w, const c_type *like, const c_type *target)
{
    c_type *type = arena_copy(w->ctx->arena, like, sizeof *type);
    type->target = target;
    return type;
}

static void declare(row_pass *w, decl *d)
{
    const row_facts *f = &w->facts[d->id];
    bool is_known = d->kind == DECL_VARIABLE && !f->is_unlike;
    const c_type *row = row_type(w, d);
    d->is_row_table = true;
    d->rank = row_levels(d) + 1;
    d->type = pointer_to(w, d->type, row);
    while (d->element->kind == TYPE_POINTER)
        d->element = d->element->target;
    d->element_name = d->pointed_name;
    d->pointed_name = NULL;
    for (int i = 0; i < d->rank; i++) {
        d->count[i] = i ? -1 : d->count[i];
        if (i || !d->extent[i])
            d->extent[i] = is_known ? f->extent[i] : NULL;
    }
}

/* Gives an expression its new type; was it, or is it, a table or a row? */
static bool retype(row_pass *w, syntax *s)
{
    bool is_new[2] = {false, false};
    if (!s)
        return false;
    for (int i = 0; i < s->child_count; i++) {
        bool is = retype(w, (syntax *)syntax_part(s, i));
        if (i < 2)
            is_new[i] = is;
    }
    const c_type *first = s->child_count && s->child[0] ? s->child[0]->type : NULL;
    if (s->kind == SYNTAX_NAME) {
        bool is = s->decl && s->decl->is_row_table;
        s->type = is ? s->decl->type : s->type;
        return is;
    }
    if (s->kind == SYNTAX_SUBSCRIPT || (s->kind == SYNTAX_UNARY && s->op == OPERATOR_DEREF)) {
        s->type = is_new[0] && first ? first->target : s->type;
        return is_new[0] && s->type->kind == TYPE_ARRAY;
    }
    if (s->kind == SYNTAX_UNARY && s->op == OPERATOR_ADDRESS && is_new[0] &&
        s->child[0]->kind == SYNTAX_SUBSCRIPT) {
        s->type = pointer_to(w, s->type, first);
        return true;
    }
    bool is_table = is_table_type(s->type);
    for (int i = 0; i < 2 && is_table; i++) {
        bool takes = is_new[i] && (s->kind == SYNTAX_BINARY || s->kind == SYNTAX_ASSIGN ||
                                   s->kind == SYNTAX_CAST || s->kind == SYNTAX_CONDITIONAL ||
                                   s->kind == SYNTAX_UNARY);
        if (takes) {
            s->type = pointer_to(w, s->type, s->child[i]->type->target);
            return true;
        }
    }
    return false;
}

/* --- All of them ------------------------------------------------------------------------------ */

static bool find_tables(row_pass *w)
{
    bool is_any = false;
    int count = w->source->decl_count;
    bool *is_mapped = ARENA_ARRAY(w->ctx->arena, count + 1, bool);
    for (int i = 0; i < w->source->function_count; i++)
        join_all(w, w->source->functions[i], w->source->functions[i]->body);
    for (int i = 0; i < w->source->function_count; i++)
        find_loose(w, w->source->functions[i]->body);
    for (int i = 0; i < count; i++) {
        const decl *d = w->source->decls[i];
        bool is = w->is_named[i] && !w->has_other_rank[i] && may_be_table(d) &&
                  !w->is_loose[row_pass_root(w, i)];
        is_mapped[row_pass_root(w, i)] |= is;
        is_any |= is;
    }
    for (int i = 0; i < count && is_any; i++) {
        const decl *d = w->source->decls[i];
        bool may_be = may_be_table(d) || (d->kind == DECL_FUNCTION && d->body);
        w->is_table[i] = may_be && is_mapped[row_pass_root(w, i)];
    }
    return is_any;
}

void value_find_row_tables(fp_context *ctx, c_program *source, const pragma_list *pragmas)
{
    int count = source->decl_count;
    row_pass w = pass_new(ctx, source, pragmas);
    w.parent = ARENA_ARRAY(ctx->arena, count + 1, int);
    w.is_table = ARENA_ARRAY(ctx->arena, count + 1, bool);
    w.is_loose = ARENA_ARRAY(ctx->arena, count + 1, bool);
    for (int i = 0; i < count; i++)
        w.parent[i] = i;
    if (!find_tables(&w))
        return;
    w.facts = ARENA_ARRAY(ctx->arena, count + 1, row_facts);
    w.memory = ARENA_ARRAY(ctx->arena, count + 1, row_memory);
    row_count_uses(&w);
    row_rewrite(&w);
    for (int i = 0; i < count; i++)
        if (w.is_table[i] && source->decls[i]->kind != DECL_FUNCTION)
            declare(&w, source->decls[i]);
    for (int i = 0; i < source->function_count; i++)
        retype(&w, (syntax *)source->functions[i]->body);
    for (int i = 0; i < count; i++)
        if (!source->decls[i]->function)
            retype(&w, (syntax *)source->decls[i]->init);
    source->row_count = w.settings.count;
    source->rows = w.settings.data;
}
