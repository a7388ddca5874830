#ifndef FPREDICT_SYSMODELS_SAG_H
#define FPREDICT_SYSMODELS_SAG_H

/* The system abstraction graph (seed 004, section 2.1, figure 3 and table 2):
 * a tree of units, each with a processing, a memory, a communication and an
 * input/output component, any of which may be void. Read from YAML, schema
 * fpredict/machine/1 (docs/machines.md). Sealed and const after it is read.
 *
 * In files every value carries its unit in its key; here all times are
 * seconds, all sizes bytes. A clock count is already multiplied out. */

#include <stdbool.h>
#include <stdio.h>

#include "support/context.h"

typedef enum provenance {
    FROM_SEED,        /* printed in one of the five papers */
    FROM_SEEN,        /* read in another stored document */
    FROM_DERIVED,     /* worked out from values of the above */
    FROM_RECOLLECTED, /* from memory of a publication; unverified */
    FROM_TRAINED      /* fitted to the training set's measurements */
} provenance;

#define PROVENANCE_COUNT (FROM_TRAINED + 1)

const char *provenance_name(provenance p);

/* Where a word or a count that a machine file states comes from. */
typedef struct origin {
    provenance from;
    const char *source;
} origin;

typedef struct quantity {
    bool is_set;
    double value;     /* seconds, bytes, or a plain number */
    double stated;    /* as in the file, in the unit of its key */
    const char *unit; /* "us", "clk", "bytes", "MHz", "" */
    const char *path; /* "cube.node.processing.float_add_clk" */
    provenance from;
    const char *source;    /* where the value stands: "seed 003:181" */
    double relative_error; /* standard error over value: the file's, or its provenance's default */
} quantity;

/* Names and order of the operations are program/ops.h's; sysmodels/ does not
 * include it (include direction), so a test compares the two lists. */
#define SAG_OPS(X)                                                                                 \
    X(int_add)                                                                                     \
    X(int_multiply) X(int_divide) X(float_add) X(float_multiply) X(float_divide) X(double_add)     \
        X(double_multiply) X(double_divide) X(int_compare) X(float_compare) X(int_to_float)        \
            X(float_to_int) X(float_to_double) X(load) X(store) X(index) X(sqrt) X(exp) X(log)     \
                X(sin) X(atan) X(pow) X(fabs) X(floor) X(library_call)

typedef enum sag_op {
#define X(name) SAG_OP_##name,
    SAG_OPS(X)
#undef X
        SAG_OP_COUNT
} sag_op;

const char *sag_op_name(sag_op op);

typedef enum composition { COMPOSE_IN_ORDER, COMPOSE_OUT_OF_ORDER } composition;

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
    quantity instruction_cache, instruction_line;
    quantity read_write_switch;
} sag_memory;

typedef enum topology { TOPOLOGY_HYPERCUBE, TOPOLOGY_FULL, TOPOLOGY_MESH } topology;
typedef enum embedding { EMBED_GRAY, EMBED_ROW_MAJOR } embedding;
typedef enum exchange_rule { EXCHANGE_POSTED, EXCHANGE_PHASED } exchange_rule;

/* One piece of a message function, for sizes from `from` up to the next piece:
 *   occupancy = startup + per_byte * n + per_hop * h;  then latency. */
typedef struct message_piece {
    quantity from; /* bytes, inclusive */
    quantity startup, per_byte, per_hop, latency;
    quantity packet, per_packet; /* steps: ceil(n / packet) * per_packet; unset: none */
} message_piece;

typedef enum collective_algorithm {
    COLLECTIVE_DIRECT,   /* each message by itself, as an exchange */
    COLLECTIVE_BINOMIAL, /* a tree over the group */
    COLLECTIVE_RECURSIVE_DOUBLING,
    COLLECTIVE_RING,
    COLLECTIVE_LINEAR, /* master and slaves (seed 000, section 3.3) */
    COLLECTIVE_PATTERN /* its own piecewise function of bytes; see pieces */
} collective_algorithm;

typedef enum collective_kind {
    COLLECTIVE_BROADCAST,
    COLLECTIVE_REDUCE,
    COLLECTIVE_ALLGATHER,
    COLLECTIVE_BARRIER,
    COLLECTIVE_KIND_COUNT
} collective_kind;

const char *collective_kind_name(collective_kind k);
const char *collective_algorithm_name(collective_algorithm a);

typedef struct sag_collective {
    bool is_set;
    collective_algorithm algorithm;
    origin algorithm_origin;
    int piece_count; /* COLLECTIVE_PATTERN */
    const message_piece *pieces;
    bool measures_completion; /* pattern: completion, or one processor's participation */
    origin measures_origin;
} sag_collective;

typedef struct sag_communication {
    topology topology;
    embedding embedding;
    exchange_rule exchange;
    int nodes_max; /* 0: unlimited */
    origin topology_origin, embedding_origin, exchange_origin, nodes_max_origin;
    int piece_count;
    const message_piece *pieces; /* ascending `from`; the first is from 0 */
    quantity call_overhead;      /* software, each message, each side */
    quantity overlap;            /* fraction of a communication hidden by computation */
    sag_collective collective[COLLECTIVE_KIND_COUNT];
} sag_communication;

typedef struct sag_io {
    quantity startup, per_byte;
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

/* Prints the tree with units and provenance. */
void sag_print(fp_context *ctx, const sag *machine, FILE *out);

/* Prints the tree for Graphviz, and all of the machine as JSON, schema
 * fpredict/sag/1: the file's keys, and times in seconds too. */
void sag_print_dot(const sag *machine, FILE *out);
void sag_print_json(fp_context *ctx, const sag *machine, FILE *out);

/* Calls `visit` for each set value, from the root down. */
void sag_each(const sag *machine, void (*visit)(void *data, const quantity *q), void *data);

/* Returns the piece that prices a message of n bytes. */
const message_piece *sag_message_piece(const sag_communication *c, double bytes);

/* Returns the time in seconds that a message of n bytes over h hops occupies its
 * sender and its receiver, by one piece; the latency is not in it. */
double sag_message_occupancy(const message_piece *piece, double bytes, int hops);

/* The number of the node that a processor of a grid is on, in a hypercube: as
 * many hops apart as numbers differ in bits. */
unsigned long long sag_cube_node(const sag_communication *c, int rank, const int *extents,
                                 const int *at);

/* Hops between two ranks of a grid embedded as the machine says; 0 for equal. */
int sag_hops(const sag_communication *c, int rank, const int *extents, const int *from,
             const int *to);

#endif
