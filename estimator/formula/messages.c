#include <math.h>
#include <string.h>

#include "estimator/formula/builder.h"
#include "estimator/message/schedule_group.h"
#include "sysmodels/network/collective/library.h"
#include "sysmodels/network/price.h"

/* What a communication costs the builder's processor, however its clock stands: the messages that
 * it sends and receives in the rounds of the schedule, each priced by its machine's function with
 * the bytes as an expression. Its waiting is nobody's here: where processors are in step by the
 * rules `posted` and `phased` there is none beyond the latency, which those charge as transmission.
 */

/* Messages of one round that are alike, on the builder's processor. */
typedef struct message_group {
    const incoming *message;
    bool is_sent;
    int axis; /* along which it goes, if it is one; else -1 */
    int64_t count;
    const expr *number, *bytes; /* as expressions; of one execution */
    sag_price price;
} message_group;

typedef VEC(message_group) group_vec;

static const proc_grid *grid_of(const communication *c)
{
    return c->source.grid ? c->source.grid : c->group.grid;
}

/* The axis along which two processors differ; -1: along several, or there is no grid. */
static int axis_between(const builder *b, const communication *c, int p, int q)
{
    const proc_grid *grid = grid_of(c);
    int axis = -1;
    for (int k = 0; grid && k < grid->rank; k++) {
        if (env_coord(b->r->env, grid, k, p) == env_coord(b->r->env, grid, k, q))
            continue;
        if (axis >= 0)
            return -1;
        axis = k;
    }
    return axis;
}

static void add_message(builder *b, group_vec *all, message_group m)
{
    for (int i = 0; i < all->count; i++) {
        message_group *g = &all->data[i];
        if (g->is_sent == m.is_sent && g->axis == m.axis && g->message->bytes == m.message->bytes &&
            g->message->occupancy == m.message->occupancy &&
            g->message->latency == m.message->latency) {
            g->count += m.count;
            return;
        }
    }
    VEC_PUSH(b->ctx->arena, all, m);
}

/* What the processor sends in a round, and what it receives. */
static group_vec groups_of(builder *b, const communication *c, const comm_round *round)
{
    group_vec all = {0};
    for (int p = 0; p < b->r->procs; p++) {
        int role = round_role(round, p);
        for (int i = round->first[role]; i < round->first[role + 1]; i++) {
            int from = p + round->messages[i].from;
            const incoming *m = round_price_of(round, i);
            const message_group one = {
                .message = m, .axis = axis_between(b, c, from, p), .count = m->count};
            message_group sent = one;
            sent.is_sent = true;
            if (from == b->rank)
                add_message(b, &all, sent);
            if (p == b->rank)
                add_message(b, &all, one);
        }
    }
    return all;
}

/* --- Bytes ---------------------------------------------------------------------- */

static bool is_value(builder *b, const expr *x, double value)
{
    int64_t v;
    return x && resolve_value(b, x, &v) && (double)v == value;
}

static const expr *times(builder *b, const expr *x, const expr *y)
{
    return x && y ? expr_mul(b->pool, x, y) : NULL;
}

/* How many places of one range of a need a processor has, of those along `axis` of the home that
 * it moves; all of them where none is split. */
static const expr *length_of(builder *b, const need *n, const loop_range *range)
{
    for (int k = 0; n->at.grid && k < n->at.grid->rank; k++) {
        const home_axis *at = &n->at.axis[k];
        const expr *c, *d;
        if (!at->is_restricted || at->last || !expr_mentions(at->index, range->var))
            continue;
        if (!expr_affine(b->pool, at->index, range->var, &c, &d))
            return NULL;
        return resolve_count(b, &at->map, range, c, d, expr_coord(b->pool, n->at.grid, k));
    }
    return resolve(b, expr_trips(b->pool, range->lower, range->upper, range->step));
}

/* Does the range move the dimension of the need's array that drives `axis`? */
static bool moves_axis(const need *n, const communication *c, int axis, const loop_range *range)
{
    const axis_map *map = &c->source.axis[axis];
    if (map->source != AXIS_BY_DIM || n->ref->sub[map->dim].kind != SUBSCRIPT_VALUE)
        return false;
    return expr_mentions(n->ref->sub[map->dim].value, range->var);
}

/* Bytes of the boundary that a need has along an axis: a few of those along that, by all along
 * others; null: that is not what the message has. */
