#ifndef FPREDICT_CODEGEN_DATA_DESCRIPTORS_H
#define FPREDICT_CODEGEN_DATA_DESCRIPTORS_H

/* How the program declares and lays out grids, templates and arrays. Names are in the arena. */

#include "codegen/text/emitter.h"

/* Fills emitter.arrays. */
void emit_find_arrays(emitter *e);
/* Null: the variable is not distributed. */
const array_info *emit_array(const emitter *e, const variable *v);
/* Is it a temporary that every processor has the whole of? Its name; its declaration. */
bool emit_is_copy(const emitter *e, const variable *v);
void emit_copy(emitter *e, const variable *v, const char *indent);
const char *emit_copy_name(const emitter *e, const variable *v);
const char *emit_axis(emitter *e, const axis_map *map);
/* Finds the axes that only arrays have; refuses grids that cannot be generated. Before these: */
void emit_check_grids(emitter *e);
/* Those of the file at hand, and the function that lays them out. */
void emit_descriptors(emitter *e);
/* What that function is called; null: the file has nothing to lay out. */
const char *emit_lay_out_name(const emitter *e, const source_file *file);
/* The call that lays the array out. */
void emit_array_layout(emitter *e, const array_info *a, const char *indent);
/* The declaration of the pointer that the function's text knows it by. */
void emit_pointer(emitter *e, const pointer *p, const char *indent);

#endif
