#ifndef FPREDICT_SYSMODELS_FILE_FILE_H
#define FPREDICT_SYSMODELS_FILE_FILE_H

/* The schema fpredict/machine/1 (docs/machines.md), for sysmodels/ alone: what
 * a file holds, as libcyaml loads it, and one list of the quantities of each
 * component, from which the schema, the reader, the writer, sag_each and the
 * printer all follow. A quantity's key is its name and a unit: startup_us. */

#include <cyaml/cyaml.h>

#include "sysmodels/file/word.h"
#include "sysmodels/model/sag.h"

/* What is measured, and so which units a key may end in. */
typedef enum dimension {
    DIM_FREQUENCY, /* MHz GHz */
    DIM_CPU_TIME,  /* clk ns: clocks of the unit's own processing component */
    DIM_TIME,      /* us ns */
    DIM_SIZE,      /* bytes KiB MiB GiB */
    DIM_WAYS,      /* ways */
    DIM_FRACTION,  /* fraction: 0 to 1 */
    DIM_COUNT      /* no unit: the name says what is counted */
} dimension;

#define UNITS_MAX 4

typedef struct unit_of_measure {
    const char *name;
    double multiply, divide; /* into seconds, hertz, bytes; divide alone keeps 76/1e6 exact */
} unit_of_measure;

/* Returns the units of a dimension, their number in *count; a clock count (clk)
 * has no factor of its own. */
const unit_of_measure *dimension_units(dimension dim, int *count);

/* Returns what is stated in a unit in seconds, hertz, bytes or as it is; `clock`,
 * in hertz, counts where the unit is clk. */
double dimension_convert(dimension dim, const unit_of_measure *unit, double stated, double clock);

/* X(name, dimension, may be zero, what it must have to be complete) */
#define PROCESSING_QUANTITIES(X)                                                                   \
    X(clock, FREQUENCY, false, ALWAYS)                                                             \
    X(loop_setup, CPU_TIME, true, EXECUTING)                                                       \
    X(loop_iteration, CPU_TIME, true, EXECUTING)                                                   \
    X(condition, CPU_TIME, true, EXECUTING)                                                        \
    X(branch_taken, CPU_TIME, true, EXECUTING)                                                     \
    X(call, CPU_TIME, true, EXECUTING)
#define CACHE_QUANTITIES(X)                                                                        \
    X(size, SIZE, false, ALWAYS)                                                                   \
    X(line, SIZE, false, ALWAYS)                                                                   \
    X(associativity, WAYS, false, ALWAYS)                                                          \
    X(fetch_miss, CPU_TIME, true, ALWAYS)                                                          \
    X(store_miss, CPU_TIME, true, ALWAYS)
#define MEMORY_QUANTITIES(X)                                                                       \
    X(size, SIZE, false, ALWAYS)                                                                   \
    X(usable, SIZE, false, EXECUTING)                                                              \
    X(page, SIZE, false, NEVER)                                                                    \
    X(tlb_entries, COUNT, false, NEVER)                                                            \
    X(tlb_miss, CPU_TIME, true, NEVER)                                                             \
    X(first_touch, CPU_TIME, true, NEVER)                                                          \
    X(instruction_cache, SIZE, false, NEVER)                                                       \
    X(instruction_line, SIZE, false, NEVER)                                                        \
    X(read_write_switch, CPU_TIME, true, NEVER)
#define PIECE_QUANTITIES(X)                                                                        \
    X(from, SIZE, true, ALWAYS)                                                                    \
    X(startup, TIME, true, ALWAYS)                                                                 \
    X(per_byte, TIME, true, ALWAYS)                                                                \
    X(per_hop, TIME, true, NEVER)                                                                  \
    X(latency, TIME, true, NEVER)                                                                  \
    X(packet, SIZE, false, NEVER)                                                                  \
    X(per_packet, TIME, true, NEVER)                                                               \
    X(per_byte_level_1, TIME, true, NEVER)                                                         \
    X(per_byte_level_2, TIME, true, NEVER)                                                         \
    X(per_byte_level_3, TIME, true, NEVER)                                                         \
    X(latency_per_hop, TIME, true, NEVER)                                                          \
    X(latency_per_byte, TIME, true, NEVER)                                                         \
    X(send, TIME, true, NEVER)                                                                     \
    X(send_per_byte, TIME, true, NEVER)                                                            \
    X(receive, TIME, true, NEVER)                                                                  \
    X(receive_per_byte, TIME, true, NEVER)                                                         \
    X(handshake, TIME, true, NEVER)                                                                \
    X(fetch, TIME, true, NEVER)
