#ifndef FPREDICT_ESTIMATOR_RUN_H
#define FPREDICT_ESTIMATOR_RUN_H

/* One evaluation: numbers for a graph and a machine, and what they add up to. */

#include "estimator/internal.h"
#include "program/transfer.h"
#include "sysmodels/sag_price.h"

/* --- The book: everything that adds up ------------------------------------- */

/* One array, so that a stretch of iterations is multiplied, or a branch
 * weighted, by one loop over it. Tallies of units that all processors execute
 * alike are there once; those of others, and what each has waited, by place. */
typedef struct book {
    int size; /* wides in all */
    wide *all;
    tally *common;       /* [unit row] */
    wide *comm_runs;     /* [wait]: executions of such a communication */
    wide *block_runs[2]; /* by row_kind; [(runs * places + place) * run_slots + warm levels] */
    moved *moves;        /* by communication id */
    wide *waits;         /* [wait * places + place] */
    tally *each;         /* [place * rows + unit row] */
    int common_count, each_begin; /* wides of the first and where the last begins */
} book;

/* --- Blocks ---------------------------------------------------------------- */

/* Processors whose counts agree: share.c. */
typedef struct shares {
    bool is_known, has_failed;
    int count;
    int *of;        /* by place */
    int64_t *value; /* [share * share_info.count + i]: of its i-th count */
} shares;

/* One cost of a block on one processor, by which levels are already warm. */
typedef struct block_entry {
    int unit;
    tally cost;
} block_entry;

typedef struct block_variant {
    int entry_count;
    block_entry *entries;
    wide total;
} block_variant;

typedef struct block_class {
    const wide *counts; /* slots of the block, from block_info.slot */
    double *misses;     /* [level * group_count + group] */
    double *again;      /* likewise, when the loop's last iteration is still in the cache */
    double *lines;      /* [level * variable_count + variable]: touched in all */
    block_variant *variant[1 << CACHE_LEVELS];
} block_class;

typedef struct block_state {
    bool is_current; /* classes are those of the present loop variables */
    int class_count;
    block_class **classes; /* by share, or as they were found; null: not known yet */
    const int64_t *trips;  /* [class * share_info.count]: values of the counts, or null */
    int *class_of;         /* by place; -1: not known; null: all are alike */
    /* Levels that may still hold what it touched: of all places alike where the
     * block is even, else by place. */
    unsigned char *resident;
    arena *memory; /* of the classes */
} block_state;

/* --- Communication --------------------------------------------------------- */

/* What prices the messages of one communication. */
typedef struct message_kind {
    const proc_grid *grid; /* null: processors in no order */
    sag_pattern_kind pattern;
    int dims; /* axes of the grid with more than one processor */
    bool is_async;
} message_kind;

/* A message that reaches a processor. */
typedef struct incoming {
    int from; /* the sender's rank less the receiver's */
    sag_route route;
    double bytes;
    wide occupancy, latency, error; /* the error is of both */
    wide beside; /* of the occupancy: what takes no processor's time; see async.c */
} incoming;

/* What one processor does in a round, however its clock stands. Without padding:
 * costs are compared as bytes. */
typedef struct round_cost {
    wide sent, received; /* occupancy */
    wide sent_beside, received_beside;
    wide latency;            /* the largest of an incoming message */
    wide packing, unpacking; /* ticks for copies, before and after */
    wide combine;            /* ticks of computation after it */
    wide largest;            /* occupancy and latency of its largest message */
    wide longest;            /* the largest occupancy of a message */
    wide error[COMPONENT_COUNT];
    wide sent_error, received_error;
    double bytes;   /* of its largest message */
    int64_t copied; /* elements */
    int64_t sends, receives;
} round_cost;

typedef VEC(round_cost) cost_vec;

