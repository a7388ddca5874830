#include "estimator/block/counted_bodies.h"

#include "estimator/run/moving.h"

/* A loop inside others whose bodies depend on their variables is counted once for each of their
 * iterations. Often few of these differ in anything that its body sees: under a condition on the
 * sum of all variables only the sum so far, under a bound that is the next variable only that
 * one. What a body counts is kept by the residue of its expressions. */

enum {
    FRUITLESS_MOST = 256,     /* bodies in a row that were like none before: it is given up */
    KEPT_MOST = 32 * 1048576, /* bytes */
};

typedef struct counted_loop {
    bool is_off;
    int fruitless;
    moving_exprs moving; /* in its body, with it and the loops around */
    residue_table known; /* body_counts */
} counted_loop;

counted_bodies counted_bodies_open(run *r, const aag_unit *block)
{
    return (counted_bodies){.r = r, .block = block};
}

void counted_bodies_close(counted_bodies *b)
{
    arena_free(b->memory);
}

static counted_loop *loop_of(counted_bodies *b, const aag_unit *loop)
{
    const estimator *est = b->r->est;
    if (!b->memory) {
        b->memory = arena_new();
        b->loop = ARENA_ARRAY(b->memory, b->block->last - b->block->id + 1, counted_loop *);
    }
    counted_loop **at = &b->loop[loop->id - b->block->id];
    if (*at)
        return *at;
    const unit_info *info = &est->unit[loop->id];
    uint64_t outer = info->var;
    for (const aag_unit *p = loop->parent; p; p = p->parent)
        outer |= est->unit[p->id].var;
    *at = ARENA_NEW(b->memory, counted_loop);
    (*at)->known.memory = b->memory;
    (*at)->moving = moving_find(est, b->memory, loop->id + 1, loop->last, outer);
    (*at)->is_off = moving_has_axis(est, loop->id + 1, loop->last, outer);
    return *at;
}

body_key body_key_of(counted_bodies *b, const aag_unit *loop)
{
    const unit_info *info = &b->r->est->unit[loop->id];
    body_key key = {0};
    if (info->loops < 2 || loop->id == b->block->id || b->r->has_failed)
        return key;
    counted_loop *x = loop_of(b, loop);
    if (x->is_off)
        return key;
    key.memory = arena_new();
    for (int i = 0; i < x->moving.count; i++)
        residue_add(b->r->env, key.memory, x->moving.data[i], info->bound & ~info->var,
                    &key.values);
    return key;
}

void body_key_drop(body_key *key)
{
    arena_free(key->memory);
}

const body_counts *body_find(const counted_bodies *b, const aag_unit *loop, const body_key *key)
{
    if (!key->memory)
        return NULL;
    counted_loop *x = b->loop[loop->id - b->block->id];
    const body_counts *found = residue_find(&x->known, &key->values);
    x->fruitless = found ? 0 : x->fruitless + 1;
    x->is_off = x->fruitless > FRUITLESS_MOST;
    return found;
}

void body_keep(counted_bodies *b, const aag_unit *loop, const body_key *key, uint64_t hash,
               const int128 *n, int slots)
{
    if (!key->memory || b->r->has_failed || b->kept > KEPT_MOST)
        return;
    body_counts *counted = ARENA_NEW(b->memory, body_counts);
    *counted =
        (body_counts){hash, b->r->beyond, arena_copy(b->memory, n, (size_t)slots * sizeof *n)};
    residue_keep(&b->loop[loop->id - b->block->id]->known, &key->values, counted);
    b->kept += key->values.values.count * 8 + slots * 16 + 64;
}
