#include "training/fit/fit_observed.h"

#include <string.h>

static const char *const names[COLLECTIVE_KIND_COUNT] = {
    [COLLECTIVE_BROADCAST] = "broadcast",  [COLLECTIVE_REDUCE] = "allreduce",
    [COLLECTIVE_ALLGATHER] = "allgatherv", [COLLECTIVE_BARRIER] = "barrier",
    [COLLECTIVE_ALLTOALL] = "alltoall",    [COLLECTIVE_ALLTOALLV] = "alltoallv",
    [COLLECTIVE_REDUCE_TO_ONE] = "reduce", [COLLECTIVE_GATHER] = "gather",
    [COLLECTIVE_SCATTER] = "scatter",
};

collective_kind fit_called_by(const fit_series *s)
{
    for (int k = 0; k < COLLECTIVE_KIND_COUNT; k++)
        if (!collective_has_algorithm((collective_kind)k) && fit_is_kernel(s, names[k]))
            return (collective_kind)k;
    return fit_is_kernel(s, "transpose") ? COLLECTIVE_ALLTOALL : COLLECTIVE_KIND_COUNT;
}

double fit_message_bytes(const fit_series *s, collective_kind kind)
{
    const bool is_of_parts = kind == COLLECTIVE_ALLTOALL || kind == COLLECTIVE_ALLTOALLV ||
                             kind == COLLECTIVE_GATHER || kind == COLLECTIVE_SCATTER;
    const double bytes = (double)fit_parameter(s, "bytes");
    const double ranks = (double)fit_parameter(s, "ranks");
    return is_of_parts && ranks > 0 ? bytes / ranks : bytes;
}

/* Is it a kernel of the collective, and with which arrival? */
static bool arrival_of(const fit_series *s, collective_kind kind, fit_arrival *arrival)
{
    static const struct {
        const char *suffix;
        fit_arrival arrival;
    } all[] = {{"", FIT_TOGETHER},
               {".late", FIT_LATE},
               {".staggered", FIT_STAGGERED},
               {".from_last", FIT_FROM_LAST},
               {".from_last_apart", FIT_FROM_LAST_APART}};
    const size_t length = strlen(names[kind]);
    if (strncmp(s->kernel, names[kind], length) != 0)
        return false;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(s->kernel + length, all[i].suffix) == 0) {
            *arrival = all[i].arrival;
            return true;
        }
    return false;
}

fit_observations fit_observations_of(arena *a, const fit_data *data, collective_kind kind,
                                     int ranks)
{
    fit_observations all = {.data = ARENA_ARRAY(a, data->count + 1, fit_observed)};
    for (int i = 0; i < data->count; i++) {
        const fit_series *s = &data->series[i];
        fit_arrival arrival;
        if (!arrival_of(s, kind, &arrival) || fit_parameter(s, "ranks") != ranks)
            continue;
        const int late = (int)fit_parameter(s, "late") - 1;
        if (arrival == FIT_LATE && (late < 0 || late >= ranks))
            continue;
        /* Ranks that are not synchronized before each iteration of a sample go into one another. */
        const bool has_root = kind == COLLECTIVE_BROADCAST || kind == COLLECTIVE_REDUCE_TO_ONE ||
                              kind == COLLECTIVE_GATHER || kind == COLLECTIVE_SCATTER;
        const bool has_mean = arrival != FIT_TOGETHER || has_root || s->is_simulated;
        const fit_observed o = {.arrival = arrival,
                                .late = late,
                                .apart = (int)fit_parameter(s, "apart"),
                                .bytes = fit_message_bytes(s, kind),
                                .has_mean = has_mean,
                                .leaving = {s->median_s, s->mean_s}};
        int k = all.count++;
        for (; k > 0 && all.data[k - 1].bytes > o.bytes; k--)
            all.data[k] = all.data[k - 1];
        all.data[k] = o;
    }
    return all;
}

bool fit_has_arrivals(const fit_data *data, collective_kind kind)
{
    for (int i = 0; i < data->count; i++) {
        fit_arrival arrival;
        if (arrival_of(&data->series[i], kind, &arrival) && arrival != FIT_TOGETHER)
            return true;
    }
    return false;
}

int fit_observed_ranks(arena *a, const fit_data *data, collective_kind kind, int **numbers)
{
    int *list = *numbers = ARENA_ARRAY(a, data->count + 1, int), count = 0;
    for (int i = 0; i < data->count; i++) {
        fit_arrival arrival;
        if (!arrival_of(&data->series[i], kind, &arrival) || arrival != FIT_TOGETHER)
            continue;
        const int ranks = (int)fit_parameter(&data->series[i], "ranks");
        int k = count;
        while (k > 0 && list[k - 1] > ranks)
            k--;
        if (ranks < 2 || (k > 0 && list[k - 1] == ranks))
            continue;
        memmove(&list[k + 1], &list[k], (size_t)(count++ - k) * sizeof *list);
        list[k] = ranks;
    }
    return count;
}
