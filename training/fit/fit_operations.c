#include "training/fit/fit_operations.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_linalg.h>

/* Costs do not simply add up: no equation is taken to be better than this. */
static const double ERROR_LEAST = 0.02;

/* Singular values below this part of the largest are none. */
static const double SINGULAR = 1e-9;

static bool is_of(const fit_series *s, const char *how)
{
    const char *dot = strchr(s->kernel, '.');
    return dot != NULL && strncmp(dot + 1, how, strlen(how)) == 0;
}

/* Computation, and so priced by operations: it has neither parameters nor flops
 * that were injected. */
static bool counts(const fit_series *s)
{
    return strcmp(s->parameters, "-") == 0 && fit_work_s(s) > 0 && fit_tally(s->tally, "flop") == 0;
}

/* A processor that does several things at a time does not take the sum of their
 * latencies: only chains have equations of latencies, and loops round them. */
static bool is_in(const fit_series *s, bool latency)
{
    if (!counts(s))
        return false;
    if (latency)
        return is_of(s, "chain") || strncmp(s->kernel, "loop_iteration.", 15) == 0;
    return !is_of(s, "chain");
}

/* "sin.chain.cos" measures cosines, which a machine file has under "sin": an
 * operation of their own, "sin.cos". Returns "cos", or null. */
static const char *variant_of(const fit_series *s)
{
    const char *dot = strchr(s->kernel, '.');
    dot = dot != NULL ? strchr(dot + 1, '.') : NULL;
    return dot != NULL ? dot + 1 : NULL;
}

/* Returns whether a word of the tally is what the kernel has variants of. */
static bool is_varied(const fit_series *s, const char *word, size_t length)
{
    return variant_of(s) != NULL && strncmp(s->kernel, word, length) == 0 &&
           s->kernel[length] == '.';
}

/* Returns how often the kernel does the operation. */
static double times(const fit_series *s, const char *operation)
{
    const size_t length = strcspn(operation, ".");
    if (!is_varied(s, operation, length))
        return fit_tally(s->tally, operation);
    if (operation[length] == '\0' || strcmp(operation + length + 1, variant_of(s)) != 0)
        return 0;
    char word[64] = "";
    memcpy(word, operation, length < sizeof word ? length : sizeof word - 1);
    return fit_tally(s->tally, word);
}

static bool is_there(const fit_operations *o, const char *name)
{
    for (int i = 0; i < o->count; i++) {
        if (strcmp(o->operation[i].name, name) == 0)
            return true;
    }
    return false;
}

/* Collects the names that the tallies have. */
static void collect_names(arena *a, const fit_data *data, fit_operations *o)
{
    int room = 0;
    for (int i = 0; i < data->count; i++) {
        if (!counts(&data->series[i]))
            continue;
        for (const char *at = data->series[i].tally; at != NULL && *at != '\0';) {
            const fit_series *of = &data->series[i];
            const size_t length = strcspn(at, ": ");
            const char *name = is_varied(of, at, length)
                                   ? arena_printf(a, "%.*s.%s", (int)length, at, variant_of(of))
                                   : arena_strndup(a, at, length);
            if (!is_there(o, name)) {
                if (o->count == room) {
                    const int more = room > 0 ? 2 * room : 32;
                    fit_operation *grown = ARENA_ARRAY(a, more, fit_operation);
                    if (room > 0)
                        memcpy(grown, o->operation, (size_t)room * sizeof *grown);
                    o->operation = grown;
                    room = more;
                }
                o->operation[o->count++] = (fit_operation){.name = name};
            }
            at = strchr(at, ' ');
            at = at != NULL ? at + 1 : NULL;
        }
    }
}

static fit_cost *cost_of(fit_operation *o, bool latency)
{
    return latency ? &o->latency : &o->throughput;
}

typedef struct linear_system {
    gsl_matrix *u, *v; /* rows: kernels, and the rest zero; columns: operations */
    gsl_vector *s, *b, *work;
    int rows, columns;
} linear_system;

/* One row a kernel, divided by the standard error of its time. */
static void fill(const fit_data *data, const fit_operations *o, bool latency,
                 const bool *is_left_out, linear_system *m)
{
    gsl_matrix_set_zero(m->u);
    gsl_vector_set_zero(m->b);
    int row = 0;
    for (int i = 0; i < data->count; i++) {
        const fit_series *s = &data->series[i];
        if (!is_in(s, latency))
            continue;
        const double error = fmax(fit_work_error(s), ERROR_LEAST) * fit_work_s(s);
        for (int j = 0; j < o->count; j++) {
            if (!is_left_out[j])
                gsl_matrix_set(m->u, (size_t)row, (size_t)j,
                               times(s, o->operation[j].name) / error);
        }
        gsl_vector_set(m->b, (size_t)row, fit_work_s(s) / error);
        row++;
    }
}

/* What the operations of a kernel take together. */
static double sum_of(const fit_series *s, const fit_operations *o, bool latency)
{
    double sum = 0;
    for (int j = 0; j < o->count; j++) {
        const fit_operation *op = &o->operation[j];
        sum += times(s, op->name) * (latency ? op->latency : op->throughput).seconds;
    }
    return sum;
}

