#include "training/train_refine.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A jump is larger than this part of the time, and than so many times what
 * neighbours differ at random; it is known when no more than a percent apart. */
static const double JUMP = 0.03, NOISES = 6, KNOWN = 0.01;

/* Lines go through sizes that are so far apart at least: nearer ones say less of
 * the slope than of the noise. */
static const double APART = 1.15;

const char *const train_refined[TRAIN_REFINED_KERNELS] = {
    "pingpong",     "stream",    "send.returns", "receive.arrived",
    "receive.late", "send.late", "pingpong.send"};

const char *const train_jumping[TRAIN_JUMPING_KERNELS] = {"pingpong", "receive.late", "send.late"};

static bool is_refined(const char *kernel)
{
    for (int i = 0; i < TRAIN_REFINED_KERNELS; i++)
        if (strcmp(kernel, train_refined[i]) == 0)
            return true;
    return false;
}

bool train_refine_is_of(const char *kernel, const char *parameters, int64_t *bytes)
{
    int used = 0;
    long long n = 0;
    const bool is_of = is_refined(kernel) &&
                       sscanf(parameters, "ranks=2 bytes=%lld partner=1%n", &n, &used) == 1 &&
                       used > 0 && parameters[used] == '\0';
    *bytes = n;
    return is_of;
}

static int compare_values(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* The nearest size that is far enough below i, or above it; -1: there is none. */
static int reference(int count, const train_size *size, int i, int way)
{
    for (int k = i + way; k >= 0 && k < count; k += way) {
        const double ratio = (double)size[k].bytes / (double)size[i].bytes;
        if (way < 0 ? ratio * APART <= 1 : ratio >= APART)
            return k;
    }
    return -1;
}

/* What size `at` should take by the line through i and k. */
static double by_line(const train_size *size, int i, int k, int at)
{
    const double slope =
        (size[i].seconds - size[k].seconds) / (double)(size[i].bytes - size[k].bytes);
    return size[i].seconds + slope * (double)(size[at].bytes - size[i].bytes);
}

/* How far the sizes from i + 1 on are off the line below, and those up to i off the line
 * above, in proportion: the least of four, two of which are those beside the jump,
 * if all say that it jumps the same way. A single size that is too long is none. */
static double jump_after(int count, const train_size *size, int i)
{
    const int below = reference(count, size, i, -1), above = reference(count, size, i + 1, 1);
    if (below < 0 || above < 0)
        return 0;
    const double off[4] = {
        size[i + 1].seconds / by_line(size, i, below, i + 1) - 1,
        1 - size[i].seconds / by_line(size, i + 1, above, i),
        2 * (size[above].seconds / by_line(size, i, below, above) - 1),
        2 * (1 - size[below].seconds / by_line(size, i + 1, above, below)),
    };
    double least = INFINITY;
    for (int k = 0; k < 4; k++) {
        if (!isfinite(off[k]) || off[k] * off[0] <= 0)
            return 0;
        least = fmin(least, fabs(off[k]));
    }
    return least;
}

/* What neighbours are off the line through those beside them, in the middle. */
static double noise_of(int count, const train_size *size)
{
    double *off = malloc((size_t)count * sizeof *off);
    int n = 0;
    for (int i = 1; off != NULL && i + 1 < count; i++)
        off[n++] = fabs(size[i].seconds / by_line(size, i - 1, i + 1, i) - 1);
    if (n == 0) {
        free(off);
        return INFINITY;
    }
    qsort(off, (size_t)n, sizeof *off, compare_values);
    const double noise = off[n / 2];
    free(off);
    return noise;
}

int64_t train_refine_next(int count, const train_size *size)
{
    const double least = fmax(JUMP, NOISES * noise_of(count, size));
    for (int i = 0; i + 1 < count; i++) {
        const int64_t gap = size[i + 1].bytes - size[i].bytes;
        if (gap > 1 && (double)gap > KNOWN * (double)size[i].bytes &&
            jump_after(count, size, i) > least)
            return size[i].bytes + gap / 2;
    }
    return 0;
}

typedef struct sample {
    int64_t bytes;
    double seconds;
} sample;

static int compare_samples(const void *left, const void *right)
{
    const sample *a = left, *b = right;
    if (a->bytes != b->bytes)
        return a->bytes < b->bytes ? -1 : 1;
    return compare_values(&a->seconds, &b->seconds);
}

int train_refine_collect(const train_raw *raw, const char *kernel, int most, train_size *size)
{
    const int messages = strcmp(kernel, "pingpong") == 0 ? 2 : 1;
    sample *all = malloc(((size_t)raw->datum_count + 1) * sizeof *all);
    int samples = 0, count = 0;
    for (int i = 0; all != NULL && i < raw->datum_count; i++) {
        const train_datum *d = &raw->datum[i];
        int64_t bytes;
        if (strcmp(d->kernel, kernel) == 0 &&
            train_refine_is_of(d->kernel, d->parameters, &bytes) && d->slowest_s > 0)
            all[samples++] = (sample){bytes, d->slowest_s / (double)d->iterations / messages};
    }
    if (samples > 0)
        qsort(all, (size_t)samples, sizeof *all, compare_samples);
    for (int i = 0, end; i < samples && count < most; i = end) {
        for (end = i; end < samples && all[end].bytes == all[i].bytes;)
            end++;
        size[count++] = (train_size){all[i].bytes, all[i + (end - i) / 2].seconds};
    }
    free(all);
    return count;
}
