#include "program/membership.h"

/* Tasks, and clauses `on`, under given sizes and processors: do they name all
 * participants of what is in them? The others would not come there, and the program would wait for
 * them for ever. */

typedef struct run {
    fp_context *ctx;
    env *env;
    bool has_failed;
} run;

/* The value; false: nothing tells it, which is said where it is needed. */
static bool value_of(run *r, const expr *e, int64_t *value)
{
    bool ok = true;
    *value = expr_eval(r->env, e, &ok);
    return ok;
}

/* The iterations of a loop; false: nothing tells them. */
static bool trips_of(run *r, const loop_range *l, int64_t *lower, int64_t *step, int64_t *trips)
{
    int64_t upper;
    if (!value_of(r, l->lower, lower) || !value_of(r, l->upper, &upper) ||
        !value_of(r, l->step, step) || *step == 0)
        return false;
    int64_t distance = *step > 0 ? upper - *lower : *lower - upper;
    *trips = distance < 0 ? 0 : distance / (*step > 0 ? *step : -*step) + 1;
    return true;
}

/* Does every loop inside what `within` is said of run at least once, as far as that is known? */
static bool is_reached(run *r, const member_check *m)
{
    for (int i = m->outer_count; i < m->range_count; i++) {
        int64_t lower, step, trips;
        if (trips_of(r, &m->ranges[i], &lower, &step, &trips) && trips == 0)
            return false;
    }
    return true;
}

static bool guards_hold(run *r, const member_check *m, bool *is_certain)
{
    for (int i = 0; i < m->guard_count; i++) {
        int64_t holds;
        if (!value_of(r, m->guards[i], &holds))
            *is_certain = false;
        else if (!holds)
            return false;
    }
    return true;
}

static bool home_is_known(run *r, const home *h)
{
    for (int k = 0; k < h->grid->rank; k++) {
        const home_axis *axis = &h->axis[k];
        dim_mapping dim;
        int64_t value;
        bool ok = true;
        if (axis->is_restricted && axis->map.source != AXIS_REPLICATED &&
            (!env_dim_mapping(r->env, &axis->map, &dim, &ok) || !value_of(r, axis->index, &value) ||
             (axis->last && !value_of(r, axis->last, &value))))
            return false;
    }
    return true;
}

/* Does the processor execute it? Of a home that is known. */
static bool is_executing(run *r, const home *h, int rank)
{
    for (int k = 0; k < h->grid->rank; k++) {
        const home_axis *axis = &h->axis[k];
        int coord = env_coord(r->env, h->grid, k, rank);
        dim_mapping dim;
        int64_t index, last, step = axis->step ? axis->step : 1;
        bool ok = true;
        if (coord < 0)
            return false;
        if (!axis->is_restricted || axis->map.source == AXIS_REPLICATED)
            continue;
        if (!env_dim_mapping(r->env, &axis->map, &dim, &ok) || !value_of(r, axis->index, &index))
            return false;
        if (!axis->last && mapping_owner(&dim, index) != coord)
            return false;
        if (axis->last && (!value_of(r, axis->last, &last) ||
                           mapping_local_count(&dim, (section){index, last, step}, coord) == 0))
            return false;
    }
    return true;
}

/* A processor that is needed and not among the others; -1: none is. */
static int missing_rank(run *r, const member_check *m)
{
    for (int rank = 0; rank < env_procs(r->env); rank++)
        if (is_executing(r, &m->needed, rank) && !is_executing(r, &m->within, rank))
            return rank;
    return -1;
}

/* What is wrong, but for who is missing. */
static const char *claim(arena *a, const member_check *m)
{
    switch (m->role) {
    case MEMBER_REFLECTED:
        return arena_printf(a, "all processors that own a part of '%s' must execute its reflect",
                            m->name);
    case MEMBER_ITERATIONS:
        return arena_printf(
            a, "no processor executes the iterations that belong to others' part of '%s'", m->name);
    case MEMBER_READ:
        return arena_printf(a, "this gmove reads elements of '%s' that other processors own",
                            m->name);
    case MEMBER_WRITTEN:
        return arena_printf(a, "this gmove assigns elements of '%s' that other processors own",
                            m->name);
    case MEMBER_CLAUSE:
        return "these processors do not all execute the enclosing task";
    case MEMBER_SOURCE:
        return m->is_task ? "a broadcast comes from a processor that takes part"
                          : "a broadcast comes from one of the processors that it goes to";
    }
    return "";
}

