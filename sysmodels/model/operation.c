#include "sysmodels/model/operation.h"

const quantity *sag_op_cost(const sag_processing *p, sag_op op)
{
    bool is_pipelined = p->compose != COMPOSE_IN_ORDER && p->throughput[op].is_set;
    return is_pipelined ? &p->throughput[op] : &p->op[op];
}
