/* Directives at the statements they stand before. */

#include "frontend/lower/lower.h"

/* --- Declarations -------------------------------------------------------- */

static decl *function_around(const lowering *lo, source_range where)
{
    for (int i = 0; i < lo->unit->function_count; i++) {
        decl *f = lo->unit->functions[i];
        if (source_contains(f->body->where, where))
            return f;
    }
    return NULL;
}

static void note_spelling(lowering *lo, const directive *d)
{
    if (d->spelling == DIALECT_NONE || d->spelling == lo->spelling)
        return;
    if (lo->spelling != DIALECT_NONE)
        diag_report(lo->ctx->diags, DIAG_ERROR, "mixed-spelling", d->word_at,
                    "directives of hpf and of xmp cannot stand in one program: the one leaves "
                    "communication to be inferred, the other states it");
    else
        lo->spelling = d->spelling;
}

static void declare(lowering *lo, const directive *d, source_range text)
{
    decl *f = function_around(lo, text);
    note_spelling(lo, d);
    lo->has_remaps |= d->kind == DIRECTIVE_REDISTRIBUTE || d->kind == DIRECTIVE_REALIGN;
    const directive *const *each;
    int count = lower_each_member(lo, d, f, &each);
    for (int i = 0; i < count; i++)
        directive_table_add(lo->table, each[i], lower_names(lo, f));
    if (count >= 0)
        return;
    if (directive_is_declaration(d->kind))
        directive_table_add(lo->table, d, lower_names(lo, f));
    else if (f && d->kind == DIRECTIVE_REDISTRIBUTE)
        directive_table_note(lo->table, d, lower_names(lo, f));
    else if (!f && d->kind != DIRECTIVE_UNANALYSED)
        diag_report(lo->ctx->diags, DIAG_ERROR, "outside-function", d->where,
                    "'%s' belongs to a statement; move it into a function", d->word);
}

void lower_declare_directives(lowering *lo)
{
    for (int i = 0; i < lo->pragmas.count; i++)
        for (const directive *d = lo->pragmas.data[i].directives; d; d = d->next)
            declare(lo, d, lo->pragmas.data[i].text);
}

/* --- Statements by themselves -------------------------------------------- */

static void emit_reflect(lowering *lo, node_list *out, const directive *d)
{
    int count = 0;
    const reflect_node *reflects;
    if (!directive_reflects(lo->table, d, lo->names, &count, &reflects))
        return;
    for (int i = 0; i < count; i++) {
        node *n = node_new(lo->ctx, NODE_REFLECT, d->where);
        n->u.reflect = reflects[i];
        node_append(&out->head, &out->tail, n);
    }
}

/* Each array as the last reflect_init before it in the text says. */
static void emit_reflect_do(lowering *lo, node_list *out, const directive *d)
{
    for (int i = 0; i < d->u.reflect.count; i++) {
        const directive *init = NULL;
        for (int k = 0; k < lo->reflect_inits.count; k++) {
            const directive *one = lo->reflect_inits.data[k];
            for (int v = 0; v < one->u.reflect.count; v++)
                init = one->u.reflect.vars[v].text == d->u.reflect.vars[i].text ? one : init;
        }
        if (!init) {
            diag_report(lo->ctx->diags, DIAG_ERROR, "reflect", d->u.reflect.vars[i].where,
                        "no 'reflect_init' before this says how '%s' is reflected; write one, or "
                        "use 'reflect (%s)'",
                        d->u.reflect.vars[i].text, d->u.reflect.vars[i].text);
            continue;
        }
        if (init->is_broken)
            continue;
        directive one = *init;
        one.where = d->where;
        one.async = d->async;
        one.u.reflect.count = 1;
        one.u.reflect.vars = &d->u.reflect.vars[i];
        emit_reflect(lo, out, &one);
    }
}

/* What is wrong is reported here, and not of each reflect_do. */
static void keep_reflect_init(lowering *lo, const directive *d)
{
    int count;
    const reflect_node *reflects;
    directive *init = arena_copy(lo->ctx->arena, d, sizeof *d);
    init->is_broken = !directive_reflects(lo->table, d, lo->names, &count, &reflects);
    VEC_PUSH(lo->ctx->arena, &lo->reflect_inits, init);
}