static const char *remedy(member_role role)
{
    switch (role) {
    case MEMBER_REFLECTED:
        return "move the reflect out of the task, or name all owners in it";
    case MEMBER_ITERATIONS:
        return "name all owners in the task, or restrict the loop to the task's part";
    case MEMBER_READ:
        return "write 'gmove in', or name the owners in the task";
    case MEMBER_WRITTEN:
        return "write 'gmove out', or name the owners in the task";
    case MEMBER_CLAUSE:
        return "name only processors that do";
    case MEMBER_SOURCE:
        return "name one that takes part";
    }
    return "";
}

static void report(run *r, const member_check *m, int rank, bool is_certain)
{
    arena *a = r->ctx->arena;
    diag *d = diag_report(r->ctx->diags, is_certain ? DIAG_ERROR : DIAG_WARNING,
                          m->role == MEMBER_SOURCE ? "bcast" : "task", m->where,
                          "%s: processor %d %s; %s", claim(a, m), rank,
                          m->is_task ? "does not execute the task" : "is none that 'on' names",
                          remedy(m->role));
    diag_note(d, m->within_at, m->is_task ? "only these execute the task" : "it goes to these");
    r->has_failed |= is_certain;
}

/* Is somebody missing in this iteration of the loops around? Then it is reported. */
static bool check_here(run *r, const member_check *m)
{
    bool is_certain = m->is_certain;
    if (!is_reached(r, m) || !guards_hold(r, m, &is_certain) || !home_is_known(r, &m->needed) ||
        !home_is_known(r, &m->within))
        return false;
    int rank = missing_rank(r, m);
    if (rank >= 0)
        report(r, m, rank, is_certain);
    return rank >= 0;
}

static bool home_moves(const home *h, const loop_var *v)
{
    for (int k = 0; k < h->grid->rank; k++) {
        const home_axis *axis = &h->axis[k];
        if (axis->is_restricted &&
            (expr_mentions(axis->index, v) || (axis->last && expr_mentions(axis->last, v))))
            return true;
    }
    return false;
}

/* Does it matter which iteration of the loop it is? */
static bool moves(const member_check *m, int loop)
{
    const loop_var *v = m->ranges[loop].var;
    bool any = home_moves(&m->needed, v) || home_moves(&m->within, v);
    for (int i = loop + 1; i < m->range_count; i++)
        any |= expr_mentions(m->ranges[i].lower, v) || expr_mentions(m->ranges[i].upper, v);
    return any;
}

/* So many iterations of a nest are looked at, the first ones, and each loop's last. */
enum { ITERATIONS_MOST = 256 };

static bool check_iterations(run *r, const member_check *m, int loop, int *left)
{
    int64_t lower, step, trips;
    if (loop == m->outer_count) {
        --*left;
        return check_here(r, m);
    }
    if (!trips_of(r, &m->ranges[loop], &lower, &step, &trips))
        return false;
    if (trips > 1 && !moves(m, loop))
        trips = 1;
    for (int64_t i = 0; i < trips; i++) {
        if (*left <= 0)
            i = trips - 1;
        env_set_loop_var(r->env, m->ranges[loop].var, lower + i * step);
        if (check_iterations(r, m, loop + 1, left))
            return true;
    }
    return false;
}

bool members_report(fp_context *ctx, const program *p, env *e)
{
    run r = {.ctx = ctx, .env = e};
    for (int i = 0; i < p->member_count; i++) {
        bool is_told = false;
        for (int k = 0; k < i; k++)
            is_told |= source_begin_together(p->members[k].where, p->members[i].where) &&
                       p->members[k].role == p->members[i].role;
        int left = ITERATIONS_MOST;
        if (!is_told)
            check_iterations(&r, &p->members[i], 0, &left);
        env_forget_failure(e);
    }
    return !r.has_failed;
}

bool members_has(env *e, const home *h, int rank)
{
    run r = {.env = e};
    bool is = !h->grid || (home_is_known(&r, h) && is_executing(&r, h, rank));
    env_forget_failure(e);
    return is;
}
