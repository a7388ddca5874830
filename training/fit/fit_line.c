#include "training/fit/fit_line.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_fit.h>
#include <gsl/gsl_statistics_double.h>

#include "support/sort.h"
#include "training/fit/fit_series.h"

/* Deviations beyond so many times the noise count no more than these do. */
enum { CAP = 3 };
static const double NOISE_LEAST = 0.001;

/* The sizes of a piece span so much, at least: no protocol is for a few bytes, but where
 * a switch was looked for many sizes are near each other. */
static const double SPAN_LEAST = 1.3;

static int compare_points(const void *left, const void *right)
{
    const fit_point *a = left, *b = right;
    return (a->x > b->x) - (a->x < b->x);
}

void fit_sort_points(fit_point *point, int count)
{
    qsort(point, (size_t)count, sizeof *point, compare_points);
}

/* If three neighbours have independent errors of one sigma, the middle one's
 * deviation from the line through the others has a variance of sigma squared
 * times 1 + u squared + (1 - u) squared, which is 3/2 at u = 1/2. */
double fit_noise(arena *a, int count, const fit_point *point)
{
    if (count < 3)
        return NOISE_LEAST;
    double *deviation = ARENA_ARRAY(a, count, double);
    for (int i = 1; i + 1 < count; i++) {
        const fit_point *p = &point[i - 1], *q = &point[i], *r = &point[i + 1];
        const double u = (q->x - p->x) / (r->x - p->x);
        deviation[i - 1] = fabs(q->y - (p->y + u * (r->y - p->y))) / q->y;
    }
    const double noise = 1.4826 * sort_median(deviation, count - 2) / sqrt(1.5);
    return noise > NOISE_LEAST ? noise : NOISE_LEAST;
}

typedef struct fitter {
    int count;
    const fit_point *point;
    double noise;
    double *x, *y, *weight, *deviation; /* [count]: one segment's, on the way */
} fitter;

typedef struct line {
    double constant, slope, constant_error, slope_error;
    double cost; /* sum of squares in units of the noise, each capped */
} line;

/* Fits a line with the present weights; where it would have a negative part,
 * the best one without that part. */
static void weighted_line(const fitter *f, int n, line *l)
{
    double c00, c01, c11, chi2;
    gsl_fit_wlinear(f->x, 1, f->weight, 1, f->y, 1, (size_t)n, &l->constant, &l->slope, &c00, &c01,
                    &c11, &chi2);
    l->constant_error = sqrt(fabs(c00));
    l->slope_error = sqrt(fabs(c11));
    if (l->constant < 0) {
        l->constant = l->constant_error = 0;
        gsl_fit_wmul(f->x, 1, f->weight, 1, f->y, 1, (size_t)n, &l->slope, &c11, &chi2);
        l->slope_error = sqrt(fabs(c11));
    } else if (l->slope < 0) {
        double weights = 0;
        for (int i = 0; i < n; i++)
            weights += f->weight[i];
        l->slope = l->slope_error = 0;
        l->constant = gsl_stats_wmean(f->weight, 1, f->y, 1, (size_t)n);
        l->constant_error = 1 / sqrt(weights);
    }
}

/* Fits points first ... end - 1, robustly: by weights that fall to nothing at
 * about six times what deviations are in the middle (Tukey's biweight, by
 * iteration; Holland and Welsch, Communications in Statistics A6, 1977). */
static line fit_segment(const fitter *f, int first, int end)
{
    enum { ROUNDS = 12 };
    const int n = end - first;
    line l = {0};
    for (int i = 0; i < n; i++) {
        const fit_point *p = &f->point[first + i];
        f->x[i] = p->x;
        f->y[i] = p->y;
        f->weight[i] = 1 / (f->noise * p->y * f->noise * p->y);
    }
    weighted_line(f, n, &l);
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < n; i++)
            f->deviation[i] = fabs(l.constant + l.slope * f->x[i] - f->y[i]) / f->y[i];
        double scale = 1.4826 * sort_median(f->deviation, n);
        scale = scale > f->noise ? scale : f->noise;
        for (int i = 0; i < n; i++) {
            const double u = (l.constant + l.slope * f->x[i] - f->y[i]) / f->y[i] / (4.685 * scale);
            const double inside = fabs(u) < 1 ? (1 - u * u) * (1 - u * u) : 0;
            const double usual = 1 / (f->noise * f->y[i] * f->noise * f->y[i]);
            f->weight[i] = usual * (inside > 1e-6 ? inside : 1e-6);
        }
        weighted_line(f, n, &l);
    }
    for (int i = 0; i < n; i++) {
        const double r = (l.constant + l.slope * f->x[i] - f->y[i]) / f->y[i] / f->noise;
        l.cost += fmin(r * r, CAP * CAP);
    }
    return l;
}

/* best[k][j]: the least cost of points 0 ... j - 1 in k + 1 pieces (Bellman, On
 * the approximation of curves by line segments using dynamic programming,
 * Communications of the ACM 4(6), 1961). */
typedef struct choice {
    double *best[FIT_PIECES_MOST];
    int *from[FIT_PIECES_MOST]; /* where the last of the pieces begins */
} choice;

