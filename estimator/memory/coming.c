#include "estimator/memory/coming.h"

#include <math.h>

static coming *at(const memory_walk *w, coming_place place, int outside, int t, int level)
{
    const int touches = w->nest->touch_count, depths = w->nest->deepest + 1;
    return &w->coming[(((int)place * depths + outside) * touches + t) * w->levels + level];
}

bool coming_is_asked(const memory_walk *w)
{
    for (int l = 0; l < w->levels; l++)
        if (w->level[l].replace == REPLACE_RANDOM)
            return true;
    return false;
}

int coming_count(const memory_walk *w)
{
    return 2 * (w->nest->deepest + 1) * w->nest->touch_count * w->levels;
}

void coming_open(memory_walk *w)
{
    const int all = coming_count(w);
    w->coming = ARENA_ARRAY(w->r->scratch, all + 1, coming);
    for (int i = 0; i < all; i++)
        w->coming[i].elsewhere = 1;
}

void coming_forget(memory_walk *w)
{
    const int count = coming_count(w);
    for (int i = 0; i < count; i++) {
        coming *c = &w->coming[i];
        c->lines = c->found = c->missed = c->round_found = c->round_missed = 0;
    }
}

void coming_add(memory_walk *w, coming_place place, int outside, int t, int level, double times,
                const coming *more)
{
    if (!w->coming || w->level[level].replace != REPLACE_RANDOM)
        return;
    coming *c = at(w, place, outside, t, level);
    c->lines += times * more->lines;
    c->found += times * more->found;
    c->missed += times * more->missed;
    c->round_found += times * more->round_found;
    c->round_missed += times * more->round_missed;
}

/* Takes over the sums. What is not found here comes in with the chance `elsewhere`; returns that
 * with which one of all its lines does. */
static double learn(coming *c, double elsewhere, double *most)
{
    double again = c->lines > 0 ? lesser(1, c->found / c->lines) : 0;
    double gone = c->lines > 0 ? lesser(again, c->missed / c->lines) : 0;
    *most = greater(*most, fabs(gone - c->gone) + fabs(elsewhere - c->elsewhere));
    double round = c->lines > 0 ? lesser(again, c->round_found / c->lines) : 0;
    double round_gone = c->lines > 0 ? lesser(round, c->round_missed / c->lines) : 0;
    *c = (coming){.again = again,
                  .gone = gone,
                  .round = round,
                  .round_gone = round_gone,
                  .elsewhere = elsewhere};
    return gone + (1 - again) * elsewhere;
}

/* From outside inwards: what the whole program has not had before comes in for certain, what a list
 * has not, with the loop's chance around it, and what a loop has not, with the list's. */
double coming_learn(memory_walk *w)
{
    double most = 0;
    for (int t = 0; t < w->nest->touch_count; t++)
        for (int l = 0; l < w->levels; l++) {
            double chance = 1;
            if (w->level[l].replace != REPLACE_RANDOM) /* nothing is asked of it */
                continue;
            for (int k = 0; k <= w->nest->touches[t].depth; k++) {
                chance = learn(at(w, AMONG, k, t, l), chance, &most);
                if (k < w->nest->touches[t].depth)
                    chance = learn(at(w, IN_LOOP, k, t, l), chance, &most);
            }
        }
    return most;
}

coming_source coming_find(const memory_walk *w, const window *v, int t, int level, int outside)
{
    coming_source s = {0};
    if (!w->coming || w->level[level].replace != REPLACE_RANDOM)
        return s;
    s.list = at(w, AMONG, outside, t, level);
    if (v->kind == IN_LIST)
        return s;
    s.loop = at(w, IN_LOOP, outside - 1, t, level);
    s.is_round = v->kind == ROUND;
    s.is_other = s.is_round && w->touches[t].child != v->own;
    s.own = w->touches[t].own[level];
    s.fresh = w->touches[t].fresh[level];
    return s;
}

double coming_part(const coming_source *s, double *stays)
{
    const coming *list = s->list, *c = s->loop;
    *stays = 0;
    if (!list)
        return 0;
    if (!c) {
        *stays = (1 - list->again) * (1 - list->elsewhere);
        return (1 - list->again) * list->elsewhere;
    }
    double part = 1 - list->again, more = 0; /* of all */
    if (s->is_other) {                       /* of those that the list has not found */
        part = 1;
        more = s->fresh > 0 ? list->gone * s->own / s->fresh : 0;
    }
    /* What is found otherwise than the line that is asked about has gone with a chance of its own.
     */
    const double otherwise = s->is_round ? c->again - c->round : c->round;
    const double gone = s->is_round ? c->gone - c->round_gone : c->round_gone;
    *stays = part * ((1 - c->again) * (1 - c->elsewhere) + otherwise - gone);
    return part * ((1 - c->again) * c->elsewhere + gone) + more;
}