/* Messages that are posted together. */
typedef struct comm_round {
    message_kind kind; /* (places: see schedule_places.c) */
    bool is_pattern;   /* a collective by its own function; see exchange.c */
    bool waits_for_all;
    int root; /* pattern: rank whose entry is waited for; -1: everybody's */
    wide pattern_time, pattern_beside;
    incoming *incoming;
    const int *first; /* by role: its messages are first[role] … first[role + 1] - 1 */
    const int *role;  /* by place; null: a role for each place */
    /* Where processors share clocks: the places that message i may come from are
     * senders[sender_first[i]] … Null: places are ranks, and `from` tells. */
    const int *sender_first, *senders;
    int incoming_count; /* set with these */
    int member_count;
    const int *members; /* places; null: all */
    cost_vec costs;     /* different ones */
    const int *cost_of; /* by member; pattern: null, the first is everybody's */
} comm_round;

typedef struct schedule {
    int round_count;
    comm_round *rounds;
    int64_t messages, bytes; /* as the program asks for, not as the algorithm does it */
    bool is_bound;
} schedule;

/* Messages of one processor in one execution. */
typedef struct traffic {
    int sent, received;
    double bytes, time; /* the largest message: its bytes, occupancy and latency */
} traffic;

/* Of a communication's executions the one that moves most, the first of equals;
 * and in it the processor that transmits longest, the first of equals. */
typedef struct comm_peak {
    bool is_set;
    int64_t bytes, messages; /* over all processors */
    traffic busiest;
} comm_peak;

typedef struct comm_state {
    transfer_pattern *pattern; /* where processors share clocks */
    transfer sums;             /* of that */
    schedule *current;         /* null: to be made */
    bool *active;              /* by rank: who was executing when it was made; null: all */
    arena *memory;
} comm_state;

/* --- Iterations ------------------------------------------------------------ */

/* The differences that decided which way a maximum or an order went. */
typedef struct journal {
    uint64_t hash;  /* rolling, of the signs */
    uint64_t power; /* of the hash's base, for the events so far */
    bool is_capturing;
    bool is_opaque; /* something in it is not a comparison */
    VEC(wide) differences;
} journal;

/* A loop that communicates, while it is interpreted. */
typedef struct loop_values {
    int64_t *lower, *trips; /* by place; only the first where they are common */
    int64_t step;
    bool is_common; /* the same for every processor */
} loop_values;

typedef struct rank_var {
    const loop_var *var;
    const int64_t *value; /* by place */
} rank_var;

/* --- Mappings -------------------------------------------------------------- */

typedef struct axis_value {
    const axis_map *axis;
    dim_mapping dim;
} axis_value;

/* Where each rank is on a grid: [rank * grid->rank + axis]. */
typedef struct grid_coords {
    const proc_grid *grid;
    const int *coord;
    const int *extent;
} grid_coords;

/* --- Places ---------------------------------------------------------------- */

/* Boxes of the grid: axes cut into stretches of coordinates, the last axis varying
 * fastest. */
typedef struct merged_places {
    const proc_grid *grid;
    int axes;
    int extent[MAX_RANK], stride[MAX_RANK]; /* of the grid, in ranks */
    pattern_axis cut[MAX_RANK];
    int step[MAX_RANK]; /* of a stretch, in places */
    int *rank;          /* by place: its first processor */
    int64_t *size;      /* likewise: processors */
    bool *is_loose;     /* likewise: its two clocks have been apart */
} merged_places;

/* The price of a message, which many have. */
typedef struct price_memo {
    bool is_set;
    sag_pattern_kind pattern;
    int dims;
    bool is_async;
    incoming price;
} price_memo;

enum { PRICE_MEMOS = 8 };

/* A communication that only starts where it stands. When what it brings is there is
 * kept behind the clocks: async.c. */
typedef struct operation {
    const schedule *schedule; /* of the last start */
    int begun;                /* rounds of it that were entered there */
    bool has_more;            /* those after them are still to come */
    bool is_id_known;
    int64_t id;
    bool *is_pending; /* by place: it has not waited for it yet */
} operation;

/* What has been posted and not waited for yet, in the order of the posts. */
typedef struct posted_note {
    const aag_unit *unit;
    int from, to; /* ranks */
    const expr *tag;
    bool is_tag_known;
    int64_t value; /* of the tag */
    wide occupancy, beside;
    wide at; /* when it is there; of the first ones r->clock has it */
} posted_note;

/* A processor that waits, inside a task, for what may be posted in one behind it. */
typedef struct deferred {
    const aag_unit *task, *wait;
    int place;
} deferred;

