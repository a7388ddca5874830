#ifndef FPREDICT_FRONTEND_LOWER_MEMORY_COPY_H
#define FPREDICT_FRONTEND_LOWER_MEMORY_COPY_H

/* memcpy, memmove, memset and bzero of distributed arrays: array assignments (HPF). */

#include "frontend/lower/expression.h"

/* Lowers such a call into the loops that it stands for; false: it is none, or not of whole rows. */
bool lower_memory_copy(lowering *lo, gather *g, const syntax *call);

#endif
