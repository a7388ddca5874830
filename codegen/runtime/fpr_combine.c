/* Reductions. */

#include "codegen/runtime/fpr_internal.h"

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

void fpr_combine(void *value, fpr_type type, fpr_op op, long count, const fpr_grid *g,
                 unsigned along)
{
    if (g->me[0] >= 0 || along == 0)
        MPI_Allreduce(MPI_IN_PLACE, value, (int)count, type_of(type), op_of(op),
                      fpr_communicator(g, along));
}

void fpr_barrier(const fpr_grid *g)
{
    if (g->me[0] >= 0)
        MPI_Barrier(fpr_communicator(g, (1u << g->rank) - 1));
}