typedef struct mail {
    VEC(posted_note) notes; /* from `head` on */
    int head;
    uint64_t serial; /* of posts that found more than have a place in r->clock */
} mail;

typedef struct run {
    estimator *est;
    arena *scratch; /* ends with the run */
    env *env;
    int set_count; /* what the user set */
    const binding *set;
    int procs;
    /* What has a clock: each processor, or where `merged` is set, processors that
     * differ in nothing but whom they lie next to. Then a clock is never behind
     * that of any of them, and `clock_count` is twice the places: the second half
     * of `clock` is never ahead. */
    int places, clock_count;
    int state_count; /* of `clock`, with what operations under way have there */
    merged_places *merged;
    wide now;    /* what all clocks have in common: each is `now` + clock[place] */
    wide *clock; /* by place; then by operation and place, without `now` */
    operation *operations;
    mail mail;
    VEC(deferred) deferred;
    book book;
    bool *active;          /* by place: executes what is being interpreted */
    const bool *everybody; /* what `active` is where all do */
    wide *enter, *done;    /* by clock: scratch of an exchange */
    struct arrival *queue; /* likewise */
    int queue_capacity;
    wide *posted; /* likewise */
    int posted_capacity;
    round_cost *costs; /* by place: of the round that is being made; else zero */
    price_memo prices[PRICE_MEMOS];
    shares *shares; /* by share_info */
    block_state *blocks;
    comm_state *comms;   /* by unit id */
    comm_peak *peak;     /* by communication id */
    bool *is_bound;      /* by communication id */
    unsigned char *warm; /* by unit id, loops: levels that hold all of the body */
    bool *is_warm_known; /* by unit id */
    bool *was_sampled;   /* by unit id: iterations were sampled, not all counted */
    bool *was_taken;     /* by unit id: a condition by probability was met */
    bool *was_guessed;   /* by unit id: a wait, for what may have another id or tag */
    bool *was_unmet;     /* by unit id: a wait for a post that nobody had made */
    /* By unit id, conditions: the parameter without which nothing decides the test; or
     * null. Such a condition goes by its probability. */
    const param **unknown;
    bool has_unknown; /* any of them */
    double *weight;   /* by unit id: product of the probabilities above it, inside its block */
    int64_t *period;  /* by unit id: count.c's memory; 0: not known */
    int64_t changes;  /* of what decides how much blocks miss */
    int64_t
        *extents; /* [variable * MAX_RANK + dim]: largest local extent with shadow; -1: not known */
    double *array_lines; /* [level * variables + variable]: of the local array; 0: not known */
    double node_bytes;
    VEC(axis_value) axes;
    VEC(grid_coords) coords;
    dim_mapping moving_axis;
    VEC(rank_var) rank_vars;
    const loop_values **values; /* by unit id */
    journal journal;
    bool has_failed;
    int64_t budget;  /* evaluations left for walking what has no closed form */
    int64_t stepped; /* iterations made one by one, of all processors together */
    int walks;       /* loops being walked because no two iterations are alike */
} run;

/* --- analyse.c, filter.c --- */
void analyse(estimator *est);
void filter(estimator *est);
const home *step_home(const estimator *est, const aag_unit *u, int step);
double op_seconds(const sag_processing *p, const op_tally *ops, double *error);

/* --- chance.c --- */
/* Finds the conditions that go by their probability in this evaluation, and how
 * probable that makes what is below them. */
void chance_find(run *r);
/* Does the condition go by its probability, for want of a test or of a parameter? */
bool chance_decides(const run *r, const aag_unit *u);
/* May it, in some evaluation? */
bool chance_may_decide(const aag_unit *u);
/* Does `x` decide nothing for want of a parameter? */
bool chance_ignores(const run *r, const expr *x);
/* A part of ticks or counts, to the nearest. */
wide chance_part(wide amount, double probability);

/* --- evaluation of expressions, in run.c --- */
/* The run's memory lives until the next. */
run *run_new(estimator *est, const bindings *values);
/* Makes clocks and tallies for the places; before anything is interpreted. */
void run_open(run *r);
/* Memory for what a unit needs until its loop variables change: `old` is what
 * it had until now, or null. */
