#include "estimator/result/breakdown.h"

#include "estimator/estimate.h"
#include "estimator/run/ledger.h"
#include "sysmodels/network/ticks.h"

double breakdown_total(const breakdown *b)
{
    return b->computation + b->communication + b->overhead + b->waiting;
}

breakdown breakdown_of(const int128 *time)
{
    return (breakdown){seconds_of(time[PART_COMPUTATION]), seconds_of(time[PART_COMMUNICATION]),
                       seconds_of(time[PART_OVERHEAD]), seconds_of(time[PART_WAITING])};
}
