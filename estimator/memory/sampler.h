#ifndef FPREDICT_ESTIMATOR_MEMORY_SAMPLER_H
#define FPREDICT_ESTIMATOR_MEMORY_SAMPLER_H

/* What sample.c and sample_point.c share: strata of executions, the points in them, and who comes
 * first. */

#include "estimator/memory/back_walk.h"
#include "estimator/memory/pieces.h"

typedef struct stratum {
    int at;         /* touch */
    int carrier;    /* index of the loop; -1: none */
    uint32_t tried; /* loops that move the reference otherwise than by so many bytes: whether it
                     * stays in its line is tried */
    bool is_asked;  /* conditions around are: points are where they let it be executed */
    double most;    /* executions that a point stands for, at most */
    int point;      /* the next one */
    double size;    /* executions */
    int looks, first_uses, lost;
    int long_ago; /* of the first uses: they may be uses of lines that have gone */
    double misses;
    int nearest;  /* of the ways, that others came to fill before it was found */
    int64_t cost; /* of the looks */
} stratum;

/* Lines of an array that are ever used. */
typedef struct array_lines {
    bool is_past;   /* stores go past the cache, and never bring a line in */
    bool is_partly; /* pieces tell of some of its references */
    double lines, variance;
    double closed;                    /* by the boxes */
    double sampled, sampled_variance; /* the same, from first uses among executions */
    bool is_vague;                    /* some of these may be uses of lines that have gone */
} array_lines;

typedef struct sampler { /* of one level */
    stream *t;
    int number;                 /* of the level */
    bool is_used;               /* it can be sampled */
    bool is_all;                /* it has room for all lines, and only first uses miss */
    double *misses, *variance;  /* by touch, when all has been looked at */
    double *trust;              /* likewise: the share of these that looks have */
    const piece_counts *pieces; /* what pieces of the program tell of it; null: nothing */
    double known;               /* misses of these */
    back_walk *walk;
    cache_state level;
    int ways;
    int others;           /* lines, or uses, of a set that are looked at */
    uint64_t dice;        /* of random replacement */
    int64_t most;         /* budget of one look */
    int64_t most_at_once; /* after which others have their turn */
    int64_t most_for_line;
    int64_t iteration[NEST_DEEPEST];
    int64_t trips[NEST_DEEPEST];   /* of the loops around the point, */
    int64_t pace[NEST_DEEPEST];    /* and bytes that their iterations move the reference by */
    double each[NEST_DEEPEST + 1]; /* of points in `dims` dimensions */
    int dims;
    int count;
    stratum *strata;
    array_lines *arrays; /* by variable */
} sampler;

static inline bool sampler_knows(const sampler *s, int at)
{
    return s->pieces && s->pieces->is_known[at];
}

static inline double share_of(double count, const stratum *one)
{
    return one->looks ? count / one->looks : 0;
}

/* --- sample.c --- */
/* Sampling is for sets in which use decides, and few ways. */
bool sampler_can(const cache_shape *c);
void sampler_open(sampler *s, stream *t, back_walk *b, int level);
/* A reference that goes anywhere is not looked at: the closed form has its misses. */
bool sampler_sees(const sampler *s, int at);
/* Adds the strata of a touch, which have as many executions as it has together. */
void sampler_add_strata(sampler *s, int at);
/* Goes to the next point, of which as many are passed by as stand for less than others. */
void sampler_go_on(sampler *s, stratum *one);

/* --- sample_first.c --- */
/* Variance of a share of first uses, which a loop that carries the line all but rules out. */
double first_variance(const stratum *one);
/* Asks of each array which of its lines are ever used. */
void first_ask(sampler *s, int level);
/* Lines of an array that are ever used, as far as these and the closed form tell. */
double first_lines(const sampler *s, const variable *of);
/* Adds first uses to the misses of the touches: both estimates together, each by how sure it is. */
void first_add(sampler *s);
/* Of an array a nest misses no less than it uses for the first time, however few sets or executions
 * of it were looked at. */
void first_hold(sampler *s);
/* Is there room for all lines from the first one that may be used to the last one? */
bool first_are_all(const sampler *s);
/* What is missed then, and its standard error; returns whether that is not as it was. */
bool first_set(const sampler *s, double *misses, double *error, int level);

/* --- sample_pieces.c --- */
/* The share of all executions whose misses pieces of the program tell. */
double pieces_share(const sampler *s);
/* Sets the misses of these. */
void pieces_take(sampler *s);
/* Puts what pieces say less surely together with looks, once these are added up. */
void pieces_weigh(sampler *s);

/* --- sample_sets.c --- */
/* Sets the misses of each touch and their variance by some of the sets; false, and nothing set:
 * `budget` is not enough for that, or what is used is not known so well. */
bool sets_ask(sampler *s, int64_t budget, double *misses, double *variance);

/* --- sample_point.c --- */
/* Points fill as many dimensions evenly: one for each loop, and one for whether the point is taken.
 */
void point_dims(sampler *s, int dims);
/* Where the nth one is in a dimension, from 0 to 1, */
double point_spread(const sampler *s, int point, int d);
/* and in the last one. */
double point_dice(const sampler *s, int point);
/* Is there something around the touch, other than chance, that may keep it from being executed? */
bool point_is_asked(const sampler *s, int at);
/* Loops that move the reference by a subscript that is no sum, or by where a loop inside begins, or
 * within a line in which others move it, too; `is_asked`: and those that conditions around ask. */
uint32_t point_tried(const sampler *s, int at, bool is_asked);
/* May the reference be in one line in two iterations of the stratum's carrier, one after the other?
 */
bool point_may_stay(const sampler *s, const stratum *one);
/* Goes to the nth point of a stratum; returns for how many executions it stands, 0 where it is not
 * executed. */
double point_go(sampler *s, const stratum *one, int point);

#endif