arena *run_memory(run *r, const aag_unit *u, arena *old);
/* Fails the run, reporting once: `what`, or null for why an expression has no
 * value. */
void run_fail(run *r, source_range where, const char *what);
int64_t run_eval(run *r, const expr *x, source_range where);
/* The step of a loop that is executed; fails where it never ends. */
int64_t run_step(run *r, const aag_unit *u);
/* Makes `rank` the executing processor, loop variables included. */
void run_set_rank(run *r, int rank);
const dim_mapping *run_dim(run *r, const axis_map *axis, source_range where);
grid_coords run_coords(run *r, const proc_grid *grid);
bool run_at_home(run *r, const home *at, int rank, source_range where);
int64_t run_trips(int64_t lower, int64_t upper, int64_t step);
/* The processor that stands for a place. */
int run_rank(const run *r, int place);
int run_place(const run *r, int rank);
/* The places of all processors; null: each is its own. */
const int *run_places(const run *r);
int64_t run_place_size(const run *r, int place);

/* --- book.c --- */
/* Decides where each unit's tallies are, once for all evaluations. */
void book_plan(estimator *est);
/* Wides that the book of so many places has. */
int64_t book_size(const estimator *est, int places);
void book_open(run *r);
/* The tally of a unit with ROW_EACH, in the book. */
tally *book_each(run *r, int place, const aag_unit *u);
/* Adds to what a unit has cost: a place, or all that are active, and to the clocks. */
void book_charge(run *r, int place, const aag_unit *u, part p, wide amount);
void book_charge_all(run *r, const aag_unit *u, part p, wide amount, wide error);
/* Notes that all that are active execute the unit. */
void book_count(run *r, const aag_unit *u);
/* Moves all clocks by the times in which the book differs from `before`. */
void book_move_clocks(run *r, const wide *before);
/* What each unit has cost a place: `all` by unit id. */
void book_read(run *r, int place, tally *all);
/* Was the unit, which communicates, executed by any place? */
bool book_has(const run *r, const aag_unit *u);
wide book_waited(const run *r, int place);
/* Ticks of a communication's transmissions on a place, all executions. */
wide book_transmitted(const run *r, int place, const aag_unit *u);

/* --- decide.c --- */
uint64_t decide_mix(uint64_t hash, uint64_t value);
/* Adds to *hash which way the decisions inside `x` go now. */
void decide_expr(run *r, const expr *x, uint64_t varying, uint64_t *hash);
void decide_home(run *r, const home *at, int rank, uint64_t varying, uint64_t *hash);
/* A shift of every varying variable after which `x` differs by a constant. */
int64_t decide_period(run *r, const expr *x, uint64_t varying);
int64_t decide_lcm(int64_t a, int64_t b);
bool decide_is_affine(const expr *x, uint64_t varying);

/* --- share.c --- */
/* Finds the counts that decide what blocks cost. */
void share_analyse(estimator *est);
/* The processors with equal counts for a block; null where each is to be counted
 * by itself. */
const shares *share_find(run *r, const block_info *b);

/* --- count.c --- */
/* Adds to `counts`, the slots of the block, how often each unit of the block
 * executes on the executing processor, `rank`, each time that the block does.
 * `trips` has the values of the counts of the block's share_info; null: they are
 * to be worked out. */
void count_block(run *r, const block_info *b, int rank, const int64_t *trips, wide *counts);

/* --- memory_group.c --- */
void memory_analyse(estimator *est);

/* --- memory.c --- */
void memory_block(run *r, const block_info *b, block_class *c, arena *a);
/* Which levels hold all that one iteration of `loop` touches. */
unsigned memory_warm_levels(run *r, const aag_unit *loop);

/* --- fresh.c --- */
/* The share of the lines that a group touches in an iteration of `loop`, which
 * communicates and is around its block, that the iteration before did not touch. */
double memory_fresh_share(run *r, const aag_unit *loop, const ref_group *g, double line);

/* --- block.c --- */
void block_run(run *r, const aag_unit *u);
/* Adds what the blocks have cost a place to `all`, by unit id. */
void block_read(run *r, int place, tally *all);
/* Was the block that holds `u` executed at all? */
bool block_was_run(const run *r, const aag_unit *u);
void block_forget(run *r, const aag_unit *loop, uint64_t vars); /* loop variables changed */
/* Only `levels` still hold what the blocks inside touched, when the loop around
 * goes on and moves `vars`. */
