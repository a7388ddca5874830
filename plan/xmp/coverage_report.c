#include "plan/analysis/margins.h"
#include "plan/xmp/async.h"
#include "plan/xmp/coverage.h"

/* What is reported of a reference that needs what no communication covers. */

static void report_no_room(planner *p, const access *a)
{
    const char *name = a->ref->var->name;
    diag *d = diag_report(p->ctx->diags, DIAG_WARNING, "not-fetched", a->ref->where,
                          "this loop computes elements of '%s' that are on another processor, and "
                          "has no shadow for all of them",
                          name);
    diag_note(d, a->ref->var->where,
              "give '%s' a shadow as wide as the loop goes beyond what is a processor's own", name);
}

static void add_unsent(planner *p, const access *a)
{
    const site *at = &p->sites.data[a->site];
    const reference *ref = a->ref;
    unsent_write w = {.ref = ref, .at = at->at};
    for (int d = 0; d < ref->var->rank; d++)
        w.is_bounded[d] = ref->sub[d].kind == SUBSCRIPT_VALUE &&
                          halo_bounds(p, at, ref->sub[d].value, &w.first[d], &w.last[d]);
    VEC_PUSH(p->arena, &p->unsent, w);
}

void coverage_report_nothing(planner *p, const access *a)
{
    const char *name = a->ref->var->name;
    if (a->is_write)
        add_unsent(p, a);
    if (a->is_write && site_reaches(&p->sites.data[a->site])) {
        report_no_room(p, a);
        return;
    }
    diag *d = diag_report(
        p->ctx->diags, DIAG_WARNING, "not-fetched", a->ref->where,
        "%s of '%s' may be on another processor, and nothing in the program %s it",
        a->is_write ? "this element" : "an element", name, a->is_write ? "sends" : "fetches");
    if (a->is_write)
        diag_note(d, a->ref->var->where,
                  "no communication is predicted for it; in XcalableMP it has to be written: "
                  "'reduce_shadow (%s)' after it, for what is in a shadow, or a 'gmove'",
                  name);
    else
        diag_note(d, a->ref->var->where,
                  "no communication is predicted for it; in XcalableMP it has to be written: a "
                  "shadow with 'reflect (%s)', or a 'gmove'",
                  name);
}

void coverage_report_everybody(planner *p, const access *a)
{
    const char *name = a->ref->var->name;
    diag *d = diag_report(
        p->ctx->diags, DIAG_WARNING, "not-fetched", a->ref->where,
        "all processors execute this, and not all of them have this element of '%s'", name);
    if (a->is_write)
        diag_note(d, a->ref->var->where,
                  "it is predicted as if its owner alone executed it; XcalableMP programs say who "
                  "does: 'loop on' before a loop, 'task on' around a statement");
    else
        diag_note(d, a->ref->var->where,
                  "no communication is predicted for it; XcalableMP programs say who executes it: "
                  "'task on', 'loop on'; or send the element to all: 'gmove'");
}

/* --- Stale --------------------------------------------------------------------- */

/* "line 14 writes it" */
static const char *lost_text(planner *p, const node *n, const variable *v)
{
    const reference *write = n->kind == NODE_STATEMENT ? n->u.stmt.write : NULL;
    for (const unknown_effect *u = n->unknowns; u && !(write && write->var == v); u = u->next)
        if (u->kind == UNKNOWN_FLOW && unknown_touches(u, v))
            return arena_printf(p->arena, "line %d may write it (%s)", u->where.line, u->reason);
    if (n->kind == NODE_STATEMENT)
        return arena_printf(p->arena, "line %d writes it", n->where.line);
    return arena_printf(p->arena, "the '%s' of line %d changes it", async_word(n), n->where.line);
}

/* A loop that is divided: those who execute it do so at once. */
static void report_dependent(planner *p, const access *a, const halo_region *r)
{
    diag *d = diag_report(p->ctx->diags, DIAG_WARNING, "not-fetched", a->ref->where,
                          "an element of '%s' on another processor may be stale here: %s in an "
                          "earlier iteration of the loop of line %d, which is divided",
                          a->ref->var->name, lost_text(p, r->lost_to, a->ref->var),
                          r->around->where.line);
    diag_note(d, r->around->where,
              "the processors execute it at once, each with what was fetched before it; compute "
              "into another array, or let it run without 'loop on'");
}

static void report_stale(planner *p, const access *a, const halo_region *r)
{
    const char *name = a->ref->var->name;
    if (r->around && r->around->kind == NODE_LOOP && r->around->u.loop.on) {
        report_dependent(p, a, r);
        return;
    }
    const char *since = r->by
                            ? arena_printf(p->arena, "the 'reflect' of line %d", r->by->where.line)
                            : "the loop that has computed it for those who need it";
    const char *when = r->around ? arena_printf(p->arena,
                                                ", in an earlier iteration of the loop "
                                                "of line %d",
                                                r->around->where.line)
                                 : "";
    diag *d =
        diag_report(p->ctx->diags, DIAG_WARNING, "not-fetched", a->ref->where,
                    "an element of '%s' on another processor may be stale here: %s after %s%s",
                    name, lost_text(p, r->lost_to, a->ref->var), since, when);
    if (r->by)
        diag_note(d, r->by->where,
                  "this fetches what there is before that, and no communication is predicted for "
                  "what is new; write 'reflect (%s)' between the two lines%s",
                  name, r->around ? ", in the loop" : "");
    else
        diag_note(d, r->lost_to->where,
                  "no communication is predicted for what is new here; write 'reflect (%s)' "
                  "after it",
                  name);
}

