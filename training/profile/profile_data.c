#include "training/profile/profile_data.h"

#include <stdlib.h>
#include <string.h>

#include "support/sort.h"
#include "support/vec.h"

const profile_kernel profile_kernels[] = {
    {"halo_rows", PROFILE_EXCHANGE, true, 1, "both neighbours, rows"},
    {"halo_columns", PROFILE_EXCHANGE, true, 1, "both neighbours, columns"},
    {"halo_blocks", PROFILE_EXCHANGE, true, 2, "neighbours along two axes"},
    {"transpose", PROFILE_TRANSPOSE, true, 1, "everybody to everybody"},
    {"broadcast", PROFILE_BROADCAST, true, 1, "one to all"},
    {"reduce", PROFILE_REDUCE, false, 1, "a sum"},
    {"allgather", PROFILE_ALLGATHER, true, 1, "all to all"},
};
const int profile_kernel_count = sizeof profile_kernels / sizeof *profile_kernels;

bool profile_kernel_runs_on(const profile_kernel *kernel, int procs)
{
    return kernel->axes == 1 ? procs >= 2 : procs >= 4 && procs % 2 == 0;
}

bool profile_is_raw(const char *path)
{
    char line[256] = "";
    FILE *in = fopen(path, "r");
    while (in && fgets(line, sizeof line, in) && (line[0] == '#' || line[0] == '\n'))
        ;
    if (in)
        fclose(in);
    return strncmp(line, "format\tfpredict/compiler-training/", 34) == 0;
}

/* The value of "NAME=V" among parameters; 0: it is not there. */
static int64_t parameter(const char *text, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = text; at && *at;) {
        if (strncmp(at, name, length) == 0 && at[length] == '=')
            return strtoll(at + length + 1, NULL, 10);
        at = strchr(at, ' ');
        at = at ? at + 1 : NULL;
    }
    return 0;
}

/* The kernel of that name, or with the ending of its twin; null: none. */
static const profile_kernel *kernel_of(const char *name, bool *is_staying)
{
    for (int k = 0; k < profile_kernel_count; k++) {
        const size_t length = strlen(profile_kernels[k].name);
        if (strncmp(name, profile_kernels[k].name, length) != 0)
            continue;
        *is_staying = strcmp(name + length, PROFILE_STAYING) == 0;
        if (*is_staying || !name[length])
            return &profile_kernels[k];
    }
    return NULL;
}

/* One repetition of a point, both of its measurements. */
typedef struct sample {
    const profile_kernel *kernel;
    int procs, repetition, line;
    int64_t size;
    int64_t steps;
    double seconds[2]; /* of a step: with communication, without; negative: not there */
    int order;         /* in the file */
} sample;

typedef VEC(sample) samples;

static bool fail(char error[TRAIN_TEXT], const train_datum *d, const char *why)
{
    snprintf(error, TRAIN_TEXT, "line %d: '%.60s %.60s' %s", d->line, d->kernel, d->parameters,
             why);
    return false;
}

static bool add(arena *a, const train_datum *d, samples *all, char error[TRAIN_TEXT])
{
    enum { PROCS_MOST = 65536, SIZE_MOST = 1 << 24 };
    bool is_staying = false;
    const profile_kernel *kernel = kernel_of(d->kernel, &is_staying);
    const int64_t procs = parameter(d->parameters, "procs"),
                  size = parameter(d->parameters, "size");
    if (!kernel)
        return fail(error, d, "is no kernel of the training set for compilers");
    if (procs > PROCS_MOST || !profile_kernel_runs_on(kernel, (int)procs))
        return fail(error, d, "says no number of processors that the kernel runs on");
    if (size > SIZE_MOST || (size > 0) != kernel->has_size)
        return fail(error, d, "says no size that the kernel has");
    sample *one = NULL;
    for (int i = 0; i < all->count && !one; i++) {
        sample *s = &all->data[i];
        if (s->kernel == kernel && s->procs == procs && s->size == size &&
            s->repetition == d->repetition)
            one = s;
    }
    if (!one) {
        const sample begun = {.kernel = kernel,
                              .procs = (int)procs,
                              .repetition = d->repetition,
                              .line = d->line,
                              .size = size,
                              .steps = d->iterations,
                              .seconds = {-1, -1},
                              .order = all->count};
        VEC_PUSH(a, all, begun);
        one = &all->data[all->count - 1];
    }
    one->seconds[is_staying] = d->slowest_s / (double)d->iterations;
    return true;
}

/* Samples of one point stand together, and points of one kernel. */
static int compare(const void *left, const void *right)
{
    const sample *a = left, *b = right;
    if (a->kernel != b->kernel)
        return a->kernel < b->kernel ? -1 : 1;
    if (a->procs != b->procs)
        return a->procs < b->procs ? -1 : 1;
    if (a->size != b->size)
        return a->size < b->size ? -1 : 1;
    return (a->order > b->order) - (a->order < b->order);
}

static bool is_same_point(const sample *a, const sample *b)
{
    return a->kernel == b->kernel && a->procs == b->procs && a->size == b->size;
}

bool profile_collect(arena *a, const train_raw *raw, profile_data *data, char error[TRAIN_TEXT])
{
    samples all = {0};
    for (int i = 0; i < raw->datum_count; i++)
        if (!add(a, &raw->datum[i], &all, error))
            return false;
    sort_items(all.data, (size_t)all.count, sizeof *all.data, compare);
    *data = (profile_data){0, ARENA_ARRAY(a, all.count + 1, profile_point)};
    double *took = ARENA_ARRAY(a, all.count + 1, double);
    double *whole = ARENA_ARRAY(a, all.count + 1, double);
    for (int i = 0, next; i < all.count; i = next) {
        const sample *first = &all.data[i];
        int n = 0;
        for (next = i; next < all.count && is_same_point(first, &all.data[next]); next++) {
            const sample *s = &all.data[next];
            if (s->seconds[0] < 0 || s->seconds[1] < 0) {
                snprintf(error, TRAIN_TEXT,
                         "line %d: this repetition of '%s' is there %s its communication alone; "
                         "remove it, and it is measured again",
                         s->line, s->kernel->name, s->seconds[0] < 0 ? "without" : "with");
                return false;
            }
            took[n] = s->seconds[0] - s->seconds[1];
            whole[n++] = s->seconds[0];
        }
        data->point[data->count++] = (profile_point){.kernel = first->kernel,
                                                     .procs = first->procs,
                                                     .size = first->size,
                                                     .steps = first->steps,
                                                     .took_s = sort_median(took, n),
                                                     .whole_s = sort_median(whole, n),
                                                     .count = n};
    }
    return true;
}