void block_evict(run *r, const aag_unit *loop, unsigned levels, uint64_t vars);

/* --- round.c --- */
typedef struct posted {
    int sender, receiver;
    double bytes;
} posted;
typedef VEC(posted) posted_vec;
typedef VEC(comm_round) round_vec;

/* The price of a message, as its machine has it. */
sag_price round_price(const run *r, message_kind kind, double bytes, sag_route route);
sag_route round_route(run *r, const proc_grid *grid, int from, int to);
/* A message as its receiver sees it, but for whom it comes from. */
incoming round_message(run *r, message_kind kind, double bytes, sag_route route);
/* Adds a message to what a place does in the round to come, and what its copies cost. */
void round_add_sent(run *r, int sender, const incoming *m);
void round_add_received(run *r, int receiver, const incoming *m);
typedef struct copies {
    int64_t count; /* elements; 0: the message is one run of memory */
    wide packing, unpacking, error;
} copies;
void round_add_copies(run *r, int place, const copies *n, bool is_sender);
/* Makes members of those who do anything, and appends the round. */
void round_end(run *r, arena *a, round_vec *rounds, comm_round *round);
/* Closes `messages` as a round, appends it to `rounds` and empties them. Where it
 * appends none, there were none. */
void round_close(run *r, arena *a, round_vec *rounds, message_kind kind, posted_vec *messages);
/* What processor `rank` does in a round; null: nothing. */
const round_cost *round_cost_of(const comm_round *round, int rank);
/* The number of a processor among the members; -1: it is none. */
int round_member(const comm_round *round, int rank);

/* Processors that do one collective together; others may do theirs beside it. */
typedef struct comm_group {
    int count;
    const int *ranks;              /* the root first */
    double bytes;                  /* of the message; all-gather: of each member's part */
    double combine, combine_error; /* reduce: seconds to combine two messages */
} comm_group;

/* --- schedule_shift.c --- */
/* Appends the rounds of an exchange: of messages, or of a pattern where its grid is set. */
void shift_rounds(run *r, arena *a, const communication *c, message_kind kind, const transfer *t,
                  const transfer_pattern *pattern, round_vec *rounds);

/* Are the messages exchanged direction by direction? What is only started is not: its
 * messages wait for no other. */
bool shift_is_phased(const run *r, const communication *c);
/* The copies of a message between processors that are `by` apart. */
copies shift_copies(const run *r, const communication *c, int axes, const int *by,
                    int64_t elements);
/* Different displacements of a pattern's messages, in the order of the rounds. */
int shift_directions(arena *a, const transfer_pattern *p, int (**by)[MAX_RANK]);

/* --- places.c --- */
/* Finds whether the grid is all that tells processors apart. */
void places_analyse(estimator *est);
/* Merges processors where that may help. */
void places_find(run *r);
/* After the interpretation: is what the slowest place has exact? Sets it. */
bool places_hold(const run *r, int *slowest);

/* --- schedule_places.c --- */
/* Can the reduction, barrier or broadcast be made for merged places? */
bool group_is_uniform(run *r, const communication *c);
void merged_exchange(run *r, arena *a, const aag_unit *u, schedule *s, round_vec *rounds);
void merged_collective(run *r, arena *a, const communication *c, collective_kind kind,
                       const comm_group *all, round_vec *rounds);

/* --- schedule.c --- */
message_kind schedule_kind(run *r, const communication *c);
/* Is it a tree, a ring, or one thing with a price, and no exchange of messages? */
bool schedule_is_collective(const run *r, const communication *c, message_kind kind);
/* Makes the rounds of the unit's communication for the present loop variables. */
schedule *schedule_new(run *r, const aag_unit *u, arena *a);
/* Keeps what one execution moves, if none moved more. */
void schedule_note_peak(const run *r, const schedule *s, comm_peak *peak);

/* --- collective.c --- */

/* Appends the rounds of the groups' collectives, side by side, by the machine's
 * algorithm. Not for COLLECTIVE_DIRECT all-gathers and broadcasts, whose
 * messages the caller knows better. */
