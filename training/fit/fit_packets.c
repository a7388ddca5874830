#include <math.h>

#include <gsl/gsl_multifit.h>

#include "training/fit/fit_line.h"

/* Packets: a saw-tooth on a line (Balasundaram and others 1991, section 5: the training set's
 * functions depend on the packet size). */

enum { TERMS = 3, ROUNDS = 6, PACKET_LEAST = 32, LENGTHS_LEAST = 4 };

/* Deviations count at most so many times the noise; a step is worth so many times its
 * own error, and this much of the criterion beyond what its numbers cost. */
static const double CAP = 3, SURE = 5, WORTH = 10;

typedef struct stepper {
    int count;
    const fit_point *point;
    double noise;
    gsl_matrix *x, *covariance;
    gsl_vector *y, *weight, *c;
    gsl_multifit_linear_workspace *work;
} stepper;

static double off(const stepper *s, const fit_piece *p, int i)
{
    return (fit_piece_value(p, s->point[i].x) - s->point[i].y) / s->point[i].y / s->noise;
}

static void fill(const stepper *s, double packet)
{
    for (int i = 0; i < s->count; i++) {
        const fit_point *p = &s->point[i];
        gsl_matrix_set(s->x, (size_t)i, 0, 1);
        gsl_matrix_set(s->x, (size_t)i, 1, p->x);
        gsl_matrix_set(s->x, (size_t)i, 2, ceil(p->x / packet));
        gsl_vector_set(s->y, (size_t)i, p->y);
        gsl_vector_set(s->weight, (size_t)i, 1 / (s->noise * p->y * s->noise * p->y));
    }
}

/* Points that are far off count less, round by round. */
static void weigh(const stepper *s, const fit_piece *p)
{
    for (int i = 0; i < s->count; i++) {
        const double u = fabs(off(s, p, i)) / CAP;
        const double y = s->noise * s->point[i].y;
        gsl_vector_set(s->weight, (size_t)i, (u > 1 ? 1 / u : 1) / (y * y)); /* Huber, 1964 */
    }
}

/* Returns the cost, or infinity where a part would be negative or the step is not sure. */
static double try_packet(const stepper *s, double packet, fit_piece *p)
{
    double chi2, cost = 0;
    fill(s, packet);
    for (int round = 0; round < ROUNDS; round++) {
        gsl_multifit_wlinear(s->x, s->weight, s->y, s->c, s->covariance, &chi2, s->work);
        *p = (fit_piece){.end = s->count,
                         .constant = gsl_vector_get(s->c, 0),
                         .slope = gsl_vector_get(s->c, 1),
                         .per_packet = gsl_vector_get(s->c, 2),
                         .packet = packet,
                         .constant_error = sqrt(fabs(gsl_matrix_get(s->covariance, 0, 0))),
                         .slope_error = sqrt(fabs(gsl_matrix_get(s->covariance, 1, 1)))};
        weigh(s, p);
    }
    const double error = sqrt(fabs(gsl_matrix_get(s->covariance, 2, 2)));
    if (p->constant < 0 || p->slope < 0 || !(p->per_packet > SURE * error))
        return INFINITY;
    for (int i = 0; i < s->count; i++) {
        const double r = off(s, p, i);
        cost += fmin(r * r, CAP * CAP);
    }
    return cost;
}

static double cost_of(const stepper *s, const fit_function *f)
{
    double cost = 0;
    for (int i = 0; i < s->count; i++) {
        const double r = (fit_value(f, s->point[i].x) - s->point[i].y) / s->point[i].y / s->noise;
        cost += fmin(r * r, CAP * CAP);
    }
    return cost;
}

/* The packet has to be seen several times over. */
static bool is_candidate(const stepper *s, int i)
{
    return s->point[i].x >= PACKET_LEAST &&
           s->point[s->count - 1].x >= LENGTHS_LEAST * s->point[i].x;
}

static double best_packet(const stepper *s, fit_piece *steps)
{
    double least = INFINITY;
    for (int i = 0; i < s->count; i++) {
        fit_piece p;
        const double cost = is_candidate(s, i) ? try_packet(s, s->point[i].x, &p) : INFINITY;
        if (cost < least) {
            least = cost;
            *steps = p;
        }
    }
    return least;
}

bool fit_packets(arena *a, int count, const fit_point *point, const fit_function *function,
                 fit_piece *steps)
{
    const size_t n = (size_t)count;
    if (count < 2 * TERMS)
        return false;
    stepper s = {.count = count, .point = point, .noise = fit_noise(a, count, point)};
    s.x = gsl_matrix_alloc(n, TERMS);
    s.covariance = gsl_matrix_alloc(TERMS, TERMS);
    s.y = gsl_vector_alloc(n);
    s.weight = gsl_vector_alloc(n);
    s.c = gsl_vector_alloc(TERMS);
    s.work = gsl_multifit_linear_alloc(n, TERMS);
    /* Four numbers; lines have three a piece, but for the first one's beginning. */
    const double by_steps = best_packet(&s, steps) + 4 * log((double)count);
    const double by_lines = cost_of(&s, function) + (3 * function->count - 1) * log((double)count);
    gsl_matrix_free(s.x);
    gsl_matrix_free(s.covariance);
    gsl_vector_free(s.y);
    gsl_vector_free(s.weight);
    gsl_vector_free(s.c);
    gsl_multifit_linear_free(s.work);
    return by_steps + WORTH < by_lines;
}
