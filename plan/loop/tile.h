#ifndef FPREDICT_PLAN_LOOP_TILE_H
#define FPREDICT_PLAN_LOOP_TILE_H

/* The nests that loop/pipeline.c chooses, tiled. Private to plan/. */

#include "plan/loop/band.h"

/* Tiles a band that pipeline_can_tile, and says so in a remark. */
void tile_make(planner *p, const band *b);

#endif