static const expr *boundary_of(builder *b, const communication *c, const need *n, int axis,
                               double bytes)
{
    enum { WIDEST = 64 };
    const expr *all = expr_int(b->pool, c->elem_bytes);
    for (int j = 0; j < n->range_count; j++)
        if (!moves_axis(n, c, axis, &n->range[j]))
            all = times(b, all, length_of(b, n, &n->range[j]));
    int64_t v;
    if (!all || !resolve_value(b, all, &v) || v <= 0)
        return NULL;
    double width = bytes / (double)v;
    if (width != floor(width) || width < 1 || width > WIDEST)
        return NULL;
    resolve_wide_blocks(b, &c->source.axis[axis], (int64_t)width);
    return times(b, all, expr_int(b->pool, (int64_t)width));
}

/* Where needs that differ have as many bytes here, which of them the message serves is not asked:
 * the formula is of where they still have as many. */
static const expr *boundary(builder *b, const communication *c, int axis, double bytes)
{
    const expr *found = NULL;
    for (int i = 0; i < c->need_count; i++) {
        const expr *x = boundary_of(b, c, &c->needs[i], axis, bytes);
        if (found && x)
            resolve_condition(b, expr_logic(b->pool, EXPR_EQ, found, x));
        found = found ? found : x;
    }
    return found;
}

/* Bytes of all that a processor owns. */
static const expr *owned_part(builder *b, const communication *c)
{
    const expr *all = expr_int(b->pool, c->elem_bytes);
    for (int d = 0; c->var && d < c->var->rank; d++) {
        const axis_map *map = NULL;
        for (int k = 0; c->source.grid && k < c->source.grid->rank; k++)
            if (c->source.axis[k].source == AXIS_BY_DIM && c->source.axis[k].dim == d)
                map = &c->source.axis[k];
        if (!c->var->extent[d])
            return NULL;
        const expr *one = expr_int(b->pool, 1), *zero = expr_int(b->pool, 0);
        const loop_range whole = {NULL, zero, expr_sub(b->pool, c->var->extent[d], one), one};
        const expr *length = map ? resolve_count(b, map, &whole, one, zero,
                                                 expr_coord(b->pool, c->source.grid, map->axis))
                                 : resolve(b, c->var->extent[d]);
        all = times(b, all, length);
    }
    return all;
}

/* The same several times: what has been gathered on the way. */
static const expr *several_parts(builder *b, const communication *c, double bytes)
{
    const expr *part = owned_part(b, c);
    int64_t v;
    if (!part || !resolve_value(b, part, &v) || v <= 0 ||
        bytes != floor(bytes / (double)v) * (double)v)
        return NULL;
    const int64_t several = (int64_t)(bytes / (double)v);
    if (several < 1 || several > b->r->procs)
        return NULL;
    if (several > 1)
        resolve_fixed_shape(b, grid_of(c));
    return times(b, part, expr_int(b->pool, several));
}

static const expr *bytes_of(builder *b, const communication *c, const message_group *g)
{
    const double bytes = g->message->bytes;
    const expr *x = NULL;
    if (c->kind == COMM_BARRIER || bytes == 0)
        x = expr_int(b->pool, 0);
    else if (c->elements)
        x = times(b, expr_int(b->pool, c->elem_bytes), resolve(b, c->elements));
    if (is_value(b, x, bytes))
        return x;
    if (g->axis >= 0 && c->kind == COMM_SHIFT && (x = boundary(b, c, g->axis, bytes)))
        return x;
    if (c->kind != COMM_SHIFT && (x = several_parts(b, c, bytes)))
        return x;
    x = expr_int(b->pool, c->elem_bytes);
    return is_value(b, x, bytes) ? x : NULL;
}

/* --- How many ------------------------------------------------------------------- */

static const expr *all_procs(builder *b, const proc_grid *grid)
{
    const expr *all = expr_int(b->pool, 1);
    for (int k = 0; grid && k < grid->rank; k++)
        all = expr_mul(b->pool, all, expr_extent(b->pool, grid, k));
    return all;
}

/* The steps of a doubling, or twice as many, where there is a power of two of processors and that
 * is the number; null: it is not. */
