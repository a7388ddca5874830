#ifndef FPREDICT_SUPPORT_DIAG_LIST_H
#define FPREDICT_SUPPORT_DIAG_LIST_H

/* What a list of diagnostics holds; for support/diag*.c only. */

#include "support/diag.h"
#include "support/vec.h"

typedef struct diag_entry {
    source_range where;
    const char *text;
} diag_entry;

struct diag {
    arena *arena;
    diag_severity severity;
    bool is_promoted; /* a warning that was made an error */
    const char *rule; /* null: none */
    diag_entry message;
    VEC(diag_entry) notes;
};

struct diag_list {
    arena *arena;
    bool promotes_warnings, drops_warnings;
    int errors_reported;
    VEC(diag *) diags;
};

#endif
