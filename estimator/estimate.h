#ifndef FPREDICT_ESTIMATOR_ESTIMATE_H
#define FPREDICT_ESTIMATOR_ESTIMATE_H

/* The interpretation engine (Parashar and Hariri 1996, section 2.3): a graph, a machine and
 * numbers in; an estimate, plain data, out. A pure function. docs/model.md has
 * every formula with its source. All times are seconds. */

#include "aag/aag.h"
#include "estimator/observe.h"
#include "program/env/bindings.h"
#include "sysmodels/model/sag.h"

/* The most processors that are followed one by one: each has its clock, and each unit its
 * times on each of them. And the most in all, where they share clocks. */
enum { PROCS_FOLLOWED = 65536, PROCS_MOST = 1 << 20 };

/* Processors that compute for as long; which they are is not said but for the first. */
typedef struct busy_class {
    double busy; /* seconds */
    int first;   /* rank */
    int count;   /* processors */
} busy_class;

/* Up to so many processors an estimate says of each how busy it is. */
enum { BUSY_EACH_MOST = 4096 };

typedef struct breakdown {
    double computation;   /* operations and memory */
    double communication; /* transmission */
    double overhead;      /* packing, calls, loop control, branches */
    double waiting;       /* for other processors */
} breakdown;

double breakdown_total(const breakdown *b);

#define CACHE_LEVELS 4 /* caches, and the TLB as the last */

/* Of the slowest processor; exclusive: simple units and loop overheads. */
typedef struct unit_cost {
    const aag_unit *unit;
    double count; /* executions on that processor */
    breakdown time;
    double misses[CACHE_LEVELS]; /* by level, all executions */
    double stalls; /* seconds that they take by themselves; what hides is in no part of `time` */
} unit_cost;

typedef struct comm_cost {
    const communication *comm;
    const aag_unit *unit;
    double count;    /* executions */
    double messages; /* (sender, receiver) pairs, all processors and executions */
    double bytes;    /* each element once per receiver, likewise */
    /* Transmission only, of the processor that transmits longest; the slowest
     * one may have less, and wait. */
    double time;
    /* The execution that moves most, on the processor that transmits longest in it:
     * what remarks quote. A collective by the machine's own function has none. */
    int sent, received;   /* messages */
    double message_bytes; /* the largest it sends or receives */
    double message_least; /* the bytes of the smallest */
    double message_time;  /* the largest message's occupancy + latency */
    bool is_alike;        /* all of them take as long as that message */
    bool is_even;         /* all executions move as much as that one */
    bool is_bound;
    bool is_typical; /* as often, and between the processors, that assumptions say: of branches
                      * that are taken for likely, and indices that stand for others */
} comm_cost;

/* A marked region (program/tree/tree.h), with all that is inside it. */
typedef struct region_cost {
    const source_region *region;
    double count;                /* executions, on the slowest processor */
    breakdown time;              /* of the slowest processor */
    double low, high;            /* of that time; 95 % interval */
    double longest;              /* on any one processor: all of it but waiting */
    double balance;              /* mean over maximum of computation + overhead inside it */
    double messages, bytes;      /* all processors and executions */
    double contention;           /* of the communication: messages queueing at the port */
    double misses[CACHE_LEVELS]; /* both of the slowest processor */
    /* What cannot be known of what is executed inside it: as those of the estimate. */
    int unknown_count;
    const unknown_effect *const *unknowns;
} region_cost;

/* A cache of the machine, or its TLB, which holds pages. */
typedef struct cache_level {
    const char *name; /* "L1", "TLB" */
    bool is_tlb;
    double bytes, line, ways; /* ways: 0 where a line may be anywhere */
    double misses;            /* of the slowest processor */
} cache_level;

typedef struct assumption {
    source_range where;
    const char *text; /* "'if' taken half of the time" */
} assumption;

typedef struct parameter_value {
    const param *param;
    int64_t value;
} parameter_value;