#define COMMUNICATION_QUANTITIES(X)                                                                \
    X(call_overhead, TIME, true, EXECUTING)                                                        \
    X(overlap, FRACTION, true, EXECUTING)                                                          \
    X(arity, COUNT, false, NEVER)                                                                  \
    X(arity_2, COUNT, false, NEVER)                                                                \
    X(arity_3, COUNT, false, NEVER)                                                                \
    X(switch_nodes, COUNT, false, NEVER)                                                           \
    X(group_nodes, COUNT, false, NEVER)                                                            \
    X(side_1, COUNT, false, NEVER)                                                                 \
    X(side_2, COUNT, false, NEVER)                                                                 \
    X(side_3, COUNT, false, NEVER)                                                                 \
    X(ports, COUNT, false, NEVER)                                                                  \
    X(ranks_per_node, COUNT, false, NEVER)                                                         \
    X(port_per_byte, TIME, false, NEVER)                                                           \
    X(link_per_byte, TIME, false, NEVER)                                                           \
    X(link_per_byte_1, TIME, false, NEVER)                                                         \
    X(link_per_byte_2, TIME, false, NEVER)                                                         \
    X(link_per_byte_3, TIME, false, NEVER)                                                         \
    X(backbone_per_byte, TIME, false, NEVER)                                                       \
    X(global_per_byte, TIME, false, NEVER)                                                         \
    X(inside_per_byte, TIME, false, NEVER)                                                         \
    X(uplinks_1, COUNT, false, NEVER)                                                              \
    X(uplinks_2, COUNT, false, NEVER)                                                              \
    X(uplinks_3, COUNT, false, NEVER)                                                              \
    X(group_links, COUNT, false, NEVER)                                                            \
    X(answered, FRACTION, true, NEVER)                                                             \
    X(ring_of_two, FRACTION, false, NEVER)                                                         \
    X(residual_shift, FRACTION, true, NEVER)                                                       \
    X(residual_gather, FRACTION, true, NEVER)                                                      \
    X(residual_transpose, FRACTION, true, NEVER)                                                   \
    X(residual_broadcast, FRACTION, true, NEVER)                                                   \
    X(residual_reduce, FRACTION, true, NEVER)                                                      \
    X(residual_allgather, FRACTION, true, NEVER)                                                   \
    X(residual_barrier, FRACTION, true, NEVER)
#define EXTRAPOLATION_QUANTITIES(X)                                                                \
    X(send, TIME, true, NEVER)                                                                     \
    X(receive, TIME, true, NEVER)                                                                  \
    X(service, TIME, true, NEVER)                                                                  \
    X(interrupt, TIME, true, NEVER)                                                                \
    X(poll_every, TIME, false, NEVER)                                                              \
    X(poll, TIME, true, NEVER)                                                                     \
    X(request, SIZE, true, NEVER)                                                                  \
    X(interface, TIME, true, NEVER)                                                                \
    X(interface_per_byte, TIME, true, NEVER)                                                       \
    X(latency, TIME, true, NEVER)                                                                  \
    X(latency_per_hop, TIME, true, NEVER)                                                          \
    X(latency_per_byte, TIME, true, NEVER)                                                         \
    X(barrier_entry, TIME, true, NEVER)                                                            \
    X(barrier_exit, TIME, true, NEVER)                                                             \
    X(barrier_check, TIME, true, NEVER)                                                            \
    X(barrier_exit_check, TIME, true, NEVER)                                                       \
    X(barrier_model, TIME, true, NEVER)                                                            \
    X(barrier_message, SIZE, true, NEVER)
#define IO_QUANTITIES(X)                                                                           \
    X(startup, TIME, true, ALWAYS)                                                                 \
    X(per_byte, TIME, true, ALWAYS)                                                                \
    X(spawn, TIME, true, NEVER)                                                                    \
    X(spawn_per_node, TIME, true, NEVER)

/* When a value must be there: in every such component, or in those that price
 * the program (the executing node's and the communication that joins nodes). */
typedef enum needed { NEEDED_NEVER, NEEDED_ALWAYS, NEEDED_EXECUTING } needed;

typedef struct quantity_field {
    const char *name;
    dimension dim;
    bool may_be_zero;
    needed need;
    size_t sag_offset;  /* of the quantity in sag_processing, … */
    size_t file_offset; /* of the file_quantity *[UNITS_MAX] in file_processing, … */
} quantity_field;

typedef struct quantity_table {
    const quantity_field *fields;
    int count;
} quantity_table;

extern const quantity_table processing_table, operation_table, throughput_table, cache_table,
    memory_table, piece_table, communication_table, extrapolation_table, io_table;
/* Of a piece of a function that was measured for so many processors. */
extern const quantity_table measured_table;

/* Returns the key of a field in one of its units: "startup_us". */
const char *quantity_key(arena *a, const quantity_field *field, const char *unit);

static inline const quantity *quantity_at(const void *component, const quantity_field *field)
{
    return (const quantity *)(const void *)((const char *)component + field->sag_offset);
}

