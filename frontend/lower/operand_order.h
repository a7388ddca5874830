#ifndef FPREDICT_FRONTEND_LOWER_OPERAND_ORDER_H
#define FPREDICT_FRONTEND_LOWER_OPERAND_ORDER_H

#include "frontend/syntax/syntax.h"

/* Of two operands, neither of which has effects: does a compiler have the right one evaluated
 * first? It does where that takes more registers (Sethi and Ullman, The generation of optimal code
 * for arithmetic expressions, Journal of the ACM 17(4), 1970), so that what of the other waits is
 * one. */
bool lower_is_right_first(const syntax *left, const syntax *right);

#endif
