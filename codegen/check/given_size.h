#ifndef FPREDICT_CODEGEN_CHECK_GIVEN_SIZE_H
#define FPREDICT_CODEGEN_CHECK_GIVEN_SIZE_H

/* Sizes of templates that the program reads, and `--set` says: the program is generated for these.
 */

#include "codegen/text/emitter.h"

/* In place of the directive that declares a template, the program compares each such size with the
 * one that it has: it ends where they differ. Those that it cannot compare stay without a value. */
void emit_check_given_sizes(emitter *e);

#endif
