#ifndef FPREDICT_SYSMODELS_CHANGE_PLACEMENT_H
#define FPREDICT_SYSMODELS_CHANGE_PLACEMENT_H

/* Where processors are, as an option says, for adjust.c. */

#include "sysmodels/file/file.h"
#include "sysmodels/model/adjust.h"

/* Make the change in the communication component that joins the nodes. */
void placement_set(fp_context *ctx, const sag_change *change, sag_communication *c);
void placement_set_ranks(fp_context *ctx, const sag_change *change, sag_communication *c);
const char *placement_sentence(arena *a, const sag_change *change);

#endif