typedef struct estimate {
    const aag_graph *graph;
    const sag *machine;
    int procs;      /* processors in all */
    int followed;   /* of which so many were followed: one of each that do the same */
    int shape_rank; /* of the layout's first grid in use */
    int shape[MAX_RANK];
    double time, low, high; /* slowest processor's finish; 95 % interval */
    /* Standard errors of `time`, one for each kind of values that err together:
     * processing, memory, communication. Two predictions on one machine share
     * them, so their difference errs by the difference of each. */
    double error[3];
    int slowest;     /* its rank */
    breakdown parts; /* of that processor; they add up to time */
    int unit_count;  /* by unit id */
    const unit_cost *units;
    int comm_count; /* by communication id */
    const comm_cost *comms;
    int level_count; /* those of `misses`: the nearest first, the TLB last */
    cache_level level[CACHE_LEVELS];
    int region_count; /* by region id */
    const region_cost *regions;
    /* Computation + overhead, for load balance: by rank, null of more than BUSY_EACH_MOST; and of
     * all, those that are equally busy together, in the order of their first ranks. */
    const double *busy;
    int busy_class_count;
    const busy_class *busy_classes;
    double balance;     /* mean over maximum of busy; 1 is perfect */
    int64_t node_bytes; /* memory of the fullest node */
    /* Evaluations of what has no closed form, iterations made one by one, and
     * what the memory model looked at: how much work a prediction at another
     * size would be. The same for the same inputs. */
    int64_t walked;
    /* What cannot be known of what is executed, in the order of the source; where there is any,
     * the estimate is not complete (estimate_bound). */
    int unknown_count;
    const unknown_effect *const *unknowns;
    int assumption_count;
    const assumption *assumptions;
    int open_count; /* parameters that nothing tells and that would decide conditions */
    const param *const *open;
    int parameter_count; /* those that were read */
    const parameter_value *parameters;
} estimate;

/* What `time` is, with its unknowns, and which ends of its interval there are. */
typedef enum estimate_bound {
    BOUND_BOTH,   /* complete: the time lies between low and high in 95 % of cases */
    BOUND_LOWER,  /* costs are missing: it takes at least `time`; there is no high */
    BOUND_NEITHER /* flow or data are unknown: there is neither low nor high */
} estimate_bound;

estimate_bound estimate_bound_of(const estimate *e);
/* What a time is that has these unknowns, a region's say. */
estimate_bound estimate_bound_with(int count, const unknown_effect *const *unknowns);
/* What the unit's own time is, without what is below it. */
estimate_bound estimate_unit_bound(const estimate *e, const aag_unit *u);

/* How cache misses are found: from how far back lines were used, but of programs that are more than
 * streams and stencils small ones access by access, and others by samples of executions where these
 * say otherwise; always so; or by the papers' rule of sizes (Parashar and Hariri 1996). */
typedef enum memory_model { MEMORY_SAMPLED, MEMORY_REUSE, MEMORY_PAPER } memory_model;

typedef struct estimate_options {
    memory_model memory;
    bool override_exchange;
    exchange_rule exchange;
    bool is_sendrecv;     /* axis after axis and direction after direction, by the machine's rule */
    double overlap;       /* fraction; negative: the machine's */
    bool host;            /* starting the nodes, and input and output, cost time */
    bool inline_calls;    /* what if calls were expanded in place: they cost nothing */
    bool explicit_clocks; /* no short cut: each iteration by itself (for tests, and observers) */
    estimate_observer *observer; /* hears of all that is done; with explicit_clocks; or null */
    /* Called, perhaps more than once, as soon as it shows that an evaluation takes long, with
     * what makes it long and the options that shorten it; may be null. */
    void (*tell)(void *with, source_range where, const char *text);
    void *tell_with;
} estimate_options;

/* Predicts the run time of `graph` on `machine` for one set of parameters.
 * `out` lives in ctx's arena. Returns false after reporting to ctx's
 * diagnostics. Warns when the arrays do not fit a node's memory. */
bool estimate_run(fp_context *ctx, const aag_graph *graph, const sag *machine,
                  const bindings *values, const estimate_options *options, estimate *out);

