#include "scaling/pieces.h"

#include <math.h>

#include "estimator/formula.h"
#include "scaling/trials.h"

/* Of one point; each is made of a few hundred predictions. */
enum { PIECES_MOST = 12, REFUSALS_MOST = 8 };

typedef struct piece {
    const formula *of;
    env *env;
    int64_t made_at;
    int procs;
} piece;

/* Of a point, or of its one processor. */
typedef struct piece_list {
    int count, refused;
    int64_t below; /* after a refusal sizes are asked for again below that; 0: of all sizes */
    bool is_off;   /* none serves */
    piece pieces[PIECES_MOST];
} piece_list;

struct scaling_pieces {
    fp_context *ctx; /* what is reported is about what nobody asked for */
    const scaling_question *q;
    estimator *timer;
    piece_list *lists; /* [2 * point + is_alone] */
    int made;
    const char *why_not;
};

scaling_pieces *pieces_new(fp_context *ctx, const scaling_question *q)
{
    scaling_pieces *p = ARENA_NEW(ctx->arena, scaling_pieces);
    *p = (scaling_pieces){.ctx = arena_copy(ctx->arena, ctx, sizeof *ctx), .q = q};
    p->ctx->diags = diag_list_new(ctx->arena);
    p->timer = estimator_new(p->ctx, q->graph, q->machine, q->options);
    p->lists = ARENA_ARRAY(ctx->arena, 2 * q->count, piece_list);
    return p;
}

static bindings values_at(arena *a, const scaling_pieces *p, int point, bool is_alone, int64_t size)
{
    const bindings values = explore_with_value(a, &p->q->values[point], p->q->size, size);
    return is_alone ? trial_alone(&values) : values;
}

/* --- One that is made ----------------------------------------------------------------------- */

/* What is open of it, or why it is not to be trusted; null: nothing. */
static const char *doubt_of(const scaling_pieces *p, const formula *f, bool is_tried)
{
    if (is_tried && f->tried == 0)
        return arena_printf(p->ctx->arena, "it cannot be tried on %d processors",
                            f->estimate->procs);
    if (f->later || f->later_at_all)
        return arena_printf(p->ctx->arena, "another processor is the slowest at %s",
                            f->later ? f->later : f->later_at_all);
    const formula_term *most = NULL;
    for (int i = 0; i < f->term_count; i++)
        if (!f->terms[i].times && (!most || f->terms[i].ticks > most->ticks))
            most = &f->terms[i];
    return most ? arena_printf(p->ctx->arena, "line %d has no closed form, as %s", most->where.line,
                               most->why)
                : NULL;
}

static bool make_piece(scaling_pieces *p, piece_list *list, const bindings *at, int64_t size)
{
    arena *a = p->ctx->arena;
    estimate *e = ARENA_NEW(a, estimate);
    if (!estimator_eval(p->timer, a, at, e) || !explore_fits_node(e))
        return false;
    /* What is open there without more trials stays open with them. */
    const formula *f = formula_here(p->ctx, e, at, p->q->options);
    const char *doubt = f ? doubt_of(p, f, false) : "it cannot be made";
    if (!doubt) {
        f = formula_new(p->ctx, e, at, p->q->options);
        doubt = f ? doubt_of(p, f, true) : "it cannot be made";
    }
    env *values = doubt ? NULL : formula_env(p->ctx, f, at);
    if (values) {
        list->pieces[list->count++] = (piece){f, values, size, e->procs};
        p->made++;
        return true;
    }
    p->why_not = doubt ? doubt : p->why_not;
    list->refused++;
    list->below = size - size / 4; /* smaller parts may fit a cache */
    return false;
}

/* --- Times ---------------------------------------------------------------------------------- */

static bool time_by(const piece *one, const bindings *at, int64_t size, scaling_trial *out)
{
    int128 ticks;
    if (size > one->made_at || !env_rebind(one->env, at) ||
        !formula_ticks(one->of, one->env, &ticks))
        return false;
    *out = (scaling_trial){.is_made = true,
                           .fits = true,
                           .procs = one->procs,
                           .time = seconds_of(ticks),
                           .sequential = NAN,
                           .work = NAN};
    return true;
}

bool pieces_time(scaling_pieces *p, int point, bool is_alone, int64_t size, scaling_trial *out)
{
    piece_list *list = &p->lists[2 * point + is_alone];
    if (list->is_off)
        return false;
    arena *a = arena_new();
    const bindings at = values_at(a, p, point, is_alone, size);
    bool is_found = false;
    for (int i = list->count - 1; i >= 0 && !is_found; i--)
        is_found = time_by(&list->pieces[i], &at, size, out);
    if (!is_found && list->count == PIECES_MOST)
        p->why_not = "a dozen pieces are not enough";
    const bool may_make = list->count < PIECES_MOST && list->refused < REFUSALS_MOST &&
                          (!list->below || size < list->below);
    if (!is_found && may_make) {
        const bindings kept = values_at(p->ctx->arena, p, point, is_alone, size);
        is_found = make_piece(p, list, &kept, size) &&
                   time_by(&list->pieces[list->count - 1], &at, size, out);
    }
    arena_free(a);
    return is_found;
}

void pieces_give_up(scaling_pieces *p, int point, int64_t size)
{
    p->lists[2 * point].is_off = p->lists[2 * point + 1].is_off = true;
    p->why_not = arena_printf(p->ctx->arena, "at %s = %lld it is not what is predicted", p->q->size,
                              (long long)size);
}

int pieces_count(const scaling_pieces *p)
{
    return p->made;
}

const char *pieces_why_not(const scaling_pieces *p)
{
    return p->why_not;
}
