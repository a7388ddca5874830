#include "plan/analysis/bounds.h"
#include "plan/analysis/owner_computes.h"
#include "plan/analysis/private_array.h"
#include "plan/analysis/why_serial.h"
#include "plan/communication/condition.h"
#include "plan/communication/placement.h"
#include "plan/communication/reduction.h"
#include "plan/loop/interchange.h"
#include "plan/loop/invariant.h"
#include "plan/loop/pipeline.h"
#include "plan/normalize/check_independent.h"
#include "plan/normalize/exchange_period.h"
#include "plan/normalize/forall_split.h"
#include "plan/normalize/inline.h"
#include "plan/normalize/linear_subscript.h"
#include "plan/normalize/row_loop.h"
#include "plan/normalize/scalar_expand.h"
#include "plan/normalize/settle_index.h"
#include "plan/passes/node_program.h"
#include "plan/planner/sites.h"
#include "plan/remap/remap.h"
#include "plan/xmp/async.h"
#include "plan/xmp/collective.h"
#include "plan/xmp/coverage.h"
#include "plan/xmp/task_members.h"

/* The passes over one entry function, in the order in which they run: what each expects, and what
 * it leaves. All work on planner.body, one clone of the entry's tree. "Sites" are the tables
 * planner.sites, accesses and scalars, which sites_collect makes; a pass that changes the tree
 * puts them out of date, and survey makes them, and the homes, anew.
 *
 *   instance_entry      expects the source's tree. Leaves a clone in which each call has a clone
 *                       of the callee's body with the actual arrays and integers in it. Errors:
 *                       recursion, arguments that an intrinsic function cannot take.
 *   exchange_periods_make  leaves loops over periods in place of those that exchange pointers.
 *   row_loops_make      expects linear references. Leaves a nest where a loop goes through all
 *                       elements of a flat array, row after row.
 *   linear_subscripts_split  leaves a subscript for each dimension where the source has one for
 *                       all of them. Warns where that is not proved.
 *   subscripts_settle   leaves subscripts without choices that always go one way, those that wrap
 *                       round as remainders, and where they go straight on (reference.straight).
 *   remaps_lower        expects redistribute, realign and formals with a mapping. Leaves arrays
 *                       in versions of one mapping each, copies between them as gmoves, no
 *                       NODE_REMAP and no NODE_BREAK. Errors: mappings differ where ways join.
 *   foralls_lower       expects LOOP_FORALL nests. Leaves an independent nest an assignment,
 *                       through temporaries where one reads what it writes.
 *   independents_check  changes nothing; warns of `independent` loops that surely are not.
 *   scalars_expand      leaves arrays in place of the scalars that divided loops carry.
 *   collectives_prepare leaves an array for what each of MPI's collectives moves.
 *   sites_collect       leaves the sites.
 *   bounds_check        expects sites. Leaves planner.bounds, and warnings.
 *   survey              leaves sites, homes, and of loops that are split what on (split_on).
 *   loops_order         (orders_loops only) expects homes. Leaves nests in memory order, sites
 *                       out of date; survey follows.
 *   private_arrays_find (not XMP) expects sites. Leaves work arrays in the loops' `privates`; homes
 *                       out of date; survey follows.
 *   pipelines_make      (not XMP) expects homes. Leaves one nest more tiled, sites out of date;
 *                       survey follows, until no nest is left to be tiled.
 *   pipelines_check     expects the tiles. Changes nothing; warns of hints before other nests.
 *   xmp_comm_check      (XMP) expects homes. Leaves warnings: reads that nothing covers.
 *   members_check       expects homes. Leaves planner.members.
 *   collectives_check   expects homes. Leaves warnings, and statements in place of collectives
 *                       that not all processors call.
 *   async_check         expects sites. Leaves planner.awaited, and warnings.
 *   terms_share         expects homes. Leaves homes of statements that add to one result in several
 *                       depths, each of one processor of those that have parts.
 *   exchanges_infer     expects homes that stay. Leaves planner.exchanges, with their places,
 *                       and of loops that hand values on between processors serialized_by.
 *   reductions_infer    expects homes. Leaves exchanges that combine partial results.
 *   conditions_place    expects all other exchanges. Leaves those for conditions around them.
 *   invariants_find     expects sites. Leaves what innermost loops read and leave as it is
 *                       (invariants).
 *   node_program_build  expects exchanges, sites and homes. Leaves the node program: NODE_COMM
 *                       in place, no explicit communication and no gmoves, split loops with
 *                       their trips, guards (stmt.at, NODE_TASK); sites out of date for good.
 *   undivided_report    expects the loops that are split. Leaves warnings and remarks.
 *   tree_verify         changes nothing; an error is our bug. */