static const expr *doubled(builder *b, const expr *p, int64_t count)
{
    int64_t procs, steps;
    if (!resolve_value(b, p, &procs) || procs < 2 || (procs & (procs - 1)))
        return NULL;
    const expr *x = resolve_doublings(b, p);
    if (!resolve_value(b, x, &steps) || (count != steps && count != 2 * steps))
        return NULL;
    resolve_condition(b, expr_logic(b->pool, EXPR_EQ, expr_power(b->pool, 2, x), p));
    return expr_mul(b->pool, x, expr_int(b->pool, count / steps));
}

/* So many rounds, or messages, of a communication that goes to all along its axes. */
static const expr *number_of(builder *b, const communication *c, int axis, int64_t count)
{
    const proc_grid *grid = grid_of(c);
    if (c->kind == COMM_SHIFT || !grid)
        return expr_int(b->pool, count);
    const expr *p = axis >= 0 && grid->rank > 1 && c->kind != COMM_REDUCE
                        ? expr_extent(b->pool, grid, axis)
                        : all_procs(b, grid);
    const bool may_double =
        c->kind == COMM_REDUCE || c->kind == COMM_BARRIER || c->kind == COMM_BROADCAST;
    const expr *x = may_double ? doubled(b, p, count) : NULL;
    if (x)
        return x;
    x = expr_sub(b->pool, p, expr_int(b->pool, 1));
    return is_value(b, x, (double)count) ? x : NULL;
}

/* --- Prices --------------------------------------------------------------------- */

static bool is_per_byte(const message_piece *p, const quantity *q)
{
    return q == &p->per_byte || q == &p->per_byte_level_1 || q == &p->per_byte_level_2 ||
           q == &p->per_byte_level_3 || q == &p->latency_per_byte || q == &p->send_per_byte ||
           q == &p->receive_per_byte;
}

/* Adds terms first … end - 1 of a message's price. */
static void add_price(builder *b, price_list *p, const message_group *g, int first, int end)
{
    const message_piece *piece = g->price.piece;
    for (int i = first; i < end; i++) {
        const sag_term *t = &g->price.terms[i];
        const expr *n = expr_int(b->pool, (int64_t)t->times);
        if (is_per_byte(piece, t->value))
            n = g->bytes;
        else if (t->value == &piece->per_packet)
            n = expr_ceil_div(b->pool, g->bytes, expr_int(b->pool, (int64_t)piece->packet.value));
        price_add(b, p, n, t->value);
    }
}

/* The piece of a message's function that prices it does so for these bytes only. */
static void note_piece(builder *b, const message_function *f, const message_group *g)
{
    int at = 0;
    while (at < f->piece_count && &f->pieces[at] != g->price.piece)
        at++;
    if (at > 0 && at < f->piece_count)
        resolve_condition(b, expr_logic(b->pool, EXPR_LE,
                                        expr_int(b->pool, (int64_t)ceil(f->pieces[at].from.value)),
                                        g->bytes));
    if (at + 1 < f->piece_count)
        resolve_condition(
            b, expr_logic(b->pool, EXPR_LT, g->bytes,
                          expr_int(b->pool, (int64_t)ceil(f->pieces[at + 1].from.value))));
}

/* Ways that are not those to a neighbour are those of this shape; and so are circular shifts where
 * those along an axis of two processors have a price of their own. */
static void note_way(builder *b, const communication *c, const message_group *g)
{
    const sag_route next = sag_route_next(b->r->est->machine->communication);
    const bool has_rings = c->intrinsic && b->r->est->machine->communication->ring_of_two.is_set;
    if (has_rings || g->message->route.hops != next.hops || g->message->route.level != next.level)
        resolve_fixed_shape(b, grid_of(c));
}

static void set_price(builder *b, const comm_round *round, message_group *g)
{
    const sag_communication *c = b->r->est->network.communication;
    message_function own = sag_message_function(c, round->pattern, round->dims);
    const message_function f = sag_function_on(c, own, g->message->route);
    g->price = sag_price_message(f, g->message->bytes, g->message->route);
    if (g->bytes)
        note_piece(b, &f, g);
}

