/* Directives at the statements they stand before. */

#include "frontend/lower.h"

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

static void emit_stated(lowering *lo, node_list *out, const directive *d)
{
    stated_node stated = {0};
    if (!directive_stated(lo->table, d, lo->names, &stated) ||
        !lower_check_executing(lo, stated.on_stated) ||
        !lower_check_executing(lo, stated.from_stated))
        return;
    if (!stated.on_stated)
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
    const stated_node *waits;
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
    stated_node post;
    if (!directive_post(lo->table, d, lo->names, &post))
        return;
    node *n = node_new(lo->ctx, d->kind == DIRECTIVE_POST ? NODE_POST : NODE_POSTED, d->where);
    n->u.stated = post;
    node_append(&out->head, &out->tail, n);
}

static void attach(lowering *lo, node_list *out, const directive *d, attached *with)
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
        emit_stated(lo, out, d);
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
    attach(lo, out, d, &nothing);
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
            attach(lo, out, d, &with);
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

/* --- Loops --------------------------------------------------------------- */

planned_loop *lower_find_plan(lowering *lo, const syntax *s)
{
    for (int i = lo->planned.count - 1; i >= 0; i--)
        if (lo->planned.data[i].loop == s)
            return &lo->planned.data[i];
    return NULL;
}

const planned_loop *lower_planned(lowering *lo, const syntax *s)
{
    planned_loop *plan = lower_find_plan(lo, s);
    if (plan)
        plan->is_used = true;
    return plan;
}

/* The first `for` in a loop's body, through blocks. */
static const syntax *inner_for(const syntax *s)
{
    if (!s || s->kind == SYNTAX_FOR)
        return s;
    if (s->kind != SYNTAX_BLOCK)
        return NULL;
    for (int i = 0; i < s->child_count; i++)
        if (s->child[i]->kind == SYNTAX_FOR)
            return s->child[i];
    return NULL;
}

/* Gives each loop of the nest its variable, so that clauses can speak of them.
 * Returns the number of loops in *nest. */
static int open_nest(lowering *lo, const syntax *s, const syntax *nest[MAX_NEST])
{
    int count = 0;
    for (const syntax *f = s; f && count < MAX_NEST; f = inner_for(f->child[3])) {
        const decl *var = lower_for_variable(lo, f);
        if (!var)
            break;
        planned_loop *plan = lower_find_plan(lo, f);
        if (!plan || plan->is_used) {
            planned_loop fresh = {.loop = f,
                                  .var = expr_new_loop_var(lo->pool, var->name, f->where)};
            VEC_PUSH(lo->ctx->arena, &lo->planned, fresh);
            plan = lower_find_plan(lo, f);
        }
        VEC_PUSH(lo->ctx->arena, &lo->bound, ((bound_loop){var, plan->var}));
        nest[count++] = f;
    }
    return count;
}

static bool is_named(const directive_loop *loop, const char *name)
{
    for (int i = 0; i < loop->var_count; i++)
        if (loop->vars[i].text == name)
            return true;
    return false;
}

static bool check_names(lowering *lo, const directive_loop *loop, const syntax *const *nest,
                        int count)
{
    bool all_found = true;
    for (int v = 0; v < loop->var_count; v++) {
        bool found = false;
        for (int i = 0; i < count; i++)
            found |= lower_for_variable(lo, nest[i])->name == loop->vars[v].text;
        bool is_again = false;
        for (int k = 0; k < v; k++)
            is_again |= loop->vars[k].text == loop->vars[v].text;
        if (!found || is_again)
            diag_report(lo->ctx->diags, DIAG_ERROR, "loop-variable", loop->vars[v].where,
                        found ? "'%s' is listed twice; name each loop once"
                              : "'%s' is not the variable of a loop of this nest",
                        loop->vars[v].text);
        all_found &= found && !is_again;
    }
    return all_found;
}