void collective_rounds(run *r, arena *a, collective_kind kind, message_kind messages,
                       int group_count, const comm_group *groups, round_vec *rounds);
/* Appends the groups' communication as a whole, by a function of its own; with
 * `waits`, a group begins when the last of it is there, else with the root. */
void collective_whole(run *r, arena *a, message_kind kind, message_function f, bool waits,
                      int group_count, const comm_group *groups, round_vec *rounds);

/* The algorithm for groups, the smallest of which has `members`. */
collective_algorithm collective_algorithm_of(const run *r, collective_kind kind, int members);
/* The function of its own that a collective has, and whether it is from when the
 * last is there; false: none. */
bool collective_function(const run *r, collective_kind kind, message_kind messages, int members,
                         message_function *f, bool *waits);
/* Adds the rounds of a collective to a plan, which is in `memory`. */
void collective_make(run *r, arena *memory, collective_plan *plan, collective_kind kind,
                     const proc_grid *grid, int group_count, const comm_group *groups);

/* --- collective_plan.c --- */
typedef struct plan_message {
    int sender, receiver, group;
    double parts, whole; /* of the group's bytes: bytes * parts / whole */
    sag_route route;
} plan_message;

typedef struct plan_round {
    int count;
    plan_message *messages; /* by receiver, then sender */
    double share;           /* of a combination that each message received takes */
} plan_round;

void plan_add_round(collective_plan *plan, int count, const plan_message *messages, double share);
/* The plan of the groups' collectives, made now or before. */
const collective_plan *plan_find(run *r, collective_kind kind, const proc_grid *grid,
                                 int group_count, const comm_group *groups);
void plan_price(run *r, arena *a, const collective_plan *plan, message_kind kind,
                const comm_group *groups, round_vec *rounds);

/* --- exchange.c --- */
void exchange_run(run *r, const aag_unit *u, const schedule *s);
/* Lets all members enter a round, from their clocks, which stay: r->enter is when they
 * have packed, r->done when they would be through, had they nothing else to do. */
void exchange_meet(run *r, const comm_round *round, int side);
/* One round of the unit's, with the clocks. */
void exchange_round(run *r, const aag_unit *u, const comm_round *round, int side);
int exchange_place(const comm_round *round, int member);
const round_cost *exchange_cost(const comm_round *round, int member);
/* What a member does before its messages are posted. */
wide exchange_before(const estimator *est, const round_cost *c);
/* Notes which places' two clocks are apart. */
void exchange_note_loose(run *r);
/* Adds to `t` what executing a schedule so often costs a processor, its waiting
 * apart. `s` null: nothing. */
void exchange_bill(const run *r, const schedule *s, int rank, wide times, tally *t);

/* --- async.c --- */
enum { ASYNC_SLOTS = 4 };
/* How often a communication may be under way at one time. */
int async_slots(const communication *c);
void async_open(run *r);
void async_start(run *r, const aag_unit *u, const schedule *s);
/* Waits for what has been started under the unit's id. */
void async_wait(run *r, const aag_unit *u);
/* Waits for all earlier starts of the same unit that nobody has waited for. */
void async_settle(run *r, const aag_unit *u);
/* Of all that is under way, but for the times. */
uint64_t async_hash(const run *r);
/* Number `i` of r->clock as a time: what is not under way goes with its clock. */
wide async_clock(const run *r, int i);
/* What is under way, aside: for branches that are weighted. */
typedef struct async_state async_state;
async_state *async_take(const run *r);
/* Puts back what was under way. */
void async_put(run *r, const async_state *s);
/* What is under way after both branches, weighted; `probability` is that of the first. */
void async_blend(run *r, const async_state *before, const async_state *first,
                 const async_state *second, double probability);
void async_drop(async_state *s);

/* --- post.c --- */
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

/* --- interpret.c --- */
void interpret_list(run *r, const aag_unit *list);
/* Does the processor take the branch of a condition that goes by no probability? */
bool interpret_takes(run *r, const aag_unit *u, int rank);
/* Iteration `k` of a loop that communicates, its overhead included. */
void interpret_iteration(run *r, const aag_unit *u, int64_t k);