/* The occupancy of those of one direction. */
static void occupancy_terms(builder *b, const expr *runs, const group_vec *all, bool is_sent)
{
    bool is_adapter = b->r->est->network.exchange == EXCHANGE_ADAPTER;
    for (int i = 0; i < all->count; i++) {
        const message_group *g = &all->data[i];
        price_list p = {.left = g->message->left};
        if (g->is_sent != is_sent)
            continue;
        const sag_price *at = &g->price;
        if (is_adapter)
            add_price(b, &p, g, is_sent ? at->way_count : at->send_count,
                      is_sent ? at->send_count : at->receive_count);
        else
            add_price(b, &p, g, 0, at->busy_count);
        if (!is_adapter)
            add_price(b, &p, g, at->way_count, at->term_count);
        term_add(b, b->unit->where, FORMULA_COMMUNICATION, expr_mul(b->pool, runs, g->number), &p);
    }
}

static void latency_term(builder *b, const expr *runs, const group_vec *all)
{
    const message_group *last = NULL;
    for (int i = 0; i < all->count; i++)
        if (!all->data[i].is_sent &&
            (!last || all->data[i].message->latency > last->message->latency))
            last = &all->data[i];
    if (!last || !last->message->latency)
        return;
    price_list p = {.left = last->message->left};
    add_price(b, &p, last, last->price.busy_count, last->price.way_count);
    term_add(b, b->unit->where, FORMULA_COMMUNICATION, runs, &p);
}

static void busy_terms(builder *b, const expr *runs, const group_vec *all, const round_cost *me)
{
    switch (b->r->est->network.exchange) {
    case EXCHANGE_POSTED:
    case EXCHANGE_PHASED:
        occupancy_terms(b, runs, all, me->sent >= me->received);
        latency_term(b, runs, all);
        break;
    case EXCHANGE_PUSHED:
        occupancy_terms(b, runs, all, true);
        break;
    case EXCHANGE_ADAPTER:
        occupancy_terms(b, runs, all, true);
        occupancy_terms(b, runs, all, false);
        break;
    }
}

/* --- Beside messages ------------------------------------------------------------ */

/* Elements that are copied to buffers or from them: those of messages across the last dimension. */
static const expr *copied(builder *b, const communication *c, const group_vec *all)
{
    const expr *sum = expr_int(b->pool, 0);
    for (int i = 0; i < all->count; i++) {
        const message_group *g = &all->data[i];
        if (g->axis < 0 || g->axis == c->contiguous_axis)
            continue;
        sum =
            expr_add(b->pool, sum,
                     expr_mul(b->pool, g->number,
                              expr_floor_div(b->pool, g->bytes, expr_int(b->pool, c->elem_bytes))));
    }
    return sum;
}

static void overhead_terms(builder *b, const expr *runs, const communication *c,
                           const group_vec *all, const round_cost *me)
{
    const sag_communication *net = b->r->est->network.communication;
    const sag_processing *p = b->r->est->machine->processing;
    price_list call = {.left = 1}, copy = {.left = 1};
    const expr *one = expr_int(b->pool, 1), *calls = expr_int(b->pool, 0);
    for (int i = 0; i < all->count; i++)
        calls = expr_add(b->pool, calls, all->data[i].number);
    price_add(b, &call, one, &net->call_overhead);
    term_add(b, b->unit->where, FORMULA_OVERHEAD, expr_mul(b->pool, runs, calls), &call);
    if (!me->copied)
        return;
    const op_tally ops = {.n = {[OP_LOAD] = 1, [OP_STORE] = 1}};
    price_add_ops(b, &copy, &ops, 1);
    price_add(b, &copy, one, &p->loop_iteration);
    const int128 all_ticks = me->packing + me->unpacking;
    const int128 misses = all_ticks - me->copied * b->r->est->copy.ticks;
    const expr *n = copied(b, c, all);
    int64_t r;
    if (!is_value(b, n, (double)me->copied) || !resolve_value(b, runs, &r))
        return;
    term_add(b, b->unit->where, FORMULA_OVERHEAD, expr_mul(b->pool, runs, n), &copy);
    if (misses)
        term_open(b, b->unit->where, FORMULA_OVERHEAD, r * misses,
                  "cache misses of copies to and from messages");
}

static void combine_term(builder *b, const expr *runs, const communication *c, const group_vec *all)
{
    const expr *n = c->elements ? resolve(b, c->elements) : expr_int(b->pool, 1);
    op_tally ops = {0};
    price_list p = {.left = 1};
    ops.n[schedule_combine_op(c)] = 1;
    price_add_ops(b, &p, &ops, 1);
    int64_t received = 0;
    for (int i = 0; i < all->count; i++)
        received += all->data[i].is_sent ? 0 : all->data[i].count;
    for (int i = 0; i < p.factors.count && n; i++)
        p.factors.data[i].times = expr_mul(b->pool, n, expr_int(b->pool, received));
    if (n)
        term_add(b, b->unit->where, FORMULA_COMPUTATION, runs, &p);
}

