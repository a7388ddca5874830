/* Directives at the statements they stand before. */

#include "frontend/lower/directive.h"

#include "frontend/lower/check_directive.h"
#include "frontend/lower/standalone_directive.h"
#include "frontend/value/array_constants.h"
#include "frontend/value/decl_index.h"
#include "frontend/value/member.h"
#include "frontend/value/names.h"

/* --- Declarations -------------------------------------------------------- */

static decl *function_around(const lowering *lo, source_range where, int unit)
{
    const int *positions;
    int count = functions_around(lo, where, &positions);
    for (int i = 0; i < count; i++)
        if (lo->source->functions[positions[i]]->unit == unit)
            return lo->source->functions[positions[i]];
    return NULL;
}

static void note_spelling(lowering *lo, const directive *d)
{
    if (d->spelling == DIALECT_NONE || d->spelling == lo->spelling)
        return;
    if (lo->spelling != DIALECT_NONE)
        diag_report(
            lo->ctx->diags, DIAG_ERROR, "mixed-spelling", d->word_at,
            "'#pragma hpf' and '#pragma xmp' cannot be mixed in one program: with hpf "
            "communication is inferred, with xmp it is written as directives; use one of the two");
    else
        lo->spelling = d->spelling;
}

static void declare(lowering *lo, const directive *d, const pragma *p)
{
    decl *f = function_around(lo, p->text, p->unit);
    const directive_names *names = value_names(lo, f, p->unit);
    note_spelling(lo, d);
    lo->has_remaps |= d->kind == DIRECTIVE_REDISTRIBUTE || d->kind == DIRECTIVE_REALIGN;
    if (directive_is_declaration(d->kind))
        directive_table_add(lo->table, d, names);
    else if (f && d->kind == DIRECTIVE_REDISTRIBUTE)
        directive_table_note(lo->table, d, names);
    else if (!f && d->kind != DIRECTIVE_UNANALYSED)
        diag_report(lo->ctx->diags, DIAG_ERROR, "outside-function", d->where,
                    "'%s' applies to a statement; move it into a function", d->word);
}

void lower_declare_directives(lowering *lo)
{
    for (int i = 0; i < lo->pragmas.count; i++)
        for (const directive *d = lo->pragmas.data[i].directives; d; d = d->next)
            declare(lo, d, &lo->pragmas.data[i]);
}

/* --- What is meant for the next statement -------------------------------- */

/* What a directive is for. */
typedef enum directive_role {
    ROLE_DECLARATION,   /* read before any function is lowered */
    ROLE_LOOP,          /* for the loop that follows */
    ROLE_COMMUNICATION, /* executed by itself */
    ROLE_STATEMENT,     /* for the statement that follows, with its distributed work */
    ROLE_HINT           /* for what follows; moves nothing */
} directive_role;

static directive_role role_of(directive_kind kind)
{
    switch (kind) {
    case DIRECTIVE_NODES:
    case DIRECTIVE_TEMPLATE:
    case DIRECTIVE_TEMPLATE_FIX:
    case DIRECTIVE_DIMENSION:
    case DIRECTIVE_DISTRIBUTE:
    case DIRECTIVE_ALIGN:
    case DIRECTIVE_SHADOW:
    case DIRECTIVE_COARRAY:
    case DIRECTIVE_DYNAMIC:
    case DIRECTIVE_INHERIT:
    case DIRECTIVE_REFLECT_INIT:
    case DIRECTIVE_UNANALYSED:
        return ROLE_DECLARATION;
    case DIRECTIVE_INDEPENDENT:
    case DIRECTIVE_ON_HOME:
    case DIRECTIVE_LOOP:
    case DIRECTIVE_FORALL:
    case DIRECTIVE_WHERE:
    case DIRECTIVE_ELSEWHERE:
        return ROLE_LOOP;
    case DIRECTIVE_REFLECT:
    case DIRECTIVE_REFLECT_DO:
    case DIRECTIVE_REDUCTION:
    case DIRECTIVE_BCAST:
    case DIRECTIVE_BARRIER:
    case DIRECTIVE_REDISTRIBUTE:
    case DIRECTIVE_REALIGN:
    case DIRECTIVE_WAIT_ASYNC:
    case DIRECTIVE_POST:
    case DIRECTIVE_WAIT:
        return ROLE_COMMUNICATION;
    case DIRECTIVE_TASK:
    case DIRECTIVE_GMOVE:
    case DIRECTIVE_ARRAY:
        return ROLE_STATEMENT;
    case DIRECTIVE_TASKS:
    case DIRECTIVE_TRIP:
    case DIRECTIVE_PIPELINE:
    case DIRECTIVE_PROBABILITY:
    case DIRECTIVE_REGION:
        return ROLE_HINT;
    }
    return ROLE_HINT;
}