/* ---- what libcyaml loads; absent keys are null ---- */

typedef struct file_quantity {
    double value;
    int from;
    char *source;
    double *relative_error;
} file_quantity;

/* A word of an enumeration, or a whole number. */
typedef struct file_word {
    int value;
    int from;
    char *source;
} file_word;

#define FILE_QUANTITY(name, dim, zero, need) file_quantity *name[UNITS_MAX];

typedef struct file_operations {
    file_quantity *op[SAG_OP_COUNT][UNITS_MAX];
} file_operations;

typedef struct file_processing {
    file_word *composition;
    PROCESSING_QUANTITIES(FILE_QUANTITY)
    file_quantity *op[SAG_OP_COUNT][UNITS_MAX];
    file_operations *reciprocal_throughput;
} file_processing;

typedef struct file_cache {
    char *name;
    CACHE_QUANTITIES(FILE_QUANTITY)
    file_word *replacement, *write_policy, *write_allocate;
} file_cache;

typedef struct file_memory {
    MEMORY_QUANTITIES(FILE_QUANTITY)
    file_cache *caches;
    unsigned caches_count;
} file_memory;

typedef struct file_piece {
    PIECE_QUANTITIES(FILE_QUANTITY)
} file_piece;

/* A function of so many processors: a column for each part of its pieces. */
typedef struct file_measured {
    int processors;
    double *from_bytes, *startup_us, *per_byte_us;
    unsigned from_bytes_count, startup_us_count, per_byte_us_count;
    int from;
    char *source;
    double *relative_error;
} file_measured;

typedef struct file_library {
    int processors;
    double from_bytes;
    int algorithm;
    double *segment_bytes, *stretch;
    int hands_over, hands_over_apart, sends_first;
    int from;
    char *source;
} file_library;

typedef struct file_collective {
    file_word *algorithm, *subgroups, *measures;
    file_piece *pieces;
    unsigned pieces_count;
    file_measured *measured;
    unsigned measured_count;
    file_library *library;
    unsigned library_count;
} file_collective;

typedef struct file_collectives {
    file_collective *kind[COLLECTIVE_KIND_COUNT];
} file_collectives;

typedef struct file_function {
    file_piece *pieces;
    unsigned pieces_count;
} file_function;

typedef struct file_pattern {
    file_word *measures;
    file_piece *pieces;
    unsigned pieces_count;
    file_function *dims[PATTERN_DIMS_MAX];
} file_pattern;

typedef struct file_patterns {
    file_pattern *kind[PATTERN_COUNT];
} file_patterns;

typedef struct file_extrapolation {
    file_word *requests, *barrier, *barrier_by_messages;
    EXTRAPOLATION_QUANTITIES(FILE_QUANTITY)
} file_extrapolation;

typedef struct file_communication {
    file_word *topology, *embedding, *exchange, *packing, *nodes_max, *placement, *uplink_choice,
        *half_way, *sharing, *both_ways, *inside_by;
    int *placement_nodes;
    unsigned placement_nodes_count;
    COMMUNICATION_QUANTITIES(FILE_QUANTITY)
    file_piece *pieces;
    unsigned pieces_count;
    file_function *inside;
    file_piece *send_pieces;
    unsigned send_pieces_count;
    file_piece *inside_send_pieces;
    unsigned inside_send_pieces_count;
    file_collectives *collectives;
    file_patterns *patterns;
    file_extrapolation *extrapolation;
} file_communication;

typedef struct file_io {
    IO_QUANTITIES(FILE_QUANTITY)
} file_io;

typedef struct file_unit {
    char *name, *title;
    file_processing *processing;
    file_memory *memory;
    file_communication *communication;
    file_io *io;
    char **parts;
    unsigned parts_count;
} file_unit;

typedef struct file_errors {
    double of[PROVENANCE_COUNT];
} file_errors;

typedef struct file_training {
    char *host, *processor, *mpi, *date, *started;
    int is_simulated, is_quick;
} file_training;

typedef struct file_reference {
    char *key, **authors, *title, *published, *year, *pages, *doi, *url;
    unsigned authors_count;
} file_reference;

typedef struct file_machine {
    char *schema, *name, *title;
    char *root, *node, *host, *link;
    file_errors *relative_errors;
    file_training *trained;
    file_unit *units;
    unsigned units_count;
    file_reference *references;
    unsigned references_count;
} file_machine;

#undef FILE_QUANTITY

#define MACHINE_SCHEMA "fpredict/machine/1"

/* The schema of a whole file. */
extern const cyaml_schema_value_t machine_schema;

/* Returns the key of a pattern's function on grids of `dims` dimensions. */
const char *pattern_dims_key(int dims);

/* Returns how a person calls a mapping of the schema ("a message piece"). */
const char *machine_mapping_name(const cyaml_schema_field_t *fields);

#endif