static void choose(const fitter *f, const double *cost, choice *c)
{
    const int n = f->count;
    for (int j = 0; j <= n; j++) {
        c->best[0][j] = j >= FIT_PIECE_POINTS ? cost[j] : INFINITY;
        c->from[0][j] = 0;
    }
    for (int k = 1; k < FIT_PIECES_MOST; k++) {
        for (int j = 0; j <= n; j++) {
            c->best[k][j] = INFINITY;
            for (int i = FIT_PIECE_POINTS; i + FIT_PIECE_POINTS <= j; i++) {
                const double sum =
                    c->best[k - 1][i] + cost[(size_t)i * (size_t)(n + 1) + (size_t)j];
                if (sum < c->best[k][j]) {
                    c->best[k][j] = sum;
                    c->from[k][j] = i;
                }
            }
        }
    }
}

/* The Bayesian information criterion: a further piece is three more numbers. */
static int pieces_wanted(const choice *c, int n)
{
    int wanted = 0;
    double least = INFINITY;
    for (int k = 0; k < FIT_PIECES_MOST; k++) {
        const double criterion = c->best[k][n] + (3 * k + 2) * log((double)n);
        if (criterion < least) {
            least = criterion;
            wanted = k;
        }
    }
    return wanted;
}

static void judge(arena *a, const fitter *f, fit_function *function)
{
    double *distance = ARENA_ARRAY(a, f->count, double);
    for (int i = 0; i < f->count; i++) {
        const fit_point *p = &f->point[i];
        distance[i] = fabs(fit_value(function, p->x) - p->y) / p->y;
        if (distance[i] > function->worst) {
            function->worst = distance[i];
            function->worst_point = i;
        }
    }
    function->typical = sort_median(distance, f->count);
}

bool fit_lines(arena *a, int count, const fit_point *point, fit_function *function)
{
    *function = (fit_function){0};
    if (count < FIT_PIECE_POINTS || count > FIT_POINTS_MOST)
        return false;
    const size_t n = (size_t)count, side = n + 1;
    fitter f = {.count = count, .point = point, .noise = fit_noise(a, count, point)};
    f.x = ARENA_ARRAY(a, n, double);
    f.y = ARENA_ARRAY(a, n, double);
    f.weight = ARENA_ARRAY(a, n, double);
    f.deviation = ARENA_ARRAY(a, n, double);
    double *cost = ARENA_ARRAY(a, side * side, double);
    for (int i = 0; i < count; i++) {
        for (int j = i + FIT_PIECE_POINTS; j <= count; j++)
            cost[(size_t)i * side + (size_t)j] =
                point[j - 1].x < SPAN_LEAST * point[i].x ? INFINITY : fit_segment(&f, i, j).cost;
    }
    choice c;
    for (int k = 0; k < FIT_PIECES_MOST; k++) {
        c.best[k] = ARENA_ARRAY(a, side, double);
        c.from[k] = ARENA_ARRAY(a, side, int);
    }
    choose(&f, cost, &c);

    function->noise = f.noise;
    function->count = pieces_wanted(&c, count) + 1;
    for (int k = function->count - 1, end = count; k >= 0; k--) {
        const int first = c.from[k][end];
        const line l = fit_segment(&f, first, end);
        function->piece[k] = (fit_piece){.first = first,
                                         .end = end,
                                         .from = k > 0 ? point[first].x : 0,
                                         .constant = l.constant,
                                         .slope = l.slope,
                                         .constant_error = l.constant_error,
                                         .slope_error = l.slope_error};
        end = first;
    }
    judge(a, &f, function);
    return true;
}

bool fit_pieces(arena *a, int count, const fit_point *point, fit_function *function)
{
    fit_piece steps;
    if (!fit_lines(a, count, point, function))
        return false;
    if (fit_packets(a, count, point, function, &steps)) {
        const fitter f = {.count = count, .point = point};
        function->count = 1;
        function->piece[0] = steps;
        function->worst = 0;
        judge(a, &f, function);
    }
    return true;
}

fit_piece fit_one_line(arena *a, int count, const fit_point *point, double noise)
{
    fitter f = {.count = count, .point = point, .noise = noise};
    f.x = ARENA_ARRAY(a, count, double);
    f.y = ARENA_ARRAY(a, count, double);
    f.weight = ARENA_ARRAY(a, count, double);
    f.deviation = ARENA_ARRAY(a, count, double);
    const line l = fit_segment(&f, 0, count);
    return (fit_piece){.end = count,
                       .constant = l.constant,
                       .slope = l.slope,
                       .constant_error = l.constant_error,
                       .slope_error = l.slope_error};
}

double fit_piece_value(const fit_piece *piece, double x)
{
    const double packets = piece->packet > 0 ? ceil(x / piece->packet) : 0;
    return piece->constant + piece->slope * x + piece->per_packet * packets;
}

double fit_value(const fit_function *function, double x)
{
    int k = function->count - 1;
    while (k > 0 && x < function->piece[k].from)
        k--;
    return fit_piece_value(&function->piece[k], x);
}
