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

void coming_open(memory_walk *w)
{
    const nest *n = w->nest;
    const int all = 2 * (n->deepest + 1) * n->touch_count * w->levels;
    w->coming = ARENA_ARRAY(w->r->scratch, all + 1, coming);
    for (int i = 0; i < all; i++)
        w->coming[i].elsewhere = 1;
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
            for (int k = 0; k <= w->nest->touches[t].depth; k++) {
                chance = learn(at(w, AMONG, k, t, l), chance, &most);
                if (k < w->nest->touches[t].depth)
                    chance = learn(at(w, IN_LOOP, k, t, l), chance, &most);
            }
        }
    return most;
}

double coming_part(const memory_walk *w, const window *v, int t, int level, int outside,
                   double *stays)
{
    *stays = 0;
    if (!w->coming || w->level[level].replace != REPLACE_RANDOM)
        return 0;
    const coming *list = at(w, AMONG, outside, t, level);
    const touch_state *s = &w->touches[t];
    if (v->kind == IN_LIST) {
        *stays = (1 - list->again) * (1 - list->elsewhere);
        return (1 - list->again) * list->elsewhere;
    }
    const coming *c = at(w, IN_LOOP, outside - 1, t, level);
    const bool is_round = v->kind == ROUND;
    double part = 1 - list->again, more = 0; /* of all */
    if (is_round && s->child != v->own) {    /* of those that the list has not found */
        part = 1;
        more = s->fresh[level] > 0 ? list->gone * s->own[level] / s->fresh[level] : 0;
    }
    /* What is found otherwise than the line that is asked about has gone with a chance of its own.
     */
    const double otherwise = is_round ? c->again - c->round : c->round;
    const double gone = is_round ? c->gone - c->round_gone : c->round_gone;
    *stays = part * ((1 - c->again) * (1 - c->elsewhere) + otherwise - gone);
    return part * ((1 - c->again) * c->elsewhere + gone) + more;
}
