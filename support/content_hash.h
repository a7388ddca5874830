#ifndef FPREDICT_SUPPORT_CONTENT_HASH_H
#define FPREDICT_SUPPORT_CONTENT_HASH_H

/* By what a file holds, whatever it is called: 128 bits, so that two contents have the same by
 * accident in no build. It is made for speed, and withstands nobody who wants two to be alike. */

#include <stddef.h>

#include "support/arena.h"

enum { CONTENT_HASH_LENGTH = 32 }; /* of its text, in hexadecimal digits */

const char *content_hash(arena *a, const void *bytes, size_t length);

#endif
