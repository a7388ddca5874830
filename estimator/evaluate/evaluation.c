#include "estimator/evaluate/evaluation.h"

#include "estimator/block/block.h"
#include "estimator/memory/misses.h"
#include "estimator/message/observe.h"
#include "estimator/message/round.h"
#include "estimator/message/schedule.h"
#include "estimator/run/run.h"
#include "estimator/simulate/async.h"

run *evaluation_new(estimator *est, const bindings *values)
{
    run *r = run_new(est, values);
    if (r)
        schedules_new(r);
    return r;
}

void evaluation_open(run *r)
{
    run_open(r);
    observe_open(r);
    misses_find(r);
    blocks_open(r);
    rounds_open(r);
    async_open(r);
}
