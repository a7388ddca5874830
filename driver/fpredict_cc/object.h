#ifndef FPREDICT_DRIVER_FPREDICT_CC_OBJECT_H
#define FPREDICT_DRIVER_FPREDICT_CC_OBJECT_H

/* Objects and archives as a linker sees them: which names they define, and which they want. */

#include <stdbool.h>
#include <stddef.h>

#include "support/arena.h"
#include "support/vec.h"

typedef struct cc_symbol {
    const char *name;
    bool is_defined; /* false: another object is to define it */
} cc_symbol;

typedef VEC(cc_symbol) cc_symbols;

/* Reads the names that an object shares with others. Returns false where it is no ELF object of 64
 * bits in this machine's order, such as the bitcode of -flto. */
bool cc_object_symbols(arena *a, const char *bytes, size_t length, cc_symbols *out);

/* One object of an archive. */
typedef struct cc_member {
    const char *name;
    const char *bytes;
    size_t length;
} cc_member;

typedef VEC(cc_member) cc_members;

bool cc_is_archive(const char *bytes, size_t length);
/* The objects of an archive, in its order; a thin one's are read from beside it. Returns false
 * where it is damaged, or one of them is not there. */
bool cc_archive_members(arena *a, const char *path, const char *bytes, size_t length,
                        cc_members *out);

#endif