static void emit_xmp_comm(lowering *lo, node_list *out, const directive *d)
{
    xmp_comm_node stated = {0};
    if (!directive_executable(lo->table, d, lo->names, &stated) ||
        !lower_check_executing(lo, stated.on_explicit) ||
        !lower_check_executing(lo, stated.from_explicit))
        return;
    if (!stated.on_explicit)
        lower_check_together(lo, d);
    node_kind kind = d->kind == DIRECTIVE_REDUCTION ? NODE_REDUCE
                     : d->kind == DIRECTIVE_BCAST   ? NODE_BCAST
                                                    : NODE_BARRIER;
    node *n = node_new(lo->ctx, kind, d->where);
    n->u.stated = stated;
    node_append(&out->head, &out->tail, n);
}

static void emit_remap(lowering *lo, node_list *out, const directive *d)
{
    remap_node remap = {0};
    if (!directive_remap(lo->table, d, lo->names, &remap))
        return;
    node *n = node_new(lo->ctx, NODE_REMAP, d->where);
    n->u.remap = remap;
    node_append(&out->head, &out->tail, n);
}

static void emit_waits(lowering *lo, node_list *out, const directive *d)
{
    int count = 0;
    const xmp_comm_node *waits;
    if (!directive_waits(lo->table, d, lo->names, &count, &waits))
        return;
    for (int i = 0; i < count; i++) {
        node *n = node_new(lo->ctx, NODE_WAIT, d->where);
        n->u.stated = waits[i];
        node_append(&out->head, &out->tail, n);
    }
}

static void emit_post(lowering *lo, node_list *out, const directive *d)
{
    xmp_comm_node post;
    if (!directive_post(lo->table, d, lo->names, &post))
        return;
    node *n = node_new(lo->ctx, d->kind == DIRECTIVE_POST ? NODE_POST : NODE_WAIT_POST, d->where);
    n->u.stated = post;
    node_append(&out->head, &out->tail, n);
}

static void collect_directive(lowering *lo, node_list *out, const directive *d, attached *with)
{
    switch (d->kind) {
    case DIRECTIVE_INDEPENDENT:
    case DIRECTIVE_ON_HOME:
    case DIRECTIVE_LOOP:
    case DIRECTIVE_FORALL:
    case DIRECTIVE_WHERE:
    case DIRECTIVE_ELSEWHERE:
        lo->has_distributed = true;
        lower_take_loop_directive(lo, with, d);
        return;
    case DIRECTIVE_REFLECT:
        lo->has_distributed = true;
        lower_check_together(lo, d);
        emit_reflect(lo, out, d);
        return;
    case DIRECTIVE_REFLECT_INIT:
        keep_reflect_init(lo, d);
        return;
    case DIRECTIVE_REFLECT_DO:
        lo->has_distributed = true;
        lower_check_together(lo, d);
        emit_reflect_do(lo, out, d);
        return;
    case DIRECTIVE_REDUCTION:
    case DIRECTIVE_BCAST:
    case DIRECTIVE_BARRIER:
        lo->has_distributed = true;
        emit_xmp_comm(lo, out, d);
        return;
    case DIRECTIVE_REDISTRIBUTE:
    case DIRECTIVE_REALIGN:
        lo->has_distributed = true;
        emit_remap(lo, out, d);
        return;
    case DIRECTIVE_POST:
    case DIRECTIVE_WAIT:
        lo->has_distributed = true;
        emit_post(lo, out, d);
        return;
    case DIRECTIVE_WAIT_ASYNC:
        lo->has_distributed = true;
        emit_waits(lo, out, d);
        return;
    case DIRECTIVE_TASK:
        lo->has_distributed = true;
        lower_take_directive(lo, &with->task, d);
        return;
    case DIRECTIVE_TASKS:
        lower_take_directive(lo, &with->tasks, d);
        return;
    case DIRECTIVE_GMOVE:
        lo->has_distributed = true;
        lower_take_directive(lo, &with->move, d);
        return;
    case DIRECTIVE_ARRAY:
        lo->has_distributed = true;
        lower_take_directive(lo, &with->array, d);
        return;
    case DIRECTIVE_TRIP:
        lower_take_directive(lo, &with->trip, d);
        return;
    case DIRECTIVE_PIPELINE:
        lower_take_directive(lo, &with->pipeline, d);
        return;
    case DIRECTIVE_PROBABILITY:
        lower_take_directive(lo, &with->probability, d);
        return;
    case DIRECTIVE_NODES:
    case DIRECTIVE_TEMPLATE:
    case DIRECTIVE_TEMPLATE_FIX:
    case DIRECTIVE_DISTRIBUTE:
    case DIRECTIVE_ALIGN:
    case DIRECTIVE_SHADOW:
    case DIRECTIVE_DYNAMIC:
    case DIRECTIVE_INHERIT:
    case DIRECTIVE_REGION:
    case DIRECTIVE_UNANALYSED:
        return;
    }
}

