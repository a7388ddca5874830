#include <math.h>
#include <string.h>

#include "tests/cmocka_all.h"
#include "tests/random.h"
#include "training/fit/fit_model.h"

/* Runs with known factors and noise, hundreds of them: a stated interval has the true value as
 * often as it says. The program is made up: N x N points in blocks on P processors, three
 * operations with counts nearly in proportion, what misses take, and two messages a sweep. */

enum { CONSTANTS = 6, POINTS = 10, REPEATED = 2, SETS = 200 };

static const char *const component[CONSTANTS] = {
    "node.processing", "node.processing", "node.processing", "node.memory", "network", "network"};
static const char *const kind[CONSTANTS] = {"compute", "compute", "compute",
                                            "memory",  "latency", "bandwidth"};

static void contributions(double p, double n, double *of)
{
    const double points = n * n / p, edge = n / sqrt(p);
    of[0] = 2.0e-6 * points;               /* adds */
    of[1] = 1.5e-6 * points + 3e-6 * edge; /* a loop's heads, once a row, too */
    of[2] = 0.5e-6 * points + 4e-5;        /* what stands outside of loops */
    of[3] = edge > 40 ? 0.4e-6 * points : 0;
    of[4] = p > 1 ? 2e-3 : 0;
    of[5] = p > 1 ? 2.5e-5 * edge : 0;
}

/* The mean of twelve numbers from 0 to 1, as a normal one. */
static double noise(random_source *r)
{
    double sum = 0;
    for (int i = 0; i < 12; i++)
        sum += random_in(r, 0, 1 << 24) / (double)(1 << 24);
    return sum - 6;
}

typedef struct trial {
    double of[POINTS][CONSTANTS], there[CONSTANTS];
    model_row runs[POINTS * REPEATED], wish;
    model_problem p;
} trial;

static double time_of(const double *of, const double *factors)
{
    double sum = 0;
    for (int k = 0; k < CONSTANTS; k++)
        sum += of[k] * factors[k];
    return sum;
}

static void make(trial *t, const double *factors, double sigma, random_source *r)
{
    static const int at[POINTS][2] = {{1, 64},  {2, 64},  {4, 64},   {8, 64},  {2, 128},
                                      {4, 128}, {8, 128}, {16, 128}, {4, 256}, {16, 256}};
    for (int i = 0; i < POINTS; i++) {
        contributions(at[i][0], at[i][1], t->of[i]);
        for (int k = 0; k < REPEATED; k++)
            t->runs[REPEATED * i + k] =
                (model_row){time_of(t->of[i], factors) * (1 + sigma * noise(r)), 0, t->of[i]};
    }
    contributions(32, 256, t->there);
    t->wish = (model_row){0, 0, t->there};
    t->p = (model_problem){.mode = MODEL_CHOOSE,
                           .constant_count = CONSTANTS,
                           .component = component,
                           .kind = kind,
                           .run_count = POINTS * REPEATED,
                           .distinct = POINTS,
                           .runs = t->runs,
                           .prediction_count = 1,
                           .predictions = &t->wish,
                           .level = 0.95};
}

static bool is_within(double x, double low, double high, double other_low, double other_high)
{
    return (x >= low && x <= high) || (x >= fmin(low, other_low) && x <= fmax(high, other_high)) ||
           (isnan(low) && x >= other_low && x <= other_high);
}

/* Of how many sets the stated intervals of constants and of one more run have what is true. */
static void count_within(const double *factors, double sigma, uint64_t seed, int *stated, int *held,
                         int *run_held)
{
    random_source r = {seed};
    *stated = *held = *run_held = 0;
    for (int i = 0; i < SETS; i++) {
        arena *a = arena_new();
        trial t;
        make(&t, factors, sigma, &r);
        const model_fit fit = model_solve(a, &t.p);
        const model_value *v = &fit.predictions[0];
        const double run = time_of(t.there, factors) * (1 + sigma * noise(&r));
        assert_null(fit.why);
        bool is_stated = false, is_held = true;
        for (int k = 0; k < CONSTANTS; k++) {
            const model_factor *f = &fit.constants[k];
            if (f->state != MODEL_FITTED && f->state != MODEL_POSSIBLE)
                continue;
            is_stated = true;
            if (!is_within(factors[k], f->low, f->high, f->other_low, f->other_high))
                is_held = false;
        }
        *stated += is_stated;
        *held += is_stated && is_held;
        *run_held += is_within(run, v->low, v->high, v->other_low, v->other_high);
        arena_free(a);
    }
}

static void intervals_hold(void **state)
{
    static const double truths[][CONSTANTS] = {
        {1, 1, 1, 1, 1.6, 1},       /* the start of a message */
        {1, 1, 1, 1, 1, 1.6},       /* a byte */
        {1, 1, 1, 1, 1.5, 1.5},     /* the network */
        {0.5, 0.5, 0.5, 1, 1, 1},   /* the processor */
        {1.4, 1, 1, 1, 1, 1},       /* one operation */
        {0.6, 0.6, 0.6, 1, 2.5, 1}, /* the processor and the start of a message */
        {1, 1, 1, 3, 1, 1},         /* misses */
    };
    static const double sigmas[] = {0.005, 0.02, 0.05};
    (void)state;
    for (size_t k = 0; k < sizeof truths / sizeof truths[0]; k++)
        for (size_t s = 0; s < sizeof sigmas / sizeof sigmas[0]; s++) {
            int stated, held, run_held;
            count_within(truths[k], sigmas[s], 1 + 10 * k + s, &stated, &held, &run_held);
            print_message("truth %zu, noise %.1f %%: values %d of %d, runs %d of %d\n", k,
                          100 * sigmas[s], held, stated, run_held, SETS);
            assert_true(stated > SETS / 2);
            assert_true(10 * held >= 9 * stated);
            assert_true(10 * run_held >= 9 * SETS);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(intervals_hold)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