/* Does the function hold distributed work for it? */
static bool is_of_distribution(const directive *d)
{
    directive_role role = role_of(d->kind);
    return role == ROLE_LOOP || role == ROLE_COMMUNICATION || role == ROLE_STATEMENT;
}

/* The place in `with` of a directive that is meant for any statement; null: it is none. */
static const directive **slot_of(attached *with, const directive *d)
{
    return d->kind == DIRECTIVE_TASK          ? &with->task
           : d->kind == DIRECTIVE_TASKS       ? &with->tasks
           : d->kind == DIRECTIVE_GMOVE       ? &with->move
           : d->kind == DIRECTIVE_ARRAY       ? &with->array
           : d->kind == DIRECTIVE_TRIP        ? &with->trip
           : d->kind == DIRECTIVE_PIPELINE    ? &with->pipeline
           : d->kind == DIRECTIVE_PROBABILITY ? &with->probability
                                              : NULL;
}

static void attach(lowering *lo, attached *with, const directive *d)
{
    const directive **slot = slot_of(with, d);
    if (role_of(d->kind) == ROLE_LOOP)
        lower_take_loop_directive(lo, with, d);
    else if (slot)
        lower_take_directive(lo, slot, d);
    else if (d->kind == DIRECTIVE_REFLECT_INIT)
        lower_reflect_init(lo, d);
    else if (d->kind == DIRECTIVE_TEMPLATE_FIX || d->kind == DIRECTIVE_DISTRIBUTE)
        value_take_sizes(lo, d);
}

static void report_without_target(lowering *lo, const directive *d)
{
    if (d)
        diag_report(lo->ctx->diags, DIAG_ERROR, "no-statement", d->where,
                    "'%s' applies to the statement after it, but the block ends here; move it "
                    "before a statement, or leave it out",
                    d->word);
}

/* The standalone directive that comes next, before `s`; null: there
 * is none. */
static const directive *statement_before(const lowering *lo, const syntax *s)
{
    for (int i = lo->fn.next_pragma; i < lo->pragmas.count; i++) {
        const pragma *p = &lo->pragmas.data[i];
        if (!pragma_is_before(p, s))
            break;
        for (const directive *d = p->directives; d; d = d->next)
            if (lower_is_standalone(d))
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
    for (int i = 0; i < lo->found.regions.count; i++) {
        const source_region *other = lo->found.regions.data[i];
        if (other->where.file == d->where.file && other->where.line == d->where.line &&
            other->where.column == d->where.column)
            return;
        if (source_contains(other->extent, s->where))
            parent = other;
    }
    source_region *r = ARENA_NEW(lo->ctx->arena, source_region);
    *r = (source_region){d->u.region.text, d->where, region_extent(first, s), parent,
                         lo->found.regions.count};
    VEC_PUSH(lo->ctx->arena, &lo->found.regions, r);
}

attached lower_directives(lowering *lo, node_list *out, const syntax *s)
{
    attached with = {0};
    while (lo->fn.next_pragma < lo->pragmas.count) {
        const pragma *p = &lo->pragmas.data[lo->fn.next_pragma];
        if (!pragma_is_before(p, s))
            break;
        lo->fn.next_pragma++;
        for (const directive *d = p->directives; d; d = d->next) {
            if (d->kind == DIRECTIVE_REGION)
                mark_region(lo, d, s);
            lo->fn.has_distributed |= is_of_distribution(d);
            if (!lower_is_standalone(d))
                attach(lo, &with, d);
            else if (lower_check_between(lo, &with, d))
                lower_standalone(lo, out, d);
        }
    }
    return with;
}

void lower_skip_directives(lowering *lo, const syntax *s)
{
    source_range end = {s->where.file, s->where.end_line, s->where.end_column, 0, 0};
    while (lo->fn.next_pragma < lo->pragmas.count) {
        const pragma *p = &lo->pragmas.data[lo->fn.next_pragma];
        if (p->unit != s->unit || p->text.file != end.file || !source_is_before(p->text, end))
            break;
        lo->fn.next_pragma++;
    }
}

void lower_last_directives(lowering *lo, node_list *out, const syntax *block)
{
    syntax end = {.kind = SYNTAX_EMPTY, .unit = block->unit, .where = block->where};
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
