#ifndef FPREDICT_FRONTEND_VALUE_STRUCTURE_COUNTER_H
#define FPREDICT_FRONTEND_VALUE_STRUCTURE_COUNTER_H

/* Integers in structures that count loops, as g->t in for (g->t = 0; g->t < g->steps; g->t++).
 * Each becomes a variable, and what the program has for it that variable's name, where it has no
 * other: its structure is one and known wherever it is named, is copied nowhere, and its address
 * goes nowhere. */

#include "frontend/value/structure_pass.h"

/* Does a loop in `s` compare such integers, and set some? */
bool structure_may_count(const syntax *s);
/* Notes the tags of their structures. */
void structure_note_counters(structure_pass *p);
void structure_name_counters(structure_pass *p);
/* What the list, of values that a structure is declared with, gives the member; *value null: 0.
 * False: it is not written as such. */
bool structure_initial(const decl *member, const syntax *list, const syntax **value);

#endif
