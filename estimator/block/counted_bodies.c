#include "estimator/block/counted_bodies.h"

#include "estimator/run/moving.h"

/* A loop inside others whose bodies depend on their variables is counted once for each of their
 * iterations. Often few of these differ in anything that its body sees: under a condition on the
 * sum of all variables only the sum so far, under a bound that is the next variable only that
 * one. What a body counts is kept by the residue of its expressions. */

enum {
    FRUITLESS_MOST = 256,     /* bodies in a row that were like none before: it is given up */
    TRIED_LEAST = 8,          /* all unlike each other: it is not tried on the next processor */
    KEPT_MOST = 32 * 1048576, /* bytes */
};

typedef struct counted_loop {
    bool is_off;
    int fruitless, found, tried;
    moving_exprs moving; /* in its body, with it and the loops around */
    residue_table known; /* body_counts */
    residue key;         /* of the body that is being counted */
} counted_loop;

counted_bodies counted_bodies_open(run *r, const aag_unit *block)
{
    return (counted_bodies){.r = r, .block = block};
}

void counted_bodies_close(counted_bodies *b)
{
    for (int id = b->block->id; b->loop && id <= b->block->last; id++) {
        const counted_loop *x = b->loop[id - b->block->id];
        if (x && !x->found && x->tried >= TRIED_LEAST)
            b->r->bodies_differ[id] = true;
    }
    if (b->loop || b->row)
        arena_clear(b->r->bodies);
}

static counted_loop *loop_of(counted_bodies *b, const aag_unit *loop)
{
    run *r = b->r;
    const estimator *est = r->est;
    if (!r->bodies)
        r->bodies = arena_new_under(r->scratch);
    if (!b->loop)
        b->loop = ARENA_ARRAY(r->bodies, b->block->last - b->block->id + 1, counted_loop *);
    counted_loop **at = &b->loop[loop->id - b->block->id];
    if (*at)
        return *at;
    const unit_info *info = &est->unit[loop->id];
    uint64_t outer = info->var;
    for (const aag_unit *p = loop->parent; p; p = p->parent)
        outer |= est->unit[p->id].var;
    *at = ARENA_NEW(r->bodies, counted_loop);
    (*at)->known.memory = r->bodies;
    (*at)->moving = moving_find(est, r->bodies, loop->id + 1, loop->last, outer);
    (*at)->is_off = moving_has_axis(est, loop->id + 1, loop->last, outer);
    return *at;
}

const residue *body_key_of(counted_bodies *b, const aag_unit *loop)
{
    run *r = b->r;
    const unit_info *info = &r->est->unit[loop->id];
    if (info->loops < 2 || loop->id == b->block->id || r->bodies_differ[loop->id] || r->has_failed)
        return NULL;
    counted_loop *x = loop_of(b, loop);
    if (x->is_off)
        return NULL;
    x->key.values.count = 0;
    x->key.is_unknown = false;
    for (int i = 0; i < x->moving.count; i++)
        residue_add(r->env, r->bodies, x->moving.data[i], info->bound & ~info->var, &x->key);
    return &x->key;
}

const body_counts *body_find(const counted_bodies *b, const aag_unit *loop, const residue *key)
{
    if (!key)
        return NULL;
    counted_loop *x = b->loop[loop->id - b->block->id];
    const body_counts *found = residue_find(&x->known, key);
    x->tried++;
    x->found += found != NULL;
    x->fruitless = found ? 0 : x->fruitless + 1;
    x->is_off = x->fruitless > FRUITLESS_MOST;
    return found;
}

void body_keep(counted_bodies *b, const aag_unit *loop, const residue *key, uint64_t hash,
               const int128 *n, int slots)
{
    run *r = b->r;
    if (!key || r->has_failed || b->kept > KEPT_MOST)
        return;
    body_counts *counted = ARENA_NEW(r->bodies, body_counts);
    *counted = (body_counts){hash, r->beyond, arena_copy(r->bodies, n, (size_t)slots * sizeof *n)};
    residue_keep(&b->loop[loop->id - b->block->id]->known, key, counted);
    b->kept += key->values.count * 8 + slots * 16 + 64;
}
