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
    decl *d;           /* or the pointer that its memory goes by */
    bool has_pointers; /* its elements are pointers to structures */
    const char
        *member; /* it is that member of structures, of which `d` is one's; null: it is none */
    int64_t count;
    bool is_unset;        /* memory, which holds nothing before the program sets it */
    source_range unknown; /* a use where no number says which element it is; or unset */
    decl **element;       /* the variables, once all uses are known; of members: null */
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
    int count;
    const decl *const *formal;
    const int64_t *number;
} number_form;

typedef VEC(bool) bool_list;

typedef struct structure_arrays {
    const structure_pass *pass;
    VEC(structure_array) all;
    /* By id of a declaration. */
    bool_list is_index;     /* an integer that tells which element is named, there or by others */
    bool_list is_number;    /* or is compared with such */
    bool_list is_set;       /* it is assigned, or its address taken */
    bool_list is_named;     /* a formal that is one array: the text names that for it */
    VEC(c_condition) fixed; /* whose numbers decide copies: level_fix */
    VEC(pristine_body) pristine;
    VEC(number_form) forms;
    int copies; /* of bodies and functions, so far */
} structure_arrays;

/* structure_array_name.c */
/* What else than a subscript has an element of one becomes a subscript: lev->u, lev + 1, the array
 * as an argument for one structure; formals that are always one array become that. */
void structure_name_elements(structure_arrays *w);

/* Divides the arrays whose elements are known; what directives name is theirs from there on. */
void structure_divide_arrays(structure_pass *p);

#endif