static bool clause_mentions(const on_clause *on, const loop_var *var)
{
    bool found = false;
    for (int i = 0; i < MAX_RANK; i++)
        found |= (on->index[i] && expr_mentions(on->index[i], var)) ||
                 (on->last[i] && expr_mentions(on->last[i], var));
    return found;
}

/* XMP: variables that are listed, and that `on` says nothing of. */
static void check_listed(lowering *lo, const directive_loop *loop, const on_clause *on,
                         const syntax *const *nest, int count)
{
    bool any = false;
    for (int i = 0; i < count; i++)
        any |= clause_mentions(on, lower_find_plan(lo, nest[i])->var);
    for (int v = 0; v < loop->var_count && any; v++)
        for (int i = 0; i < count; i++) {
            const loop_var *var = lower_find_plan(lo, nest[i])->var;
            if (var->name == loop->vars[v].text && !clause_mentions(on, var))
                diag_report(lo->ctx->diags, DIAG_WARNING, "loop-variable", loop->vars[v].where,
                            "'%s' is not in 'on', so that its loop is not divided; leave it out "
                            "of the list, or name a dimension for it",
                            var->name);
        }
}

/* A loop's own variable has no value behind the loop. */
static bool check_reduced(lowering *lo, const directive_loop *loop, const syntax *const *nest,
                          int count)
{
    bool is_right = true;
    for (int r = 0; r < loop->reduction_count; r++)
        for (int i = 0; i < count; i++)
            if (lower_for_variable(lo, nest[i])->name == loop->reductions[r].var.text) {
                is_right = false;
                diag_report(lo->ctx->diags, DIAG_ERROR, "reduction", loop->reductions[r].var.where,
                            "'%s' counts a loop of this nest; there is nothing to combine",
                            loop->reductions[r].var.text);
            }
    return is_right;
}

/* HPF: each iteration has a value of the variables that count it anyway. */
static void check_new_counters(lowering *lo, const directive_loop *loop, const syntax *const *nest,
                               int count)
{
    for (int v = 0; v < loop->new_count; v++)
        for (int i = 0; i < count; i++)
            if (lower_for_variable(lo, nest[i])->name == loop->news[v].text && i == 0)
                diag_report(lo->ctx->diags, DIAG_ERROR, "new", loop->news[v].where,
                            "'%s' counts this loop, and has a value in each iteration anyway; "
                            "leave it out of new(..)",
                            loop->news[v].text);
}

/* Does each loop from `first` on hold the next one and nothing else? */
static bool is_tight(const syntax *const *nest, int first, int count)
{
    bool is_alone = true;
    for (int i = first; i + 1 < count && is_alone; i++) {
        const syntax *body = nest[i]->child[3];
        while (body->kind == SYNTAX_BLOCK && body->child_count == 1)
            body = body->child[0];
        is_alone = body == nest[i + 1];
    }
    return is_alone;
}

/* The clause for what stands in loop `level` beside the loops inside, whose variables
 * have no value there: all along their dimensions execute it. */
static const on_clause *clause_at(lowering *lo, const on_clause *on, const syntax *const *nest,
                                  int level, int count)
{
    if (is_tight(nest, level, count))
        return on;
    on_clause *out = arena_copy(lo->ctx->arena, on, sizeof *on);
    reference *ref = on->ref ? arena_copy(lo->ctx->arena, on->ref, sizeof *on->ref) : NULL;
    out->ref = ref;
    for (int i = level + 1; i < count; i++) {
        const loop_var *inner = lower_find_plan(lo, nest[i])->var;
        for (int k = 0; k < MAX_RANK; k++) {
            bool moves = (on->index[k] && expr_mentions(on->index[k], inner)) ||
                         (on->last[k] && expr_mentions(on->last[k], inner));
            if (!moves)
                continue;
            out->index[k] = out->last[k] = NULL;
            if (ref)
                ref->sub[k] = (subscript){.kind = SUBSCRIPT_WHOLE};
        }
    }
    return out;
}

