#ifndef FPREDICT_FRONTEND_LOWER_EXPRESSION_H
#define FPREDICT_FRONTEND_LOWER_EXPRESSION_H

/* The operations and reads of a value. */

#include "frontend/value/access_path.h"

typedef VEC(const reference *) reference_vec;
typedef VEC(const variable *) variable_vec;

typedef struct gather {
    node_list *before; /* calls and nested assignments, hoisted */
    op_tally ops;
    reference_vec reads;
    variable_vec scalars;
    VEC(value_path) paths; /* of what was read so far, to the value that is made of it */
    bool is_io;
    const unknown_effect *unknowns; /* what cannot be known of it, linked by next */
    const expr *io_bytes;           /* of fread and fwrite, where known */
} gather;

void lower_value(lowering *lo, gather *g, const syntax *s);
/* A value that is tested for not being 0. */
void lower_condition(lowering *lo, gather *g, const syntax *s);
/* Does it assign, call what may, or have statements? */
bool lower_has_effects(lowering *lo, const syntax *s);
/* What an index expression reads; its arithmetic costs nothing. */
void lower_index_reads(lowering *lo, gather *g, const syntax *s);
/* The index arithmetic of a place. */
void lower_index_ops(lowering *lo, gather *g, place *p);

/* What was counted since g->ops was `before` waits for the operands whose paths begin at
 * `first`, all that were read for it. */
void lower_operate(gather *g, int first, const op_tally *before);
void lower_count(gather *g, op_kind kind, unsigned times);
/* The operation of a binary operator on operands of this type. */
void lower_count_binary(gather *g, syntax_op op, const c_type *type);
void lower_count_conversion(gather *g, const c_type *from, const c_type *to);
bool lower_is_constant(const syntax *s);

#endif
