#include "estimator/message/schedule_again.h"

#include <string.h>

#include "estimator/message/long_transfer.h"
#include "estimator/message/schedule_called.h"

/* A column of a matrix after the other is sent, and the columns of one block have one owner. What
 * is sent is worked out for each; but its rounds are the same as long as its messages are, and
 * rounds take longer to make than messages to compare. */

enum { KEPT_MESSAGES = 1 << 17 }; /* to be compared; more take memory, and are seldom the same */

/* Is it messages that decide, a list of them, and are they other ones with the loops? */
static bool may_be_again(run *r, const aag_unit *u)
{
    const communication *c = u->comm;
    const bool is_moved = c->need_count && c->kind != COMM_REDUCE && c->kind != COMM_BARRIER &&
                          r->est->unit[u->id].own;
    if (!is_moved || r->merged || r->est->options.explicit_clocks || r->comms[u->id].has_many)
        return false;
    const message_kind kind = schedule_kind(r, c);
    return schedule_is_collective(r, c, kind) || called_may_be(r, c, kind);
}

static bool is_equal(const transfer *a, const transfer *b)
{
    return a->count == b->count && a->elements == b->elements && a->is_bound == b->is_bound &&
           (!a->count || !memcmp(a->messages, b->messages, (size_t)a->count * sizeof *a->messages));
}

/* The memory of those messages that are not the last schedule's. */
static arena *other_memory(run *r, comm_state *s)
{
    arena **a = &s->messages[!s->messages_in];
    if (!*a)
        *a = arena_new_under(r->scratch);
    arena_clear(*a);
    return *a;
}

bool schedule_is_again(run *r, const aag_unit *u)
{
    comm_state *s = &r->comms[u->id];
    transfer now;
    bool ok = true, is_again = false;
    const schedule *last = s->moved ? s->last : NULL;
    s->is_ready = false;
    if (!may_be_again(r, u))
        return false;
    arena *a = other_memory(r, s);
    run_set_rank(r, 0);
    if (!last)
        s->memo = (transfer_memo){.memory = r->scratch};
    if (!long_transfer_compute_again(r, a, u, &s->memo, &now, &is_again, &ok)) {
        run_fail(r, u->comm->where, NULL);
        return false;
    }
    if (now.count > KEPT_MESSAGES) {
        arena_clear(a);
        s->moved = NULL;
        s->has_many = true;
        return false;
    }
    if (last && (is_again || is_equal(s->moved, &now))) {
        s->current = s->last;
        return true;
    }
    s->messages_in = !s->messages_in;
    s->moved = arena_copy(a, &now, sizeof now);
    s->is_ready = true;
    return false;
}
