#ifndef FPREDICT_SCALING_EFFECTS_H
#define FPREDICT_SCALING_EFFECTS_H

/* Factorial analysis of codes on machines over sizes, in four levels (Sun and others 1999, section
 * 4; Sun, He, Cameron and Luo, "A factorial performance evaluation for hierarchical memory
 * systems", IPPS 1999). What is analysed is the cost: a processor's time for a unit of work, p T /
 * W.
 *
 * 1. The effects of code, machine and their interaction on the average over sizes: a two-factor
 *    design with replications (Jain, "The art of computer systems performance analysis", 1991,
 *    chapter 22) on logarithms, so that effects are factors. The sizes are the replications. As
 *    they are the same for all, what a size does to all alike is taken out of the rest (chapter
 *    21, the size as a block), and an effect is tested by an F test against what is left.
 * 2. Why a code or machine costs more than the cheapest: ln(C / C') is the sum over the parts of
 *    (c - c') / L(C, C'), L being the logarithmic mean (C - C') / ln(C / C'); averages of these
 *    over the other factor and the sizes add up to the difference of two effects.
 * 3. By how much each one's cost changes from the first to the last size.
 * 4. What of that each part is; as in 2. */

#include "scaling/grid.h"

typedef enum effect_source {
    EFFECT_CODE,
    EFFECT_MACHINE,
    EFFECT_BOTH, /* their interaction */
    EFFECT_SIZE, /* what a size does to all alike */
    EFFECT_REST, /* sizes change some costs more than others */
    EFFECT_SOURCES
} effect_source;

/* The cost of one code on one machine at one size, in seconds for a unit of work. */
typedef struct effect_cost {
    double all, part[COST_PARTS];
} effect_cost;

/* Of ln(C / C'): it, and what each part is of it. */
typedef struct effect_change {
    double all, part[COST_PARTS];
    int cause; /* the part that goes furthest in its direction; -1: there is no change */
} effect_change;

typedef struct effects {
    int code_count, machine_count;
    int procs;
    int size_count; /* at which all have a cost */
    const int64_t *sizes;
    const effect_cost *costs; /* [(code * machine_count + machine) * size_count + size] */
    double mean;              /* of ln C */
    const double *code, *machine, *both; /* effects on ln C; both: [code * machine_count + m] */
    double variation;                    /* the sum of squares of ln C about its mean */
    double squares[EFFECT_SOURCES];      /* which add up to it */
    int freedom[EFFECT_SOURCES];
    /* The probability that chance makes an effect as large; NaN where there is no test: of one
     * level, or where one size leaves no rest. */
    double chance[EFFECT_SOURCES];
    int best_code, best_machine;                       /* the cheapest on average */
    const effect_change *code_change, *machine_change; /* over the cheapest */
    const effect_change *growth; /* [code * machine_count + machine], last size over first */
} effects;

/* An effect exists if chance makes one as large in fewer cases. */
#define EFFECT_CHANCE 0.05

/* Analyses grids[code * machine_count + machine] on the `point`-th number of processors. What lives
 * does so in `a`; size_count is 0 where there is no size at which all have a cost. */
void scaling_effects(arena *a, int code_count, int machine_count, const scaling_grid *grids,
                     int point, effects *out);

/* Is there an effect? */
bool effect_exists(const effects *e, effect_source source);

/* How the cost goes as a power of the size from one to the other of e->sizes. */
double effect_exponent(const effects *e, int code, int machine, int from, int to);

/* The probability that a value of the F distribution is that large. */
double effect_f_tail(double f, int above, int below);

#endif
