#ifndef FPREDICT_TESTS_PLAN_PASSES_SIMULATE_MACHINE_H
#define FPREDICT_TESTS_PLAN_PASSES_SIMULATE_MACHINE_H

/* The state of a simulated run, what statements do to it, and who owns what.
 * Private to the simulation. */

#include "support/vec.h"
#include "tests/plan/passes/simulate.h"

/* What a processor has of others' elements, until it is fetched. */
#define NOT_THERE UINT64_C(0xdeadbeefdeadbeef)

/* Where one array has been so far, by who owns which of its elements. */
typedef struct trace {
    uint64_t now, before; /* hashes: of the present place, of those before it in order */
} trace;

/* The memory of one processor (or of the sequential run). */
enum { EXCHANGES_MOST = 256 };

typedef struct memory {
    uint64_t **cell;   /* by variable id, then element in C order; null: never in memory */
    uint64_t *scalar;  /* by variable id */
    uint64_t **unread; /* as cell: which exact communications fetched it since it was read */
    uint64_t **stamp; /* as cell: when it was computed, until it is written back to its owners; 0 */
    uint64_t **added; /* as cell: what is to be added to what they have */
    const array_exchange *done[EXCHANGES_MOST]; /* by formals of functions that have not returned */
    int done_count;
} memory;

typedef struct machine {
    fp_context *ctx;
    const program *program;
    const layout *layout;
    env *env;
    int procs;
    int64_t *cells; /* by variable id: elements in memory */
    memory *rank;   /* one for each processor; sequential: one */
    bool *active;   /* by rank: it executes what is being run */
    /* Variables from this id on are the plan's own, which hold what was put in. */
    int own_variables;
    VEC(const char *) names;     /* of the source's loop variables; the plan's loops have others */
    const variable **actual;     /* by id of a formal array, in a call: what is passed for it */
    VEC(const loop_var *) loops; /* running, of the source's */
    VEC(const reference *) returned; /* left sides that a communication writes back */
    uint64_t *agreed;                /* scalars, when all last had the same */
    uint64_t clock;                  /* counts writes */
    bool has_chance;                 /* some condition depends on data */
    /* Of the source: mappings, by variable and template id, as its directives say. */
    const alignment **align;
    const dist_template **target;
    /* Of the node program, by the id of an array: the version that is current. */
    const variable **current;
    trace *traces; /* by variable id */
    const function *entry;
    bool has_remaps;
    bool moves_all;   /* the plan moves values also where nothing reads them again */
    bool has_skipped; /* a loop that remaps did not run: its arrays move all the same */
    simulation result;
} machine;

void machine_wrong(machine *m, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool machine_stops(const machine *m); /* something is wrong, or cannot be run */

int64_t value_of(machine *m, const expr *e);
const variable *variable_of(const machine *m, const variable *v);
int64_t element_count(machine *m, const variable *v);
/* Is all of the array in memory? Says so where it is not. */
bool has_cells(machine *m, const variable *v);
/* The index of dimension d: of an unknown subscript, one that only depends on the
 * iteration. */
int64_t index_of(machine *m, const reference *ref, int d);
int64_t element_of(machine *m, const reference *ref);
/* Sets the indices of element x. */
void indices_of(machine *m, const variable *v, int64_t x, int64_t *index);
uint64_t mix(uint64_t h, uint64_t x);
/* What a statement that only copies an element of `from`, `value`, assigns. */
uint64_t value_of_copy(const machine *m, const reference *to, const variable *from, uint64_t value);

/* What a statement computes from what it reads. */
uint64_t statement_value(machine *m, const statement_node *s, memory *mem);
/* Tests a condition, by its value or else by a bit of what it reads. */
bool condition_holds(machine *m, const if_node *c, memory *mem);
/* Is all there that the condition reads? */
bool can_test(machine *m, const if_node *c, memory *mem);
const node *branch_of(machine *m, const if_node *c, memory *mem);
void run_statement(machine *m, const statement_node *s, int rank);

/* --- Owners, by the definition in program/expr/mapping.h --- */
bool is_executing(machine *m, const home *h, int rank);
/* By grid axis, the coordinate that the home asks for; -1: any. */
void home_coordinates(machine *m, const home *h, int *coordinate);
int owner_of_index(machine *m, const axis_map *axis, int64_t index);
/* The rank that has the element for `receiver`. */
int owner_for(machine *m, const array_map *map, const int64_t *index, int receiver);
/* The map of a distributed array; null: it is replicated. */
const array_map *machine_map(const machine *m, const variable *v);
/* Has the rank a copy of element x of its own? */
bool is_owner(machine *m, const variable *v, int64_t x, int rank);

/* --- simulate.c --- */
void run_node(machine *m, const node *n, int rank); /* without communication */

/* --- simulate_remap.c: redistribute and realign by their definition, on who owns what,
 * and whether the node program's copies put all arrays there. --- */
void remap_begin(machine *m);
void run_remap(machine *m, const remap_node *r);
/* The formals of a call: those with a mapping of their own take their actuals there;
 * returns what remap_leave needs to put them back. */
const alignment **remap_enter(machine *m, const call_node *c);
void remap_leave(machine *m, const call_node *c, const alignment *const *saved);
bool is_copy_of_version(const statement_node *s);
/* The copy that a nest is all for; null: it is not. */
const statement_node *copy_nest(const node *n);
void note_copy(machine *m, const statement_node *s);
/* A write puts the array where its version is. */
void note_write(machine *m, const variable *to);
bool holds_remap(const node *list);
void compare_traces(machine *m, const machine *source);

/* --- simulate_comm.c --- */
void run_transfer(machine *m, const communication *c);
/* Adds up what each processor has accumulated since it had `before`: by rank, then
 * variable id. */
void run_reduce(machine *m, const communication *c, const uint64_t *before);
void run_broadcast(machine *m, const communication *c);

/* simulate_forall.c: a forall by its definition, on one memory: each statement for
 * all iterations before the next, all its right sides before any left side; with
 * the nest of `elsewhere` after it, whose mask is evaluated first. Returns the last
 * of them. */
const node *run_forall(machine *m, const node *loop, int rank);

#endif
