#ifndef FPREDICT_PLAN_LOOP_PIPELINE_H
#define FPREDICT_PLAN_LOOP_PIPELINE_H

/* Nests that carry values between processors, and which of them are tiled. Private to plan/. */

#include "plan/loop/band.h"

/* A nest that has been tiled (loop/tile.c). */
struct tile {
    node *outer;                    /* the outermost of the new loops */
    node *task;                     /* what the owner of a tile executes */
    const node *strips;             /* the loop that strips are taken of; null: none */
    const char *strip_name;         /* of their parameter */
    source_range hinted;            /* the loop whose 'pipeline' says how long they are */
    VEC(const reference *) carried; /* read what earlier tiles compute */
};

/* Tiles nests, which makes the homes of sites in them out of date; returns whether there was
 * one. After a survey there may be more. */
bool pipelines_make(planner *p);
/* Warns of a 'pipeline' before a nest that is none. */
void pipelines_check(planner *p, node *list);
/* Can the loops be tiled, so that the processors work as a pipeline? */
bool pipeline_can_tile(planner *p, const band *b);

/* The tiled nest around a site; null: none. *step: of its task in the site's path. */
const tile *pipeline_tile(const planner *p, const site *s, int *step);
/* Does the reference read what earlier tiles compute? */
bool tile_carries(const tile *t, const reference *ref);
/* The step of the outermost of the new loops in the site's path. */
int tile_outer_step(const tile *t, const site *s);

#endif