/* Lists the sites and finds their homes, again after the tree has changed. */
static void survey(planner *p)
{
    sites_forget(p);
    p->undivided.count = 0;
    sites_collect(p);
    for (int i = 0; i < p->sites.count; i++) {
        for (int k = 0; k < p->sites.data[i].depth; k++) {
            node *n = p->sites.data[i].path[k].child;
            if (n->kind == NODE_LOOP)
                n->u.loop.split_on = NULL;
        }
    }
    partition_homes(p);
}

/* From the source's tree to one without calls by name, remappings and foralls. False after an
 * error. */
static bool normalize(planner *p, const function *entry, const plan_options *options)
{
    int errors = diag_errors_reported(p->ctx->diags);
    p->body = instance_entry(p, entry);
    if (diag_errors_reported(p->ctx->diags) > errors)
        return false;
    exchange_periods_make(p);
    row_loops_make(p);
    linear_subscripts_split(p);
    subscripts_settle(p);
    remaps_lower(p, entry, options->moves_all);
    if (diag_errors_reported(p->ctx->diags) > errors)
        return false;
    foralls_lower(p);
    if (diag_errors_reported(p->ctx->diags) > errors)
        return false;
    independents_check(p);
    scalars_expand(p, entry);
    collectives_prepare(p);
    return true;
}

/* Who executes what, in which order of loops. */
static void partition(planner *p, const plan_options *options)
{
    bool is_xmp = p->program->spelling == DIALECT_XMP;
    sites_collect(p);
    bounds_check(p);
    survey(p);
    if (options->orders_loops) {
        loops_order(p);
        survey(p);
    }
    if (!is_xmp && private_arrays_find(p))
        survey(p);
    while (!is_xmp && pipelines_make(p))
        survey(p);
    pipelines_check(p, p->body);
}

/* What must be sent, and where that stands. */
static void communicate(planner *p)
{
    if (p->program->spelling == DIALECT_XMP)
        xmp_comm_check(p);
    members_check(p);
    collectives_check(p);
    async_check(p);
    terms_share(p);
    exchanges_infer(p);
    reductions_infer(p);
    conditions_place(p);
    invariants_find(p);
}

static const node_program *result(const planner *p, const function *entry)
{
    program *planned = arena_copy(p->arena, p->program, sizeof *p->program);
    planned->unknowns = p->unknowns;
    planned->bound_count = p->bounds.count;
    planned->bounds = p->bounds.data;
    planned->member_count = p->members.count;
    planned->members = p->members.data;
    planned->unsent_count = p->unsent.count;
    planned->unsent = p->unsent.data;
    const communication **comms = ARENA_ARRAY(p->arena, p->comm_count + 1, const communication *);
    for (int i = 0; i < p->exchanges.count; i++)
        comms[p->exchanges.data[i]->comm->id] = p->exchanges.data[i]->comm;
    node_program *out = ARENA_NEW(p->arena, node_program);
    *out = (node_program){.program = planned,
                          .layout = p->layout,
                          .entry = entry,
                          .body = p->body,
                          .comm_count = p->comm_count,
                          .comms = comms};
    return out;
}

const node_program *plan_entry(fp_context *ctx, const program *source, const layout *where,
                               const function *entry, const plan_options *options)
{
    static const plan_options none = {0};
    const plan_options *with = options ? options : &none;
    planner p = {
        .ctx = ctx, .arena = ctx->arena, .program = source, .pool = source->pool, .layout = where};
    p.keeps_messages = with->keeps_messages;
    p.unknowns = source->unknowns;
    p.defined = env_new(ctx, p.pool, NULL, 0, NULL);
    p.params_before = expr_pool_param_count(source->pool);
    int errors = diag_errors_reported(ctx->diags);
    if (!normalize(&p, entry, with))
        return NULL;
    partition(&p, with);
    communicate(&p);
    node_program_build(&p, with->copies_all);
    undivided_report(&p);
    if (diag_errors_reported(ctx->diags) > errors || !tree_verify(p.program, entry, p.body, true))
        return NULL;
    return result(&p, entry);
}