void lower_directive(lowering *lo, node_list *out, const directive *d)
{
    attached nothing = {0};
    collect_directive(lo, out, d, &nothing);
}

/* --- What is meant for the next statement -------------------------------- */

static void report_without_target(lowering *lo, const directive *d)
{
    if (d)
        diag_report(lo->ctx->diags, DIAG_ERROR, "no-statement", d->where,
                    "'%s' is meant for the statement after it, but the block ends here", d->word);
}

static bool is_statement(const directive *d)
{
    return d->kind == DIRECTIVE_REFLECT || d->kind == DIRECTIVE_REFLECT_DO ||
           d->kind == DIRECTIVE_REDUCTION || d->kind == DIRECTIVE_BCAST ||
           d->kind == DIRECTIVE_BARRIER || d->kind == DIRECTIVE_REDISTRIBUTE ||
           d->kind == DIRECTIVE_REALIGN || d->kind == DIRECTIVE_WAIT_ASYNC ||
           d->kind == DIRECTIVE_POST || d->kind == DIRECTIVE_WAIT;
}

/* The directive that is a statement by itself and comes next, before `s`; null: there
 * is none. */
static const directive *statement_before(const lowering *lo, const syntax *s)
{
    for (int i = lo->next_pragma; i < lo->pragmas.count; i++) {
        const pragma *p = &lo->pragmas.data[i];
        if (!pragma_is_before(p, s))
            break;
        for (const directive *d = p->directives; d; d = d->next)
            if (is_statement(d))
                return d;
    }
    return NULL;
}

/* The statement, and the directives before it. */
static source_range region_extent(const directive *first, const syntax *s)
{
    source_range extent = s->where;
    if (first && first->where.file == extent.file && source_is_before(first->where, extent)) {
        extent.line = first->where.line;
        extent.column = first->where.column;
    }
    return extent;
}

/* Marks the statement `s` as a region. What is lowered twice is marked once. */
static void mark_region(lowering *lo, const directive *d, const syntax *s)
{
    bool is_block_end =
        s->where.line == s->where.end_line && s->where.column == s->where.end_column;
    const directive *first = statement_before(lo, s);
    if (is_block_end && !first) {
        report_without_target(lo, d);
        return;
    }
    const source_region *parent = NULL;
    for (int i = 0; i < lo->regions.count; i++) {
        const source_region *other = lo->regions.data[i];
        if (other->where.file == d->where.file && other->where.line == d->where.line &&
            other->where.column == d->where.column)
            return;
        if (source_contains(other->extent, s->where))
            parent = other;
    }
    source_region *r = ARENA_NEW(lo->ctx->arena, source_region);
    *r = (source_region){d->u.region.text, d->where, region_extent(first, s), parent,
                         lo->regions.count};
    VEC_PUSH(lo->ctx->arena, &lo->regions, r);
}

attached lower_directives(lowering *lo, node_list *out, const syntax *s)
{
    attached with = {0};
    while (lo->next_pragma < lo->pragmas.count) {
        const pragma *p = &lo->pragmas.data[lo->next_pragma];
        if (!pragma_is_before(p, s))
            break;
        lo->next_pragma++;
        for (const directive *d = p->directives; d; d = d->next) {
            if (d->kind == DIRECTIVE_REGION)
                mark_region(lo, d, s);
            if (is_statement(d) && !lower_check_between(lo, &with, d))
                continue;
            collect_directive(lo, out, d, &with);
        }
    }
    return with;
}

void lower_skip_directives(lowering *lo, const syntax *s)
{
    source_range end = {s->where.file, s->where.end_line, s->where.end_column, 0, 0};
    while (lo->next_pragma < lo->pragmas.count &&
           lo->pragmas.data[lo->next_pragma].text.file == end.file &&
           source_is_before(lo->pragmas.data[lo->next_pragma].text, end))
        lo->next_pragma++;
}

void lower_last_directives(lowering *lo, node_list *out, const syntax *block)
{
    syntax end = {.kind = SYNTAX_EMPTY, .where = block->where};
    end.where.line = block->where.end_line;
    end.where.column = block->where.end_column;
    attached with = lower_directives(lo, out, &end);
    for (int i = 0; i < with.loop_count; i++)
        report_without_target(lo, with.loop[i]);
    report_without_target(lo, with.task);
    report_without_target(lo, with.tasks);
    report_without_target(lo, with.move);
    report_without_target(lo, with.array);
    report_without_target(lo, with.trip);
    report_without_target(lo, with.pipeline);
    report_without_target(lo, with.probability);
}
