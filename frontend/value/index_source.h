#ifndef FPREDICT_FRONTEND_VALUE_INDEX_SOURCE_H
#define FPREDICT_FRONTEND_VALUE_INDEX_SOURCE_H

/* What an index that is known only at run time is found by. */

#include "frontend/value/access_path.h"

/* The element or the scalar that such an index is a multiple of, and a number more; `of` is null
 * where it is anything else. */
index_source value_index_source(lowering *lo, const syntax *s);

#endif
