#ifndef FPREDICT_ESTIMATOR_RUN_CLOCKS_H
#define FPREDICT_ESTIMATOR_RUN_CLOCKS_H

/* The walk over the synchronised graph, on clocks: communications, and iterations of
 * what communicates. */

#include "estimator/message/schedule.h"

/* A loop that communicates, while it is interpreted. */
typedef struct loop_values {
    int64_t *lower, *trips; /* by place; only the first where they are common */
    int64_t step;
    bool is_common; /* the same for every processor */
} loop_values;

/* A communication that only starts where it stands. When what it brings is there is
 * kept behind the clocks: simulate/async.c. */
typedef struct operation {
    const schedule *schedule; /* of the last start */
    int begun;                /* rounds of it that were entered there */
    bool has_more;            /* those after them are still to come */
    bool is_id_known;
    int64_t id;
    uint64_t turn;    /* of the last start, among all starts */
    bool *is_pending; /* by place: it has not waited for it yet */
} operation;

/* What has been posted and not waited for yet, in the order of the posts. */
typedef struct post_record {
    const aag_unit *unit;
    int from, to; /* ranks */
    const expr *tag;
    bool is_tag_known;
    int64_t value; /* of the tag */
    int128 taken;  /* what its receiver is kept for */
    int128
        at; /* when it is there, and, by an adapter, taken up; of the first ones r->clock has it */
} post_record;

/* A processor that waits, inside a task, for what may be posted in one behind it. */
typedef struct blocked_wait {
    const aag_unit *task, *wait;
    int place;
} blocked_wait;

typedef struct post_queue {
    VEC(post_record) notes; /* from `head` on */
    int head;
    uint64_t serial; /* of posts that found more than have a place in r->clock */
} post_queue;

/* --- message/exchange.c --- */
void exchange_run(run *r, const aag_unit *u, const schedule *s);
/* Lets all members enter a round, from their clocks, which stay: r->enter is when they
 * have packed, r->done when they would be through, had they nothing else to do. */
void exchange_meet(run *r, const comm_round *round, int side);
/* One round of the unit's, with the clocks. */
void exchange_round(run *r, const aag_unit *u, const comm_round *round, int side);
int exchange_place(const comm_round *round, int member);
const round_cost *exchange_cost(const comm_round *round, int member);
/* A member's part in the transmission. */
int128 exchange_transmits(const comm_round *round, const round_cost *c);
/* Notes which places' two clocks are apart. */
void exchange_note_loose(run *r);
/* Adds to `ticks`, by place, what the schedule's messages take each time. */
void exchange_transmitted(const schedule *s, int128 *ticks);
/* Adds to `t` what executing a schedule so often costs a processor, its waiting
 * apart. `s` null: nothing. */
void exchange_bill(const schedule *s, int rank, int128 times, tally *t);

/* --- simulate/async.c --- */
enum { ASYNC_SLOTS = 4 };
/* How often a communication may be under way at one time. */
int async_slots(const communication *c);
void async_open(run *r);
void async_start(run *r, const aag_unit *u, const schedule *s);
/* Waits for what has been started under the unit's id. */
void async_wait(run *r, const aag_unit *u);
/* Waits for all earlier starts of the same unit that nobody has waited for. */
void async_finish_earlier(run *r, const aag_unit *u);
/* Of all that is under way, but for the times. */
uint64_t async_hash(const run *r);
/* Number `i` of r->clock as a time: what is not under way goes with its clock. */
int128 async_clock(const run *r, int i);
/* What is under way, aside: for branches that are weighted. */
typedef struct async_state async_state;
async_state *async_take(const run *r);
/* Puts back what was under way. */
void async_put(run *r, const async_state *s);
/* What is under way after both branches, weighted; `probability` is that of the first. */
void async_blend(run *r, const async_state *before, const async_state *first,
                 const async_state *second, double probability);
void async_drop(async_state *s);

/* --- simulate/post.c --- */
enum { POST_SLOTS = 32 }; /* notes whose times are part of the state that repeats itself */
void post_send(run *r, const aag_unit *u);
void post_wait(run *r, const aag_unit *u);
/* Processors that wait in a task go on when what they wait for is there: after each
 * unit behind it; at the latest before one that they take part in, or, with `u` null,
 * at the end of the list at this depth. */
void post_make_way(run *r, const aag_unit *u, int depth);
void post_resume(run *r, int depth);
/* At the end: reports what was posted and never waited for. */
void post_check(const run *r);
uint64_t post_hash(const run *r, uint64_t hash);
bool post_is_kept(const run *r, int slot); /* is there a note in it? */

/* --- simulate/interpret.c --- */
void interpret_list(run *r, const aag_unit *list);
/* Does the processor take the branch of a condition that goes by no probability? */
bool interpret_takes(run *r, const aag_unit *u, int rank);
/* Iteration `k` of a loop that communicates, its overhead included. */
void interpret_iteration(run *r, const aag_unit *u, int64_t k);

/* --- simulate/iteration_period.c --- */
/* Iterations that are taken together because those a step apart do the same. */
typedef struct stepper {
    run *r;
    const aag_unit *u;
    int64_t length; /* iterations in a step */
} stepper;

/* Finds the loops whose iterations do the same in steps. */
void period_analyse(estimator *est);
/* Iterations in a step of such a loop. */
int64_t iteration_period(run *r, const aag_unit *u);
/* Iterations after which, in a loop whose iterations need not be alike, the processors
 * have had their turns: those whose indices are dealt out in cycles. */
int64_t distribution_period(run *r, const aag_unit *u);
/* The number of steps from iteration `first` on, at most `most`, whose tests go
 * as in the first. */
int64_t stable_window(const stepper *s, int64_t first, int64_t most);

/* --- simulate/steady_state.c --- */
/* Interprets iterations 0 … count - 1 of a loop that communicates. */
void loop_simulate(run *r, const aag_unit *u, int64_t count);
/* Interprets `count` steps from iteration `first` on, one by one. */
void loop_simulate_steps(const stepper *s, int64_t first, int64_t count);

/* --- simulate/sample_iterations.c --- */
/* Interprets `count` iterations of which no two need be alike. */
void walk(const stepper *s, int64_t count);

#endif
