#include "aag/aag_internal.h"

/* Checks of a sealed graph. A breach is our own mistake, so it is reported as
 * an internal error at the unit. */

typedef struct checker {
    fp_context *ctx;
    const aag_graph *graph;
    bool is_sound;
} checker;

static void breach(checker *c, const aag_unit *u, const char *what)
{
    diag_report(c->ctx->diags, DIAG_ERROR, "internal", u->where, "%s unit %d %s",
                aag_class_name(u->cls), u->id, what);
    c->is_sound = false;
}

static void require(checker *c, const aag_unit *u, bool holds, const char *otherwise)
{
    if (!holds)
        breach(c, u, otherwise);
}

static bool any_comm(const aag_unit *list)
{
    for (; list; list = list->next)
        if (list->has_comm)
            return true;
    return false;
}

static void check_fields(checker *c, const aag_unit *u)
{
    switch (u->cls) {
    case AAG_START:
    case AAG_END:
    case AAG_SPAWN:
        break;
    case AAG_SEQ:
        require(c, u, u->step_count > 0, "has no step");
        break;
    case AAG_ITER_D:
        require(c, u, !u->has_comm, "holds communication");
        require(c, u, u->loop && u->var && u->trips, "lacks its loop");
        break;
    case AAG_ITER_SYNC:
        require(c, u, u->has_comm, "holds no communication");
        require(c, u, u->loop && u->var && u->trips, "lacks its loop");
        break;
    case AAG_ITER_ND:
        require(c, u, !u->var && !u->loop, "has a loop variable");
        require(c, u, u->trips != NULL, "has no trip count");
        break;
    case AAG_CONDT_D:
    case AAG_CONDT_SYNC:
        require(c, u, (u->cls == AAG_CONDT_SYNC) == u->has_comm,
                "does not say whether it holds communication");
        require(c, u, !(u->test && u->on), "has a test and a home");
        require(c, u, u->probability >= 0 && u->probability <= 1, "has an impossible probability");
        break;
    case AAG_COMM:
    case AAG_SYNC:
    case AAG_SYNC_SEQ:
        require(c, u, u->comm != NULL, "lacks its communication");
        require(c, u, u->has_comm, "does not say that it communicates");
        require(c, u, !u->comm || u->comm->kind != COMM_WAIT || u->comm->async, "waits for no id");
        require(c, u,
                !u->comm || u->comm->kind != COMM_POST || (u->comm->group.grid && u->comm->tag),
                "posts to nobody, or without a tag");
        break;
    case AAG_CALL:
        require(c, u, u->callee != NULL, "calls nobody");
        break;
    }
    require(c, u, aag_is_condition(u->cls) || !u->other, "has an else branch");
    require(c, u, aag_is_compound(u->cls) || !u->child, "has units below");
    require(c, u, aag_is_exchange(u->cls) || !u->comm, "has a communication");
}

/* Checks a list of siblings; the preorder number the next unit must have is
 * `next`, and the one after the list is returned. */
static int check_list(checker *c, const aag_unit *list, const aag_unit *parent, int next)
{
    for (const aag_unit *u = list; u; u = u->next) {
        require(c, u, u->id == next, "is not numbered in preorder");
        require(c, u, u->id >= 0 && u->id < c->graph->unit_count && c->graph->units[u->id] == u,
                "is not in the graph's table");
        require(c, u, u->parent == parent, "has another parent");
        check_fields(c, u);
        next = check_list(c, u->child, u, u->id + 1);
        next = check_list(c, u->other, u, next);
        require(c, u, u->last == next - 1, "does not know the end of its subtree");
        require(c, u,
                aag_is_exchange(u->cls) ||
                    u->has_comm == (any_comm(u->child) || any_comm(u->other)),
                "does not know whether communication is below");
    }
    return next;
}

/* Does the edge end where what it stands for does? */
static bool has_right_end(const aag_edge *e)
{
    return e->from == e->to || (e->to->comm && comm_may_end_in(e->comm, e->to->comm));
}

static void check_edges(checker *c)
{
    const aag_graph *g = c->graph;
    for (int i = 0; i < g->edge_count; i++) {
        const aag_edge *e = &g->edges[i];
        require(c, e->from, aag_is_exchange(e->from->cls), "sends but is no communication");
        require(c, e->to, aag_is_exchange(e->to->cls), "receives but is no communication");
        require(c, e->from, !e->comm || has_right_end(e), "does not end in its wait");
        require(c, e->from,
                e->comm && e->comm->id < g->comm_count && g->comms[e->comm->id] == e->comm,
                "has an edge of an unknown communication");
    }
    for (int i = 0; i < g->unit_count; i++) {
        const aag_unit *u = g->units[i];
        bool found = !aag_is_exchange(u->cls);
        for (int k = 0; k < g->edge_count && !found; k++)
            found = g->edges[k].from == u || g->edges[k].to == u;
        require(c, u, found, "has no edge");
    }
}

bool aag_verify(fp_context *ctx, const aag_graph *g)
{
    checker c = {ctx, g, true};
    int count = check_list(&c, g->root, NULL, 0);
    require(&c, g->root, count == g->unit_count, "does not reach every unit");
    require(&c, g->root, g->root->cls == AAG_START, "does not start the graph");
    const aag_unit *last = g->root;
    while (last->next)
        last = last->next;
    require(&c, last, last->cls == AAG_END, "does not end the graph");
    check_edges(&c);
    return c.is_sound;
}
