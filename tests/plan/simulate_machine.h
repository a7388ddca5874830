#ifndef FPREDICT_TESTS_PLAN_SIMULATE_MACHINE_H
#define FPREDICT_TESTS_PLAN_SIMULATE_MACHINE_H

/* The state of a simulated run, and what statements do to it. Private to the
 * simulation. */

#include "tests/plan/simulate.h"

/* What a processor has of others' elements, until it is brought. */
#define NOT_THERE UINT64_C(0xdeadbeefdeadbeef)

/* The memory of one processor (or of the sequential run). */
typedef struct memory {
    uint64_t **cell;   /* by variable id, then element in C order */
    uint64_t *scalar;  /* by variable id */
    uint64_t **unread; /* as cell: which exact communications brought it since it was read */
} memory;

typedef struct machine {
    fp_context *ctx;
    const program *program;
    const layout *layout;
    env *env;
    int procs;
    memory *rank; /* one for each processor; sequential: one */
    const node **statements;
    int statement_count;
    /* Variables from this id on are the plan's own, which hold what was put in. */
    int own_variables;
    bool has_chance; /* some condition depends on data */
    const char *wrong;
} machine;

int64_t value_of(machine *m, const expr *e);
int64_t element_of(machine *m, const reference *ref);
uint64_t mix(uint64_t h, uint64_t x);
/* What a statement computes from what it reads. */
uint64_t statement_value(machine *m, const statement_node *s, memory *mem);
/* Tests a condition, by its value or else by a bit of what it reads. */
bool condition_holds(machine *m, const if_node *c, memory *mem);
const node *branch_of(machine *m, const if_node *c, memory *mem);
void run_statement(machine *m, const statement_node *s, memory *mem);

/* simulate_forall.c: a forall by its definition, on one memory: each statement for
 * all iterations before the next, all its right sides before any left side. */
void run_forall(machine *m, const node *loop, memory *mem);

#endif
