#ifndef FPREDICT_FRONTEND_LOWER_JUMP_H
#define FPREDICT_FRONTEND_LOWER_JUMP_H

/* What leaves loops, blocks and functions before their ends. Where only data decides whether that
 * happens, everything is predicted as if it did not. */

#include "frontend/value/state.h"

/* What is done before a jump: calls of functions that clean up. */
void lower_before_jump(lowering *lo, node_list *out, const syntax *s);
/* `break` out of a loop: where mappings change, those of here hold after the loop. */
void lower_break(lowering *lo, node_list *out, source_range where);
void lower_return(lowering *lo, node_list *out, const syntax *s);
void lower_goto(lowering *lo, node_list *out, const syntax *s);

/* Does the `goto` leave blocks around it for one of their later statements? */
bool lower_goto_leaves(const lowering *lo, const syntax *jump);
/* Do all jumps to the label do that, so that what they skip is all that they change? */
bool lower_is_only_left_to(const lowering *lo, const syntax *label);

#endif