static void plan_directive(lowering *lo, const directive *d, const syntax *const *nest, int count)
{
    const directive_loop *loop = &d->u.loop;
    on_clause *on = NULL;
    bool is_named_right = check_names(lo, loop, nest, count);
    if (loop->has_on && is_named_right) {
        on = ARENA_NEW(lo->ctx->arena, on_clause);
        if (!directive_on(lo->table, &loop->on, lo->names, on))
            on = NULL;
    }
    if (on && d->kind == DIRECTIVE_LOOP) {
        lower_check_divided(lo, on);
        check_listed(lo, loop, on, nest, count);
    }
    bool is_divided = !on || d->kind != DIRECTIVE_LOOP;
    for (int i = 0; i < count; i++) {
        planned_loop *plan = lower_find_plan(lo, nest[i]);
        /* Without a list of variables: those that the clause speaks of. */
        bool is_meant = loop->var_count ? is_named(loop, plan->var->name)
                        : loop->has_on && d->kind == DIRECTIVE_LOOP
                            ? on && clause_mentions(on, plan->var)
                            : i == 0;
        /* A home of more than the outermost loop is said where its variables have values. */
        bool is_home = d->kind == DIRECTIVE_ON_HOME || d->kind == DIRECTIVE_FORALL ||
                       !is_tight(nest, 0, count);
        is_meant |= is_home && on && clause_mentions(on, plan->var);
        if (!is_meant)
            continue;
        is_divided |= on && clause_mentions(on, plan->var);
        plan->directive = d->where;
        lower_check_jumps(lo, d, nest[i]);
        if (on)
            plan->on = clause_at(lo, on, nest, i, count);
        if (on || plan->parallel == LOOP_UNSAID)
            plan->parallel = on || plan->on ? LOOP_ON : LOOP_INDEPENDENT;
    }
    if (!is_divided)
        diag_report(lo->ctx->diags, DIAG_ERROR, "loop-variable", loop->on.where,
                    "'on' must say which processor executes which '%s'; '%s' is not in it",
                    lower_find_plan(lo, nest[0])->var->name,
                    lower_find_plan(lo, nest[0])->var->name);
    planned_loop *outermost = lower_find_plan(lo, nest[0]);
    bool is_combinable = check_reduced(lo, loop, nest, count);
    if (on && loop->reach.kind != DIRECTIVE_REACH_NONE)
        lower_plan_reach(lo, d, on, nest, count);
    if (loop->reduction_count && !lo->piece &&
        (!directive_reductions(lo->table, loop, lo->names, &outermost->reduction_count,
                               &outermost->reductions) ||
         !is_combinable))
        outermost->reduction_count = 0;
    if (on && loop->reduction_count && d->kind == DIRECTIVE_LOOP)
        lower_plan_combined(lo, d, on, nest, count);
    check_new_counters(lo, loop, nest, count);
    if (loop->new_count)
        directive_news(lo->table, loop, lo->names, &outermost->new_count, &outermost->news);
}

void lower_plan_nest(lowering *lo, const attached *with, const syntax *s)
{
    const syntax *nest[MAX_NEST];
    int outer = lo->bound.count;
    int count = s->kind == SYNTAX_FOR ? open_nest(lo, s, nest) : 0;
    bool is_independent = false;
    for (int i = 0; i < with->loop_count; i++) {
        const directive *d = with->loop[i];
        is_independent |= d->kind == DIRECTIVE_INDEPENDENT;
        if (lower_is_forall(d) && (!count || d->kind != DIRECTIVE_FORALL || !d->u.loop.has_on))
            continue;
        if (count)
            plan_directive(lo, d, nest, count);
        else
            diag_report(lo->ctx->diags, DIAG_ERROR, "loop-form", d->where,
                        "'%s' must stand before a 'for' that counts an integer variable", d->word);
    }
    for (int i = 0; i < with->loop_count; i++)
        if (lower_is_forall(with->loop[i]))
            lower_plan_forall(lo, with->loop[i], s, is_independent, with->probability);
    lo->bound.count = outer;
}
