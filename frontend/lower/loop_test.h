#ifndef FPREDICT_FRONTEND_LOWER_LOOP_TEST_H
#define FPREDICT_FRONTEND_LOWER_LOOP_TEST_H

/* What the head of a loop does besides counting: calls, assignments, reads of elements. The test
 * of `for` and `while` is evaluated before each iteration, where all operands of its && hold, and
 * once more, which ends the loop; that of `do` after each iteration. */

#include "frontend/lower/expression.h"

/* Does an operand of the test assign or call, or, other than comparisons of `var` with a bound,
 * read elements of arrays? A null `var` has no bounds. */
bool lower_test_acts(lowering *lo, const syntax *test, const decl *var);
/* The test before an iteration that it lets pass. */
void lower_test_passed(lowering *lo, node_list *out, const syntax *test, const decl *var);
void lower_gather_passed(lowering *lo, gather *g, const syntax *test);
/* The test that may end the loop: what is known of variables now tells how far it is evaluated. */
void lower_test_open(lowering *lo, node_list *out, const syntax *test);
/* What the value that a head sets or moves the loop's variable by does. */
void lower_head_value(lowering *lo, node_list *out, const syntax *value);

#endif
