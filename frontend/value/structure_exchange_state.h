#ifndef FPREDICT_FRONTEND_VALUE_STRUCTURE_EXCHANGE_STATE_H
#define FPREDICT_FRONTEND_VALUE_STRUCTURE_EXCHANGE_STATE_H

/* The inside of value/structure_exchange.h: for the files structure_exchange.c and
 * structure_exchange_check.c. */

#include "frontend/value/structure_exchange.h"
#include "support/vec.h"

typedef struct one_exchange {
    int count; /* of statements */
    bool is_apart;
    const syntax *const *statement;
    int pointer_count;
    const decl **pointer;
    int *from; /* pointer i gets what pointer from[i] has had */
    int group; /* of exchanges that have pointers in common */
} one_exchange;

typedef struct drop_reason {
    const char *why; /* null: for none */
    source_range where;
} drop_reason;

struct structure_exchanges {
    fp_context *ctx;
    const c_program *source;
    structure_is_mapped is_mapped;
    void *data;
    VEC(one_exchange) all;
    int groups;
    int *group;          /* by a declaration's id: of a pointer that is exchanged; 0: it is none */
    int *helped;         /* likewise, of t of t = u; u = v; v = t */
    drop_reason *reason; /* by a structure's id: why it is not exchanged, after all */
};

/* The group of the exchange that it is a statement of; 0: it is of none. */
int structure_exchange_group(const structure_exchanges *x, const syntax *s);

#endif
