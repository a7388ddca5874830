#ifndef FPREDICT_TESTS_ESTIMATOR_MODEL_H
#define FPREDICT_TESTS_ESTIMATOR_MODEL_H

/* Small node programs and machines, built by hand. */

#include "estimator/estimate.h"
#include "support/vec.h"

typedef struct model {
    fp_context *ctx;
    expr_pool *pool;
    program program;
    layout layout;
    function entry;
    VEC(const variable *) variables;
    VEC(const array_map *) maps;
    VEC(const proc_grid *) grids;
    int comm_count;
    int line; /* of the next node */
    /* A machine with nothing in it: every cost is 0 until it is set. */
    sag machine;
    sag_processing processing;
    sag_memory memory;
    sag_cache cache;
    sag_communication communication;
    message_piece pieces[2];
} model;

model *model_new(void);
void model_free(model *m);

/* The same for tests whose state is a model. */
int model_setup(void **state);
int model_teardown(void **state);

/* A machine value, without error. */
quantity value(double v);
/* Sets the cost of messages: startup + per_byte*n + per_hop*h, and latency. */
void model_message(model *m, double startup, double per_byte, double per_hop, double latency);
/* The iPSC/860's function of Sarukkai and Malony 1993, section 4.2. */
void model_ipsc_messages(model *m);

proc_grid *model_grid(model *m, int rank);
const expr *number(model *m, int64_t n);
const expr *coord(model *m, const proc_grid *grid, int axis);
const loop_var *var(model *m, const char *name);
/* A parameter named `name`; no value: unresolved. */
const param *parameter(model *m, const char *name, const expr *value);

/* An array; `kinds` one for each dimension, those not collapsed driving the
 * grid's axes in order; cyclic(1) or block. grid null: replicated. */
const variable *model_array(model *m, const char *name, int elem_bytes, int rank,
                            const expr *const *extents, const proc_grid *grid,
                            const dist_kind *kinds);
const array_map *model_map(const model *m, const variable *v);

/* --- Nodes; `next` is linked by sequence() --- */
node *loop(model *m, const loop_var *v, const expr *lower, const expr *upper, const expr *step,
           node *body);
/* A loop restricted to iterations i whose c*i + d the processor owns on `axis`. */
node *split(model *m, const loop_var *v, const expr *lower, const expr *upper, const expr *step,
            const axis_map *axis, int c, int d, node *body);
node *while_loop(model *m, const expr *trips, bool tests_first, int compares, node *body);
node *if_test(model *m, const expr *test, node *then_body, node *else_body);
node *if_chance(model *m, double probability, bool is_hinted, node *then_body, node *else_body);
/* A statement of `adds` float_add. */
node *work(model *m, int adds);
/* A loop of `times` iterations of such a statement; none where `times` is not positive. */
node *work_times(model *m, const expr *times, int adds);
node *call(model *m, node *body);
node *task(model *m, home on, node *body);
node *barrier(model *m, const proc_grid *grid);
node *reduction_of(model *m, const proc_grid *grid, const variable *v, const expr *elements);
node *sequence(int count, node *const *list);
#define SEQUENCE(...)                                                                              \
    sequence((int)(sizeof((node *[]){__VA_ARGS__}) / sizeof(node *)), (node *[]){__VA_ARGS__})

typedef struct offset_read {
    int offset[MAX_RANK];
} offset_read;
/* An exchange that fetches u[x + offset] for each x in lower..upper (in each
 * dimension) to the owner of u[x]. */
node *shift(model *m, const variable *u, const expr *lower, const expr *upper, int count,
            const offset_read *reads);
/* An exchange that fetches u[from + offset, …] to the owner of u[to, …], for each offset: so many
 * elements. */
node *move_element(model *m, const variable *u, const expr *const *from, const expr *const *to,
                   int count, const offset_read *reads);
/* A broadcast of u[index, …] to everybody. */
node *broadcast(model *m, const variable *u, const expr *const *index);

/* Makes a communication one that only starts, under the id. */
node *async(node *comm, const expr *id);
node *wait_async(model *m, const expr *id);

/* To, or from, one processor of a grid of one dimension; wait_post: `from` null: anybody,
 * `tag` null: any. */
node *post(model *m, const proc_grid *grid, const expr *to, const expr *tag);
node *wait_post(model *m, const proc_grid *grid, const expr *from, const expr *tag);

/* So many elements of the variable, to or from a coarray on another image. */
node *one_sided(model *m, comm_kind kind, const proc_grid *grid, const variable *v,
                const expr *elements, const expr *image);

home home_at(const model *m, const variable *v, const expr *const *index);

const aag_graph *model_graph(model *m, node *body);
/* Predicts; `shape` has `rank` extents. Asserts success. */
estimate predict(model *m, const aag_graph *g, const estimate_options *options, int rank,
                 const int *shape);
estimate predict_on(model *m, node *body, int procs);

/* The nth unit of a class. */
const unit_cost *unit_of(const estimate *e, aag_class cls, int nth);
void is_time(double got, double expected);

#endif
