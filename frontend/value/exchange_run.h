#ifndef FPREDICT_FRONTEND_VALUE_EXCHANGE_RUN_H
#define FPREDICT_FRONTEND_VALUE_EXCHANGE_RUN_H

/* What statements that assign pointers to each other, and do nothing else, have done to them. */

#include "frontend/syntax/syntax.h"

enum { EXCHANGED_MOST = 16 };

/* What a function that exchanges is given: *formal is that pointer. */
typedef struct pointer_binding {
    const decl *formal, *cell;
} pointer_binding;

/* Which pointers are meant: those that exchange what they hold; others only help. */
typedef struct exchanged_kind {
    bool (*is_of)(const void *data, const decl *d);
    const void *data;
    bool may_help; /* one of them, too, where nothing holds any more what it held before */
} exchanged_kind;

/* What each pointer holds, as the number of that which held it at the beginning. */
typedef struct exchange_run {
    exchanged_kind kind;
    const decl *cell[EXCHANGED_MOST];
    int holds[EXCHANGED_MOST];
    bool is_inner[EXCHANGED_MOST]; /* a variable of a function that is called */
    int count;
    pointer_binding bound[EXCHANGED_MOST];
    int bound_count;
    const decl *callee; /* whose body it is in; or null */
    int depth;
} exchange_run;

/* Executes the statement; false: it does something else. */
bool exchange_step(exchange_run *r, const syntax *s);
/* Do all that take part hold what they held before, in another order? */
bool exchange_is_complete(const exchange_run *r);
/* Is pointer i of the kind, and does not only help? */
bool exchange_takes_part(const exchange_run *r, int i);

/* Statements of a block that are an exchange. They follow each other there, but the first, where it
 * is `apart`: it keeps what a pointer holds, and others stand behind it that leave both alone. */
typedef struct exchange_statements {
    int count;
    const syntax *const *statement;
    bool is_apart;
} exchange_statements;

/* Is told of each exchange. */
typedef void (*exchange_keep)(void *data, const exchange_run *r, exchange_statements found);
/* Finds those in `s`; what it makes lies in `memory`. */
void exchange_search(exchanged_kind kind, arena *memory, const syntax *s, exchange_keep keep,
                     void *data);

#endif