/* --- Not all of it ------------------------------------------------------------- */

static const char *side_text(planner *p, int64_t beyond)
{
    if (beyond == REGION_ANYWHERE)
        return "elements anywhere";
    long long many = beyond < 0 ? -beyond : beyond;
    return arena_printf(p->arena, "%lld %s", many,
                        beyond < 0  ? many == 1 ? "element before" : "elements before"
                        : many == 1 ? "element after"
                                    : "elements after");
}

/* The reflect leaves region r out: in which dimension, or is it a corner? */
static void note_left_out(planner *p, diag *d, const halo_need *n, const node *by, int r)
{
    const char *name = n->access->ref->var->name;
    for (int i = 0; i < n->axis_count; i++) {
        int64_t before, after, wanted = n->beyond[r * n->axis_count + i];
        halo_reach(p, n, &by->u.reflect, i, &before, &after);
        if (-before <= wanted && wanted <= after)
            continue;
        diag_note(d, by->where,
                  "dimension %d needs %s a processor's own, and this fetches %lld; give it the "
                  "width, and the array the shadow",
                  n->dim[i] + 1, side_text(p, wanted), (long long)(wanted < 0 ? before : after));
        return;
    }
    diag_note(d, by->where,
              "this is 'orthogonal' and fetches no corners, one of which is needed; leave "
              "'orthogonal' out, or reflect '%s' without it",
              name);
}

static void report_left_out(planner *p, const halo_need *n, const halo_region *state, int r)
{
    diag *d = diag_report(p->ctx->diags, DIAG_WARNING, "not-fetched", n->access->ref->where,
                          "an element of '%s' may be on another processor, and what is reflected "
                          "leaves it out",
                          n->access->ref->var->name);
    note_left_out(p, d, n, state->tried, r);
}

/* --- Elsewhere ----------------------------------------------------------------- */

static void report_missed(planner *p, const access *a, const halo_region *r)
{
    const char *name = a->ref->var->name;
    diag *d = diag_report(p->ctx->diags, DIAG_WARNING, "not-fetched", a->ref->where,
                          "an element of '%s' may be on another processor, and is not always "
                          "fetched before this",
                          name);
    if (r->is_coming)
        diag_note(d, r->by->where,
                  "this only starts to fetch it, and not all ways from here to there wait for it; "
                  "write 'wait_async (%s)' on each",
                  expr_text(p->ctx, r->by->u.reflect.async));
    else
        diag_note(d, r->by->where,
                  "this fetches it, and there are ways to there without it; write 'reflect (%s)' "
                  "on each",
                  name);
}

/* A reflect that would do, and is not on the way. */
static const node *find_elsewhere(planner *p, const halo_need *n, int region)
{
    for (int i = 0; i < p->reflects.count; i++) {
        const node *one = p->reflects.data[i];
        if (one->u.reflect.var == n->access->ref->var && !one->u.reflect.is_reverse &&
            halo_reaches(p, n, &one->u.reflect, region))
            return one;
    }
    return NULL;
}

static void report_late(planner *p, const access *a, const node *reflect)
{
    const char *name = a->ref->var->name;
    diag *d = diag_report(p->ctx->diags, DIAG_WARNING, "not-fetched", a->ref->where,
                          "an element of '%s' may be on another processor, and nothing that is "
                          "executed before this fetches it",
                          name);
    diag_note(d, reflect->where, "this would, and comes only later; write 'reflect (%s)' before it",
              name);
}

static int sides(const halo_need *n, int region)
{
    int count = 0;
    for (int i = 0; i < n->axis_count; i++)
        count += n->beyond[region * n->axis_count + i] != 0;
    return count;
}

/* The worst first: what is old, then what never comes, corners last. */
static int find_worst(const halo_need *n, const halo_region *states)
{
    int worst = -1;
    for (int r = 0; r < n->region_count; r++) {
        if (states[r].is_there)
            continue;
        bool is_stale = states[r].lost_to, is_other = worst >= 0 && states[worst].lost_to;
        if (worst < 0 || is_stale > is_other ||
            (is_stale == is_other && sides(n, r) < sides(n, worst)))
            worst = r;
    }
    return worst;
}

void coverage_report(planner *p, const halo_need *n, const halo_region *states)
{
    int worst = find_worst(n, states);
    const halo_region *r = &states[worst];
    const node *elsewhere = find_elsewhere(p, n, worst);
    if (r->lost_to)
        report_stale(p, n->access, r);
    else if (r->is_coming || r->is_missed)
        report_missed(p, n->access, r);
    else if (r->tried)
        report_left_out(p, n, r, worst);
    else if (elsewhere)
        report_late(p, n->access, elsewhere);
    else
        coverage_report_nothing(p, n->access);
}
