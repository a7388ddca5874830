#ifndef FPREDICT_CODEGEN_TEXT_MENTION_H
#define FPREDICT_CODEGEN_TEXT_MENTION_H

/* The names that statements have, and the edits of them. Whatever the generator asks of the text
 * it asks here: the front end has said of each name what it stands for. */

#include "codegen/text/emitter.h"

/* What a name keeps its value in: two variables of one name are two. */
typedef struct storage {
    int id;             /* of the declaration; -1: the text names it nowhere */
    const char *member; /* interned; null: the whole */
    bool is_static;     /* outlives the function */
} storage;

/* Calls `see` for each name of the statement, in the order of the text, until one returns true;
 * returns whether one has. */
typedef bool mention_visitor(void *data, const outline_name *n);
bool mention_some(const outline *o, mention_visitor *see, void *data);
/* Those that `see` makes edits for: each for the copy of the text that it is in (edit.h). */
void mention_edit_each(emitter *e, const outline *o, mention_visitor *see, void *data);
/* The same of a list of names. */
bool mention_some_of(outline_names names, mention_visitor *see, void *data);

storage storage_of(const outline_name *n);
/* Where the function's text keeps the variable. */
storage storage_of_variable(const function *f, const variable *v);
bool storage_equal(storage a, storage b);
/* Is the name that of the storage, of a part of it, or of what it is a part of? */
bool mention_is_of(const outline_name *n, storage s);

/* The array that is distributed for which the name stands in the function at hand; or null. Not in
 * the array's own declaration. */
const array_info *mention_array(const emitter *e, const outline_name *n);
/* The same of the variable. */
const array_info *mention_array_of(const emitter *e, const variable *named);
/* Is it in the value of a pointer, which the program leaves out? */
bool mention_is_left_out(const emitter *e, const outline_name *n);
/* The first such name in a statement, whose value or address is looked at; or null. */
const outline_name *mention_find_array(const emitter *e, const outline *o);
/* Does the function's text name the variable? */
bool mention_names_variable(const function *f, const variable *v);

/* The name that begins where the reference does, in the function at hand; null: none does. */
const outline_name *mention_of(const emitter *e, source_range where, const variable *v);
/* The name that the reference is. */
const outline_name *mention_at(const emitter *e, source_range where);
/* Of a function: where that node calls it. */
const outline_name *mention_of_call(const emitter *e, const node *call);

/* Does the file have the name with its subscripts, and no macro's body a part of it? */
bool mention_is_in_file(const outline_name *n);
/* The name, with its members, reads otherwise. False: a macro's body has it, or a part of it, and
 * nothing can be put there. */
bool mention_edit(emitter *e, const outline_name *n, const char *text);

#endif
