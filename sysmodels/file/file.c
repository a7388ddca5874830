#include "sysmodels/file/file.h"

#include <math.h>
#include <string.h>

static const unit_of_measure units_of[][UNITS_MAX] = {
    [DIM_FREQUENCY] = {{"MHz", 1e6, 1}, {"GHz", 1e9, 1}},
    [DIM_CPU_TIME] = {{"clk", 1, 1}, {"ns", 1, 1e9}},
    [DIM_TIME] = {{"us", 1, 1e6}, {"ns", 1, 1e9}},
    [DIM_SIZE] = {{"bytes", 1, 1}, {"KiB", 1024, 1}, {"MiB", 1048576, 1}, {"GiB", 1073741824, 1}},
    [DIM_WAYS] = {{"ways", 1, 1}},
    [DIM_FRACTION] = {{"fraction", 1, 1}},
    [DIM_COUNT] = {{"", 1, 1}},
};

const unit_of_measure *dimension_units(dimension dim, int *count)
{
    *count = 0;
    while (*count < UNITS_MAX && units_of[dim][*count].name)
        ++*count;
    return units_of[dim];
}

double dimension_convert(dimension dim, const unit_of_measure *unit, double stated, double clock)
{
    if (dim == DIM_CPU_TIME && strcmp(unit->name, "clk") == 0)
        return stated / clock;
    double value = stated * unit->multiply / unit->divide;
    return dim == DIM_SIZE ? rint(value) : value;
}

const char *quantity_key(arena *a, const quantity_field *field, const char *unit)
{
    return *unit ? arena_printf(a, "%s_%s", field->name, unit) : field->name;
}

/* ---- the quantities of each component ---- */

/* clang-format off */

#define PROCESSING_FIELD(name, dim, zero, need)                                                    \
    {#name, DIM_##dim, zero, NEEDED_##need, offsetof(sag_processing, name),                        \
     offsetof(file_processing, name)},
#define CACHE_FIELD(name, dim, zero, need)                                                         \
    {#name, DIM_##dim, zero, NEEDED_##need, offsetof(sag_cache, name), offsetof(file_cache, name)},
#define MEMORY_FIELD(name, dim, zero, need)                                                        \
    {#name, DIM_##dim, zero, NEEDED_##need, offsetof(sag_memory, name),                            \
     offsetof(file_memory, name)},
#define PIECE_FIELD(name, dim, zero, need)                                                         \
    {#name, DIM_##dim, zero, NEEDED_##need, offsetof(message_piece, name),                         \
     offsetof(file_piece, name)},
#define COMMUNICATION_FIELD(name, dim, zero, need)                                                 \
    {#name, DIM_##dim, zero, NEEDED_##need, offsetof(sag_communication, name),                     \
     offsetof(file_communication, name)},
#define EXTRAPOLATION_FIELD(name, dim, zero, need)                                                 \
    {#name, DIM_##dim, zero, NEEDED_##need, offsetof(sag_extrapolation, name),                     \
     offsetof(file_extrapolation, name)},
#define IO_FIELD(name, dim, zero, need)                                                            \
    {#name, DIM_##dim, zero, NEEDED_##need, offsetof(sag_io, name), offsetof(file_io, name)},
#define OPERATION_FIELD(name)                                                                      \
    {#name, DIM_CPU_TIME, true, NEEDED_EXECUTING, offsetof(sag_processing, op[SAG_OP_##name]),     \
     offsetof(file_processing, op[SAG_OP_##name])},
#define THROUGHPUT_FIELD(name)                                                                     \
    {#name, DIM_CPU_TIME, true, NEEDED_NEVER,                                                      \
     offsetof(sag_processing, throughput[SAG_OP_##name]),                                          \
     offsetof(file_operations, op[SAG_OP_##name])},

static const quantity_field processing_fields[] = {PROCESSING_QUANTITIES(PROCESSING_FIELD)};
static const quantity_field operation_fields[] = {SAG_OPS(OPERATION_FIELD)};
static const quantity_field throughput_fields[] = {SAG_OPS(THROUGHPUT_FIELD)};
static const quantity_field cache_fields[] = {CACHE_QUANTITIES(CACHE_FIELD)};
static const quantity_field memory_fields[] = {MEMORY_QUANTITIES(MEMORY_FIELD)};
static const quantity_field piece_fields[] = {PIECE_QUANTITIES(PIECE_FIELD)};
/* Files have these as columns: file/measured.c. */
static const quantity_field measured_fields[] = {
    {"from", DIM_SIZE, true, NEEDED_ALWAYS, offsetof(message_piece, from), 0},
    {"startup", DIM_TIME, true, NEEDED_ALWAYS, offsetof(message_piece, startup), 0},
    {"per_byte", DIM_TIME, true, NEEDED_ALWAYS, offsetof(message_piece, per_byte), 0},
};
static const quantity_field communication_fields[] = {
    COMMUNICATION_QUANTITIES(COMMUNICATION_FIELD)};
static const quantity_field extrapolation_fields[] = {
    EXTRAPOLATION_QUANTITIES(EXTRAPOLATION_FIELD)};
static const quantity_field io_fields[] = {IO_QUANTITIES(IO_FIELD)};
/* clang-format on */

#define TABLE(name)                                                                                \
    {                                                                                              \
        name##_fields, (int)(sizeof name##_fields / sizeof *name##_fields)                         \
    }

const quantity_table processing_table = TABLE(processing);
const quantity_table operation_table = TABLE(operation);
const quantity_table throughput_table = TABLE(throughput);
const quantity_table cache_table = TABLE(cache);
const quantity_table memory_table = TABLE(memory);
const quantity_table piece_table = TABLE(piece);
const quantity_table measured_table = TABLE(measured);
const quantity_table communication_table = TABLE(communication);
const quantity_table extrapolation_table = TABLE(extrapolation);
const quantity_table io_table = TABLE(io);
