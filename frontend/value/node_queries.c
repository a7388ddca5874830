/* XcalableMP's functions, and MPI's, that say which node this is, and how many there are. */

#include "frontend/value/node_queries.h"

#include <string.h>

static bool is_rank_query(const syntax *call)
{
    static const char *const queries[] = {"xmp_node_num", "xmp_num_nodes", "xmpc_node_num",
                                          "xmpc_this_image", "xmpc_num_images", "xmp_get_mpi_comm",
                                          /* and those that all executing nodes call together */
                                          "xmp_transpose", "xmp_matmul", "xmp_gather",
                                          "xmp_scatter", "xmp_pack", "xmp_unpack", "xmp_sort_up",
                                          "xmp_sort_down"};
    const char *name = call->kind == SYNTAX_CALL ? syntax_callee_name(call) : NULL;
    for (size_t i = 0; name && i < sizeof queries / sizeof *queries; i++)
        if (strcmp(name, queries[i]) == 0)
            return true;
    return false;
}

static bool queries_rank(const lowering *lo, const syntax *s, bool *seen)
{
    if (!s)
        return false;
    if (is_rank_query(s))
        return true;
    const decl *d = s->kind == SYNTAX_NAME ? s->decl : NULL;
    if (d && d->body && !seen[d->id]) { /* a function: called, or passed to one that may call it */
        seen[d->id] = true;
        if (queries_rank(lo, d->body, seen))
            return true;
    }
    for (int i = 0; i < s->child_count; i++) {
        const syntax *child = s->child[i];
        bool is_declared = s->kind == SYNTAX_DECLARATION && child->decl;
        if (queries_rank(lo, is_declared ? child->decl->init : child, seen))
            return true;
    }
    return false;
}

bool value_queries_rank(const lowering *lo, const syntax *s)
{
    return queries_rank(lo, s, ARENA_ARRAY(lo->ctx->arena, lo->source->decl_count, bool));
}

static void note_rank(lowering *lo, const syntax *s)
{
    if (!s)
        return;
    const char *name = s->kind == SYNTAX_CALL ? syntax_callee_name(s) : NULL;
    const syntax *to =
        name && strcmp(name, "MPI_Comm_rank") == 0 && s->child_count == 3 ? s->child[2] : NULL;
    if (to && to->kind == SYNTAX_UNARY && to->op == OPERATOR_ADDRESS)
        to = to->child[0];
    if (to && to->kind == SYNTAX_NAME && to->decl)
        lo->info[to->decl->id].is_rank = true;
    for (int i = 0; i < s->child_count; i++)
        note_rank(lo, syntax_part(s, i));
}

void value_find_ranks(lowering *lo)
{
    for (int i = 0; i < lo->source->function_count; i++)
        note_rank(lo, lo->source->functions[i]->body);
}

bool value_is_rank(const lowering *lo, const syntax *s)
{
    while (s->kind == SYNTAX_CAST)
        s = s->child[0];
    return s->kind == SYNTAX_NAME && s->decl && lo->info[s->decl->id].is_rank;
}

/* --- Values -------------------------------------------------------------------- */

/* Functions that return the number of the node, and what the first one's is. Of the executing
 * nodes: a task's, in a task. */
static const node_number numbers[] = {{"xmp_node_num", 1, false},
                                      {"xmp_all_node_num", 1, true},
                                      {"xmpc_node_num", 0, false},
                                      {"xmpc_all_node_num", 0, true},
                                      {"xmpc_this_image", 0, false}};

/* Functions that return how many nodes there are; the last one once its statement has become an
 * assignment (value/inquiry.c). */
static const char *const counts[] = {"xmp_num_nodes", "xmp_all_num_nodes", "xmpc_num_images",
                                     "xmp_num_images", "MPI_Comm_size"};

/* Is it a use of the macro? */
static bool is_use(const c_program *source, const syntax *s, const char *macro)
{
    const source_range at = s->where;
    for (int i = 0; i < source->units[s->unit].expansion_count; i++) {
        const c_expansion *e = &source->units[s->unit].expansions[i];
        if (e->where.file == at.file && e->where.line == at.line && e->where.column == at.column &&
            strcmp(e->name, macro) == 0)
            return true;
    }
    return false;
}

bool value_is_size_query(const c_program *source, const syntax *call)
{
    const char *name = call->kind == SYNTAX_CALL ? syntax_callee_name(call) : NULL;
    return name && strcmp(name, "MPI_Comm_size") == 0 && call->child_count == 3 &&
           is_use(source, call->child[1], "MPI_COMM_WORLD");
}

const proc_grid *value_all_nodes(lowering *lo)
{
    const proc_grid *const *grids;
    int count = directive_table_grids(lo->table, &grids), used = 0;
    if (count == 0)
        return NULL;
    while (grids[used]->is_unused)
        used++;
    return grid_root(grids[used]);
}

static bool has_tasks(const lowering *lo)
{
    for (int i = 0; i < lo->pragmas.count; i++)
        for (const directive *d = lo->pragmas.data[i].directives; d; d = d->next)
            if (d->kind == DIRECTIVE_TASK)
                return true;
    return false;
}

/* May fewer than all nodes execute the statement at hand? A function may be called in a task. */
static bool may_be_in_task(const lowering *lo)
{
    bool is_main = lo->fn.decl && strcmp(lo->fn.decl->name, "main") == 0;
    return lo->around.executing.count > 0 || (!is_main && has_tasks(lo));
}

/* Nodes are numbered as processors are: in C's order of their coordinates. */
static const expr *number_of(lowering *lo, const proc_grid *all)
{
    const expr *number = expr_int(lo->pool, 0);
    for (int k = 0; k < all->rank; k++)
        number = expr_add(lo->pool, expr_mul(lo->pool, number, expr_extent(lo->pool, all, k)),
                          expr_coord(lo->pool, all, k));
    return number;
}

static const expr *count_of(lowering *lo, const proc_grid *all)
{
    const expr *product = expr_int(lo->pool, 1);
    for (int k = 0; k < all->rank; k++)
        product = expr_mul(lo->pool, product, expr_extent(lo->pool, all, k));
    return product;
}

const node_number *value_node_number(const syntax *call)
{
    const char *name = call->kind == SYNTAX_CALL ? syntax_callee_name(call) : NULL;
    for (size_t i = 0; name && i < sizeof numbers / sizeof *numbers; i++)
        if (strcmp(name, numbers[i].name) == 0)
            return &numbers[i];
    return NULL;
}

const expr *value_node_query(lowering *lo, const syntax *call)
{
    const char *name = syntax_callee_name(call);
    const node_number *n = value_node_number(call);
    bool is_count = false;
    for (size_t i = 0; name && i < sizeof counts / sizeof *counts; i++)
        is_count |= strcmp(name, counts[i]) == 0;
    is_count &= call->child_count < 3; /* else MPI's, of other processors */
    const proc_grid *all = n || is_count ? value_all_nodes(lo) : NULL;
    if (!all || (n && !n->is_of_all && may_be_in_task(lo)))
        return NULL;
    if (is_count)
        return count_of(lo, all);
    return expr_add(lo->pool, number_of(lo, all), expr_int(lo->pool, n->first));
}
