#ifndef FPREDICT_SYSMODELS_MODEL_SAG_H
#define FPREDICT_SYSMODELS_MODEL_SAG_H

/* The system abstraction graph (Parashar and Hariri 1996, section 2.1, figure 3 and table 2):
 * a tree of units, each with a processing, a memory, a communication and an
 * input/output component, any of which may be void. Read from YAML, schema
 * fpredict/machine/1 (docs/machines.md). Sealed and const after it is read.
 *
 * In files every value carries its unit in its key; here all times are
 * seconds, all sizes bytes. A clock count is already multiplied out. */

#include <stdbool.h>
#include <stdio.h>

#include "support/context.h"
#include "sysmodels/model/communication.h"
#include "sysmodels/model/quantity.h"
#include "sysmodels/model/reference.h"

/* Names and order of the operations are program/tree/ops.h's; sysmodels/ does not
 * include it (include direction), so a test compares the two lists. */
/* clang-format off */
#define SAG_OPS(X)                                                                                 \
    X(int_add) X(int_multiply) X(int_divide)                                                       \
    X(float_add) X(float_multiply) X(float_divide)                                                 \
    X(double_add) X(double_multiply) X(double_divide)                                              \
    X(int_compare) X(float_compare) X(int_to_float) X(float_to_int) X(float_to_double)             \
    X(load) X(store) X(index)                                                                      \
    X(sqrt) X(exp) X(log) X(sin) X(atan) X(pow) X(fabs) X(floor)                                   \
    X(library_call)
/* clang-format on */

typedef enum sag_op {
#define X(name) SAG_OP_##name,
    SAG_OPS(X)
#undef X
        SAG_OP_COUNT
} sag_op;

const char *sag_op_name(sag_op op);

typedef enum composition {
    COMPOSE_IN_ORDER,     /* each operation waits for the one before: latencies add up */
    COMPOSE_PIPELINED,    /* reciprocal throughputs add up; misses stop the pipeline */
    COMPOSE_OUT_OF_ORDER, /* reciprocal throughputs add up; misses pass beside them */
    /* Those of each functional unit add up; units, misses and the chains of operations that
     * wait for each other pass beside one another. */
    COMPOSE_SUPERSCALAR
} composition;

typedef struct sag_processing {
    composition compose;
    origin compose_origin;
    quantity clock;                      /* Hz */
    quantity op[SAG_OP_COUNT];           /* latency, seconds */
    quantity throughput[SAG_OP_COUNT];   /* reciprocal throughput; unset: the latency */
    quantity loop_setup, loop_iteration; /* step and limit overheads */
    quantity condition, branch_taken;
    quantity call; /* call and return */
} sag_processing;

typedef enum replacement { REPLACE_LRU, REPLACE_RANDOM, REPLACE_FIFO } replacement;
typedef enum write_policy { WRITE_BACK, WRITE_THROUGH } write_policy;

typedef struct sag_cache {
    const char *name;
    quantity size, line, associativity; /* bytes, bytes, ways */
    replacement replace;
    write_policy write;
    bool write_allocate;
    origin replace_origin, write_origin, write_allocate_origin;
    quantity fetch_miss, store_miss; /* added to the operation's own cost, each */
} sag_cache;

typedef struct sag_memory {
    int cache_count;
    const sag_cache *caches; /* nearest first */
    quantity size, usable, page;
    quantity tlb_entries, tlb_miss;
    quantity first_touch; /* of a page that the program has not used before: seconds */
    quantity instruction_cache, instruction_line;
    quantity read_write_switch;
} sag_memory;

typedef struct sag_io {
    quantity startup, per_byte;     /* of one call that reads or writes */
    quantity spawn, spawn_per_node; /* starting a program on the nodes; unset: not known */
} sag_io;

typedef struct sag_unit {
    const char *name;
    const char *title;
    const sag_processing *processing; /* null: void */
    const sag_memory *memory;
    const sag_communication *communication;
    const sag_io *io;
    int child_count; /* > 0: its processing component is compound */
    const struct sag_unit *const *children;
} sag_unit;

/* What a machine was trained on; no host: it was not, or the file is of before simulated ones
 * said so. */
typedef struct sag_training {
    const char *host, *processor, *mpi;
    const char *date;    /* 2026-01-31 */
    const char *started; /* the command that started the ranks, and so names a platform; or null */
    bool is_simulated;   /* on a simulated platform */
    bool is_quick;       /* few sizes and repetitions: a trial */
} sag_training;

typedef struct sag {
    const char *name, *title;
    const char *path; /* file it was read from */
    const sag_unit *root;
    double relative_error[PROVENANCE_COUNT]; /* assumed of a value that states none */
    /* Shortcuts into the tree, set by the verifier: the node whose processing
     * and memory execute the program, and the communication that joins nodes. */
    const sag_unit *node;
    const sag_processing *processing;
    const sag_memory *memory;
    const sag_communication *communication;
    const sag_unit *host, *link; /* what starts the nodes, and what joins it to them; null: none */
    sag_training trained;
    int reference_count; /* what sources cite */
    const sag_reference *references;
    const struct sag_compiler *compiler; /* whose profile it has (model/compiler.h); or null */
    /* What who asks supposes, one sentence each: model/adjust.h. */
    int supposition_count;
    const char *const *suppositions;
} sag;

/* Reads a machine by name (looked for as NAME.yaml in `dirs`) or by path. Each
 * wrong key, unit, missing value or cycle is reported with line and column;
 * returns null after an error. */
const sag *sag_open(fp_context *ctx, const char *name_or_path, int dir_count,
                    const char *const *dirs);
const sag *sag_read(fp_context *ctx, const source_file *file);

/* Returns the folders that machines are looked for in: those of the path list
 * `path_list` (the value of $FPREDICT_MACHINES; null or empty: none), then
 * `built_in` (may be null). Their number is written to *dir_count. */
const char *const *sag_search_dirs(fp_context *ctx, const char *path_list, const char *built_in,
                                   int *dir_count);

/* Returns the names that sag_open finds in `dirs`, sorted, each once. */
const char *const *sag_list(fp_context *ctx, int dir_count, const char *const *dirs, int *count);

/* Writes the YAML that reads back to the same machine. */
bool sag_write(fp_context *ctx, const sag *machine, FILE *out);

/* Writes what each operation takes, a line each: its name and seconds; for generated programs
 * that count what they execute. Reports that it cannot, and returns false, where operations
 * pass beside each other. */
bool sag_write_costs(fp_context *ctx, const sag *machine, FILE *out);

/* Prints a table, a line each machine: its size, network and exchange, and what a
 * message of 8 bytes to a neighbour takes; fewer columns where `width` has no room. */
void sag_print_table(fp_context *ctx, int count, const sag *const *machines, FILE *out, int width);

/* Prints the tree with units and provenance; below `width` 100 sources stand below
 * their values. */
void sag_print(fp_context *ctx, const sag *machine, FILE *out, int width);

/* Prints the tree for Graphviz, and all of the machine as JSON, schema
 * fpredict/sag/1: the file's keys, and times in seconds too. */
void sag_print_dot(const sag *machine, FILE *out);
void sag_print_json(fp_context *ctx, const sag *machine, FILE *out);

/* Calls `visit` for each set value, from the root down. */
void sag_each(const sag *machine, void (*visit)(void *data, const quantity *q), void *data);

#endif
