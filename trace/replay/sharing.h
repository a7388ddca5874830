#ifndef FPREDICT_TRACE_REPLAY_SHARING_H
#define FPREDICT_TRACE_REPLAY_SHARING_H

/* Messages that share links, where the machine states capacities and adapters carry them
 * (docs/model.md, "Contention"): whenever the bytes of one begin to go, or are through, the rates
 * of all that it may touch are found anew, max-min fairly (sysmodels/network/share_fill.h). */

#include "trace/replay/engine.h"

struct link_shares *sharing_new(engine *e);
/* A message's bytes are there to go, and take their time: when they are through, transfer_through
 * is called. */
void sharing_begin(engine *e, transit *m);
/* Is a message through, at this event? Else it is to be looked at later, or was before. */
bool sharing_end(engine *e, transit *m);

#endif