/* The same graph and machine evaluated many times: `estimator_new` applies the
 * machine filter once. estimator_eval frees what it needed itself, and puts
 * `out` into `result`. */
typedef struct estimator estimator;
estimator *estimator_new(fp_context *ctx, const aag_graph *graph, const sag *machine,
                         const estimate_options *options);
bool estimator_eval(estimator *est, arena *result, const bindings *values, estimate *out);

/* After an evaluation that failed: the parameter for want of which it did; or null. */
const param *estimator_missing(const estimator *est);

/* Where the line that a reference uses was used before. */
typedef enum reuse_kind {
    REUSE_FIRST,    /* nowhere: it comes in for the first time */
    REUSE_LOOP,     /* in an earlier iteration of a loop */
    REUSE_LIST,     /* earlier in the same iterations */
    REUSE_ANYWHERE, /* a reference that goes anywhere: wherever its line was */
    REUSE_UNKNOWN   /* longer ago than was looked for */
} reuse_kind;

/* Uses of one level's lines, over the whole program. */
typedef struct reuse_level {
    double lines, missed; /* uses; of which so many do not find the line */
    double bytes;         /* touched since the use before: lines of the level, on average */
    double arrays;        /* of so many arrays */
    double others;   /* lines of its set that were used since the use before, on average; negative:
                      * not known, but `bytes` are */
    bool is_more;    /* or more than that */
    bool is_notable; /* more than a hundredth of the reference's uses, or of the unit's misses */
} reuse_level;

/* Uses of lines by references of a statement to the same elements, by where they were used
 * before. */
typedef struct reuse_note {
    reuse_kind kind;
    const aag_unit *unit;
    const reference *ref;
    const char *text; /* as the source has it */
    bool is_read, is_written;
    const aag_unit *by_unit; /* what used them before: null, nothing */
    const reference *by;
    const char *by_text;
    const aag_unit *loop; /* REUSE_LOOP: an iteration of it, or more, lies between */
    double ago;           /* iterations */
    int depth;            /* the greater, the further inside the use before is */
    int key[3]; /* touch, touch before and loop: the same in all evaluations of a graph, but
                 * for those that have other levels */
    reuse_level level[CACHE_LEVELS];
} reuse_note;

/* Why the references of the units whose range meets the lines (null: of all units) find
 * their lines in the caches or miss them, on the processors whose misses the evaluation counts;
 * in the order of execution; as the closed form of reuse has it, or, where samples decide, as these
 * have it. What is missed adds up to what is charged. Nothing by the papers' rule, which does not
 * ask that. */
int estimate_reuse(fp_context *ctx, const estimate *result, const bindings *values,
                   const estimate_options *options, const source_lines *lines,
                   const reuse_note **notes);

/* The value of a parameter at which a loop finds its lines for the last time, or misses them for
 * the first time. */
typedef struct reuse_limit {
    reuse_note note; /* of the loop's references one: at the present values */
    int level;
    const param *param;
    int64_t value;
    bool is_from; /* it finds them now, and misses them from that value on; else it would find them
                   * up to that value */
    double bytes; /* touched since the use before, where they are missed */
} reuse_limit;

/* The limits of the loops around such references, one for each loop, cache and parameter; only
 * those up to `furthest` times the present value, or down to that part of it. */
int estimate_reuse_limits(fp_context *ctx, const estimate *result, const bindings *values,
                          const estimate_options *options, const source_lines *lines, int furthest,
                          const reuse_limit **limits);

/* One step of the arithmetic that a line's time comes from. */
typedef struct arithmetic {
    const aag_unit *unit;
    int depth;             /* indentation */
    const char *text;      /* "4 float_add × 75 ns" */
    double seconds;        /* negative: none */
    const quantity *value; /* the machine value used, or null */
} arithmetic;

/* Explains the units whose range meets the lines for the slowest
 * processor of `result`. Returns the number of steps in *steps (ctx's arena): none of more than
 * PROCS_FOLLOWED processors. */
int estimate_explain(fp_context *ctx, const estimate *result, const bindings *values,
                     const estimate_options *options, const source_lines *lines,
                     const arithmetic **steps);

#endif