/* How much further kernels are off than their errors say, at least 1: the same sum of operations
 * does not describe them better (Birge, Physical Review 40, 1932). */
static double birge_ratio(const fit_data *data, const fit_operations *o, bool latency)
{
    double squares = 0;
    int kernels = 0, known = 0;
    for (int i = 0; i < data->count; i++) {
        const fit_series *s = &data->series[i];
        if (!is_in(s, latency))
            continue;
        const double off = (sum_of(s, o, latency) - fit_work_s(s)) /
                           (fmax(fit_work_error(s), ERROR_LEAST) * fit_work_s(s));
        squares += off * off;
        kernels++;
    }
    for (int j = 0; j < o->count; j++)
        known += (latency ? o->operation[j].latency : o->operation[j].throughput).seconds > 0;
    return kernels > known ? fmax(1, sqrt(squares / (kernels - known))) : 1;
}

/* Solves by singular values, so that what is only known in sum is divided with
 * the least squares (Golub and Reinsch, Numerische Mathematik 14, 1970). */
static void solve(const linear_system *m, fit_operations *o, bool latency, const bool *is_left_out)
{
    gsl_linalg_SV_decomp(m->u, m->v, m->s, m->work);
    const double largest = gsl_vector_get(m->s, 0);
    for (int j = 0; j < o->count; j++) {
        fit_cost *c = cost_of(&o->operation[j], latency);
        double value = 0, variance = 0, missing = 0;
        for (int k = 0; k < m->columns; k++) {
            const double s = gsl_vector_get(m->s, (size_t)k);
            const double v = gsl_matrix_get(m->v, (size_t)j, (size_t)k);
            if (!(s > SINGULAR * largest)) {
                missing += v * v;
                continue;
            }
            double projected = 0;
            for (int i = 0; i < m->rows; i++)
                projected +=
                    gsl_matrix_get(m->u, (size_t)i, (size_t)k) * gsl_vector_get(m->b, (size_t)i);
            value += v * projected / s;
            variance += v / s * (v / s);
        }
        /* A column of nothing is the missing part entirely. */
        c->is_known = c->is_known || missing < 1 - 1e-6;
        c->is_shared = c->is_shared || (missing > 1e-6 && missing < 1 - 1e-6);
        c->seconds = is_left_out[j] ? 0 : value;
        c->error = sqrt(variance);
    }
}

/* What comes out negative is nothing: it is left out, and the rest solved again. */
static bool leave_out_negative(fit_operations *o, bool latency, bool *is_left_out)
{
    bool is_new = false;
    for (int j = 0; j < o->count; j++) {
        const fit_cost *c = cost_of(&o->operation[j], latency);
        if (!is_left_out[j] && c->seconds < 0)
            is_new = is_left_out[j] = true;
    }
    return is_new;
}

static void solve_one(arena *a, const fit_data *data, fit_operations *o, bool latency)
{
    linear_system m = {.columns = o->count};
    for (int i = 0; i < data->count; i++)
        m.rows += is_in(&data->series[i], latency);
    if (m.rows == 0 || m.columns == 0)
        return;
    /* The decomposition wants no fewer rows than columns. */
    m.rows = m.rows > m.columns ? m.rows : m.columns;
    const size_t rows = (size_t)m.rows, columns = (size_t)m.columns;
    m.u = gsl_matrix_alloc(rows, columns);
    m.v = gsl_matrix_alloc(columns, columns);
    m.s = gsl_vector_alloc(columns);
    m.b = gsl_vector_alloc(rows);
    m.work = gsl_vector_alloc(columns);
    bool *is_left_out = ARENA_ARRAY(a, o->count, bool);
    do {
        fill(data, o, latency, is_left_out, &m);
        solve(&m, o, latency, is_left_out);
    } while (leave_out_negative(o, latency, is_left_out));
    const double ratio = birge_ratio(data, o, latency);
    for (int j = 0; j < o->count; j++)
        cost_of(&o->operation[j], latency)->measured = cost_of(&o->operation[j], latency)->error;
    for (int j = 0; j < o->count; j++)
        cost_of(&o->operation[j], latency)->error *= ratio;
    gsl_matrix_free(m.u);
    gsl_matrix_free(m.v);
    gsl_vector_free(m.s);
    gsl_vector_free(m.b);
    gsl_vector_free(m.work);
}

static void judge(const fit_data *data, fit_operations *o)
{
    for (int i = 0; i < data->count; i++) {
        const fit_series *s = &data->series[i];
        if (!counts(s))
            continue;
        const bool latency = is_of(s, "chain");
        const double off = fabs(sum_of(s, o, latency) - fit_work_s(s)) / fit_work_s(s);
        if (off > o->worst) {
            o->worst = off;
            o->worst_series = s;
        }
    }
}

void fit_solve_operations(arena *a, const fit_data *data, fit_operations *operations)
{
    *operations = (fit_operations){0};
    collect_names(a, data, operations);
    solve_one(a, data, operations, true);
    solve_one(a, data, operations, false);
    judge(data, operations);
}
