#ifndef FPREDICT_FRONTEND_VALUE_STRUCTURE_ARRAY_H
#define FPREDICT_FRONTEND_VALUE_STRUCTURE_ARRAY_H

/* Arrays of structures that hold arrays which directives map, as the levels of multigrid:
 *
 *     struct level { int n; double *u; } lev[LEVELS];
 *
 * Each element becomes a variable of its own, "lev[2]", and `lev[2].u` a member of that. So each
 * subscript must be a number: loops over levels become the copies of their bodies, functions that
 * get a level's number one for each, and conditions that numbers decide what they lead to
 * (structure_unroll.c). Where a subscript stays that is no number, the array stays whole. */

#include "frontend/value/structure_pass.h"

/* One such array. */
typedef struct structure_array {
    decl *d; /* or the pointer that its memory goes by */
    int64_t count;
    source_range unknown; /* a use where no number says which element it is; or unset */
    decl **element;       /* the variables, once all uses are known */
} structure_array;

/* What a function has before it is one of its forms. */
typedef struct pristine_body {
    const decl *f;
    const syntax *body;
} pristine_body;

/* A function with numbers for those of its formals that are some. */
typedef struct number_form {
    const decl *of;
    decl *form;
    const int64_t *number;
} number_form;

typedef struct structure_arrays {
    const structure_pass *pass;
    VEC(structure_array) all;
    VEC(bool)
    is_number;        /* by id: a variable by which the element, or the variable that tells it,
                         is found */
    VEC(bool) is_set; /* by id: an integer that is assigned, or whose address is taken */
    VEC(bool) is_expanded;
    VEC(c_condition) fixed; /* macros whose numbers decide copies */
    VEC(pristine_body) pristine;
    VEC(number_form) forms;
    int copies; /* of bodies and functions, so far */
} structure_arrays;

/* Divides the arrays whose elements are known; what directives name is theirs from there on. */
void structure_divide_arrays(structure_pass *p);

#endif
