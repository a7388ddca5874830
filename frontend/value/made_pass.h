#ifndef FPREDICT_FRONTEND_VALUE_MADE_PASS_H
#define FPREDICT_FRONTEND_VALUE_MADE_PASS_H

/* The inside of the pass that has functions fill what is set to the memory that they return
 * (value/made_array.h): for the files made_*.c. */

#include "frontend/value/state.h"
#include "support/vec.h"

/* A variable is set to what a call returns. */
typedef struct made_call {
    decl *target;
    syntax *statement; /* the assignment; null: the variable is declared with the value */
    const syntax *call;
    bool is_done;
} made_call;

/* A function with the text of another, which makes other memory, too. */
typedef struct made_twin {
    const decl *of;
    decl *maker;
} made_twin;

typedef struct made_pass {
    fp_context *ctx;
    c_program *source;
    const pragma_list *pragmas;
    int named_count;
    const bool *is_named; /* by a declaration's id, of so many: a directive maps it */
    VEC(made_call) calls; /* of this round */
    VEC(made_twin) makers;
    VEC(row_setting) settings;
} made_pass;

/* made_function.c */
/* The pointer whose memory, which the function has asked for, it returns; null: it does not, or
 * does something else with it. */
const decl *made_pointer_of(const made_pass *w, const decl *f);
/* How many elements it has, by the function's formals; null: not known. */
const syntax *made_count(made_pass *w, const decl *f);
/* The same, by what the call passes. */
const syntax *made_count_at(made_pass *w, const syntax *count, const syntax *call);
/* Makes the pointer the function's last formal. */
void made_take(made_pass *w, decl *f, decl *pointer);
/* May the variable's memory have another name, too, when it is set again? */
bool made_has_other_name(const made_pass *w, const decl *d);

#endif