/* --- settle.c --- */
/* Iterations that are taken together because those a step apart do the same. */
typedef struct stepper {
    run *r;
    const aag_unit *u;
    int64_t length; /* iterations in a step */
} stepper;

/* Finds the loops whose iterations do the same in steps. */
void settle_analyse(estimator *est);
/* Iterations in a step of such a loop. */
int64_t settle_length(run *r, const aag_unit *u);
/* The number of steps from iteration `first` on, at most `most`, whose tests go
 * as in the first. */
int64_t settle_window(const stepper *s, int64_t first, int64_t most);

/* --- repeat.c --- */
/* Interprets iterations 0 … count - 1 of a loop that communicates. */
void repeat(run *r, const aag_unit *u, int64_t count);

/* --- journal.c --- */
#define JOURNAL_BASE UINT64_C(0x9e3779b97f4a7c15)

static inline void journal_note(journal *j, uint64_t what)
{
    what ^= what >> 31;
    what *= UINT64_C(0xbf58476d1ce4e5b9);
    j->hash = j->hash * JOURNAL_BASE + (what ^ (what >> 29)) + 1;
    j->power *= JOURNAL_BASE;
}

void journal_capture(run *r, wide difference);

/* Notes a comparison of clocks; returns its sign. */
static inline int journal_compare(run *r, wide a, wide b)
{
    int sign = (a > b) - (a < b);
    journal_note(&r->journal, (uint64_t)(sign + 2));
    if (r->journal.is_capturing)
        journal_capture(r, a - b);
    return sign;
}

/* Notes something else that decides what is done. */
static inline void journal_event(run *r, uint64_t what)
{
    journal_note(&r->journal, what + 8);
}

/* The hash of the events since the mark. */
typedef struct journal_mark {
    uint64_t hash, power;
} journal_mark;
journal_mark journal_now(const run *r);
uint64_t journal_since(const run *r, journal_mark mark);

/* --- check.c --- */
/* Sets the local extents and the bytes of the fullest node. Reports extents,
 * blocks and processors that cannot be, and arrays that do not fit a node. */
void check_sizes(run *r);

/* --- check_bounds.c --- */
/* Warns of indices outside of their array or template. */
void check_bounds(run *r);

/* --- check_shadow.c --- */
/* The width of both sides of a shadow; reports one that is negative, or that
 * nothing can fill. */
int64_t check_shadow(run *r, const variable *v, int d, const dim_mapping *dim, int64_t extent);
/* Reports a reflect that would reach beyond the neighbours. */
void check_reach(run *r, const communication *c);

/* --- uncertainty.c, assume.c --- */
/* Sets low and high, from the tallies of the slowest processor, by unit id. */
void uncertainty_set(const run *r, const tally *all, estimate *out);
/* Sets the parameters that were read and the list of assumptions. */
void assumptions_set(run *r, arena *result, estimate *out);

/* --- host.c --- */
/* What the host and the machine's input and output cost once; nothing unless asked for. */
typedef struct host_cost {
    double seconds, error; /* standard error */
} host_cost;
host_cost host_spawn(const run *r);   /* starting the program on all nodes */
host_cost host_collect(const run *r); /* sending the host the result */
host_cost host_io(run *r, const aag_step *s);
/* Reports a machine that does not say what is asked for. */
void host_check(run *r);

/* --- region.c --- */
/* Sets the costs of the marked regions; after the communications' and the slowest
 * processor's, whose tallies `all` are, by unit id. */
void regions_set(run *r, arena *result, const tally *all, estimate *out);

/* --- explain.c, explain_comm.c --- */
typedef struct explainer {
    fp_context *ctx;
    run *r;
    const estimate *result;
    const aag_unit *unit;
    VEC(arithmetic) steps;
} explainer;

/* Appends a step. `seconds` negative: none; `value` null: none. */
void explain_say(explainer *x, int depth, double seconds, const quantity *value, const char *format,
                 ...) __attribute__((format(printf, 5, 6)));
/* "3 clk = 75 ns", "0.4 µs": a machine value as its file states it. */
const char *explain_value(const explainer *x, const quantity *q);
void explain_comm(explainer *x, int depth);

#endif