/* --- Rounds --------------------------------------------------------------------- */

/* Do both rounds cost the processor the same? */
static bool is_same_round(const group_vec *a, const group_vec *b, const round_cost *p,
                          const round_cost *q)
{
    if (a->count != b->count || memcmp(p, q, sizeof *p) != 0)
        return false;
    for (int i = 0; i < a->count; i++) {
        const message_group *x = &a->data[i], *y = &b->data[i];
        if (x->is_sent != y->is_sent || x->message->bytes != y->message->bytes ||
            x->count != y->count || x->message->route.hops != y->message->route.hops ||
            x->message->route.level != y->message->route.level)
            return false;
    }
    return true;
}

/* Sets numbers, bytes and prices of the messages; false: some have no closed form. */
static bool close_groups(builder *b, const communication *c, const comm_round *round,
                         group_vec *all, bool is_one_round)
{
    for (int i = 0; i < all->count; i++) {
        message_group *g = &all->data[i];
        g->number = c->kind == COMM_SHIFT || !is_one_round ? expr_int(b->pool, g->count)
                                                           : number_of(b, c, g->axis, g->count);
        g->bytes = bytes_of(b, c, g);
        set_price(b, round, g);
        if (!g->bytes || g->message->share)
            return false;
        if (!g->number) {
            g->number = expr_int(b->pool, g->count);
            resolve_fixed_shape(b, grid_of(c));
        }
        note_way(b, c, g);
    }
    return true;
}

static void open_round(builder *b, const expr *runs, int128 count, const comm_round *round,
                       const round_cost *me, const char *why)
{
    int64_t r;
    if (!resolve_value(b, runs, &r))
        return;
    const int128 n = r * count;
    const source_range where = b->unit->where;
    term_open(b, where, FORMULA_COMMUNICATION, n * round_transmits(round, me), why);
    term_open(b, where, FORMULA_OVERHEAD, n * (me->before + me->unpacking), why);
    term_open(b, where, FORMULA_COMPUTATION, n * me->combine, why);
}

static void round_terms(builder *b, const communication *c, const expr *runs, int count,
                        const comm_round *round, group_vec *all, const round_cost *me)
{
    const bool is_one = count == 1 && (c->kind == COMM_ALLGATHER || c->kind == COMM_GATHER);
    const expr *rounds =
        is_one ? expr_int(b->pool, 1) : number_of(b, c, all->count ? all->data[0].axis : -1, count);
    if (!rounds) {
        rounds = expr_int(b->pool, count);
        resolve_fixed_shape(b, grid_of(c));
    }
    if (round->library || round->is_whole) {
        open_round(b, runs, count, round, me, "a collective of the machine's library");
    } else if (!close_groups(b, c, round, all, is_one)) {
        open_round(b, runs, count, round, me, "the messages have no closed form here");
    } else {
        runs = expr_mul(b->pool, runs, rounds);
        busy_terms(b, runs, all, me);
        overhead_terms(b, runs, c, all, me);
        if (me->combine)
            combine_term(b, runs, c, all);
    }
}

void message_terms(builder *b, const aag_unit *u, const expr *runs)
{
    const schedule *s = b->r->comms[u->id].current;
    for (int i = 0; s && i < s->round_count;) {
        const round_cost *me = round_cost_of(&s->rounds[i], b->rank);
        if (!me) {
            i++;
            continue;
        }
        group_vec all =
            s->rounds[i].is_whole ? (group_vec){0} : groups_of(b, u->comm, &s->rounds[i]);
        int end = i + 1;
        for (; end < s->round_count && !s->rounds[i].is_whole; end++) {
            const round_cost *next = round_cost_of(&s->rounds[end], b->rank);
            if (!next)
                break;
            group_vec more = groups_of(b, u->comm, &s->rounds[end]);
            if (!is_same_round(&all, &more, me, next))
                break;
        }
        round_terms(b, u->comm, runs, end - i, &s->rounds[i], &all, me);
        i = end;
    }
}
