#ifndef FPREDICT_CODEGEN_TEXT_FIXED_TEMPLATE_H
#define FPREDICT_CODEGEN_TEXT_FIXED_TEMPLATE_H

/* Templates that a template_fix gives their bounds, for programs that ask whether it has. */

#include "codegen/text/emitter.h"

/* Does a function do so, and does the program ask? */
bool emit_is_fixed_late(const emitter *e, const dist_template *t);
/* Writes what stands for those of the lines begin .. end - 1 of directives, which are left out. */
void emit_fixed_templates(emitter *e, const source_file *file, size_t begin, size_t end);

#endif
