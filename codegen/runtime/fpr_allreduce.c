/* Reductions. */

#include <stdlib.h>

#include "codegen/runtime/fpr_collective.h"

static MPI_Datatype type_of(fpr_type type)
{
    switch (type) {
    case FPR_INT:
        return MPI_INT;
    case FPR_UNSIGNED:
        return MPI_UNSIGNED;
    case FPR_LONG:
        return MPI_LONG;
    case FPR_LONG_LONG:
        return MPI_LONG_LONG;
    case FPR_FLOAT:
        return MPI_FLOAT;
    case FPR_DOUBLE:
        return MPI_DOUBLE;
    case FPR_LONG_DOUBLE:
        return MPI_LONG_DOUBLE;
    case FPR_SHORT:
        return MPI_SHORT;
    case FPR_UNSIGNED_SHORT:
        return MPI_UNSIGNED_SHORT;
    case FPR_UNSIGNED_LONG:
        return MPI_UNSIGNED_LONG;
    case FPR_UNSIGNED_LONG_LONG:
        return MPI_UNSIGNED_LONG_LONG;
    }
    fpr_fail("a reduction of an unknown type");
}

static MPI_Op op_of(fpr_op op)
{
    switch (op) {
    case FPR_SUM:
        return MPI_SUM;
    case FPR_PRODUCT:
        return MPI_PROD;
    case FPR_MIN:
        return MPI_MIN;
    case FPR_MAX:
        return MPI_MAX;
    case FPR_AND:
        return MPI_BAND;
    case FPR_OR:
        return MPI_BOR;
    case FPR_XOR:
        return MPI_BXOR;
    case FPR_LOGICAL_AND:
        return MPI_LAND;
    case FPR_LOGICAL_OR:
        return MPI_LOR;
    }
    fpr_fail("a reduction by an unknown operation");
}

/* What combining two elements executes, as the model has it. */
static const char *work_of(fpr_type type, fpr_op op)
{
    static const char *const add[] = {"1 int_add", "1 float_add", "1 double_add"};
    static const char *const multiply[] = {"1 int_multiply", "1 float_multiply",
                                           "1 double_multiply"};
    int kind = type == FPR_FLOAT ? 1 : type == FPR_DOUBLE || type == FPR_LONG_DOUBLE ? 2 : 0;
    switch (op) {
    case FPR_SUM:
        return add[kind];
    case FPR_PRODUCT:
        return multiply[kind];
    case FPR_MIN:
    case FPR_MAX:
        return kind ? "1 float_compare" : "1 int_compare";
    case FPR_AND:
    case FPR_OR:
    case FPR_XOR:
    case FPR_LOGICAL_AND:
    case FPR_LOGICAL_OR:
        break;
    }
    return "1 int_add";
}

void fpr_combine(void *value, fpr_type type, fpr_op op, long count, const fpr_grid *g,
                 unsigned along)
{
    fpr_combine_of(value, type, op, count, (fpr_some){.grid = g, .along = along});
}

void fpr_combine_of(void *value, fpr_type type, fpr_op op, long count, fpr_some those)
{
    fpr_algorithm how;
    fpr_members m = fpr_members_of(&those, fpr_how.reduce, &how);
    int bytes;
    MPI_Type_size(type_of(type), &bytes);
    if (m.me > 0)
        fpr_count_messages(2, 2 * count * bytes);
    fpr_reduce(&m, how, value, (int)count, type_of(type), op_of(op), work_of(type, op));
    free(m.rank);
}

#define FPR_COMBINED(name, type, code)                                                             \
    type fpr_combined_##name(type value, fpr_op op, const fpr_grid *g, unsigned along)             \
    {                                                                                              \
        fpr_combine(&value, code, op, 1, g, along);                                                \
        return value;                                                                              \
    }
FPR_OF_EACH_TYPE(FPR_COMBINED)

void fpr_barrier(const fpr_grid *g)
{
    fpr_barrier_of((fpr_some){.grid = g, .along = (1u << g->rank) - 1});
}

void fpr_barrier_of(fpr_some those)
{
    fpr_algorithm how;
    fpr_members m = fpr_members_of(&those, fpr_how.barrier, &how);
    if (m.me > 0)
        fpr_count_messages(2, 0);
    fpr_synchronize(&m, how);
    free(m.rank);
}
