#ifndef FPREDICT_FRONTEND_VALUE_STRUCTURE_UNROLL_H
#define FPREDICT_FRONTEND_VALUE_STRUCTURE_UNROLL_H

/* Loops over the elements of arrays of structures, and functions that get their numbers. */

#include "frontend/value/structure_array.h"

/* What the expression is, of numbers and constants alone; false: something else is in it. */
bool structure_number(const structure_arrays *w, const syntax *s, int64_t *value);
/* The array that `s`, a subscript, has an element of; null: it is something else. */
structure_array *structure_array_of(structure_arrays *w, const syntax *s);
/* Makes numbers of subscripts, as far as that can be, in the whole program. */
void structure_unroll(structure_arrays *w);

/* --- Inside: structure_number.c -------------------------------------------------------------- */

/* So many copies of bodies and functions there may be, and so many of one loop. */
enum { COPIES_MOST = 256, ITERATIONS_MOST = 64 };

const decl *level_origin(const decl *d);
/* The function of the program that `s` calls by its name; null: it is something else. */
const decl *level_callee(const syntax *s);
/* Notes the macros, and variables with one value, in what has decided copies: --set does not change
 * them there. */
void level_fix(structure_arrays *w, const syntax *s);
/* Finds the variables that tell which element is meant, and those that are set. */
void level_find_variables(structure_arrays *w);
/* What is known of declarations holds for their copies. */
void level_know_copies(structure_arrays *w);

/* --- structure_loop.c ------------------------------------------------------------------------- */

/* for (v = first; v < bound; v += step), and what numbers say of it. */
typedef struct level_loop {
    const decl *v;
    const syntax *first, *bound;
    syntax_op test; /* v test bound */
    int step;
    bool has_first, has_bound;
    bool is_countdown; /* the body sees one less than the test */
    int64_t first_number, bound_number;
} level_loop;

bool level_is_name(const syntax *s, const decl *d);
/* Is its address taken there? */
bool level_has_address(const syntax *s, const decl *d);
/* Is a variable declared there that lasts, and that each copy would have one of? */
bool level_has_static(const syntax *s);
/* How many of the children are evaluated whenever `s` is, of an expression. */
int level_certain_parts(const structure_arrays *w, const syntax *s);
/* Is it a loop over elements whose iterations can be told? */
bool level_loop_read(const structure_arrays *w, const syntax *s, level_loop *l);
/* What is counted: from *first to *last, by l->step. Where no number tells an end, as far as an
 * iteration has the elements that it names. False: there is no end, or they are too many. */
bool level_loop_count(structure_arrays *w, const level_loop *l, const syntax *body, int64_t *first,
                      int64_t *last);

/* --- structure_values.c ----------------------------------------------------------------------- */

/* A loop whose head sets one variable, and numbers tell what that is in each iteration. */
typedef struct level_values {
    const decl *v;
    const syntax *first, *test, *move, *body; /* the first and the third may be null */
    int inner;         /* the first or the last statement of the body moves it; -1 */
    const decl *other; /* that the head moves, too, as in l++, n /= 2; or null */
    const syntax *other_move;
    int other_inner; /* the last statement of the body does so; -1: the head */
    int64_t other_value[ITERATIONS_MOST], other_last;
    int64_t value[ITERATIONS_MOST]; /* at the beginning of an iteration: none of them twice; */
    int64_t used[ITERATIONS_MOST];  /* and in its other statements */
    int count;
    int64_t last; /* after the loop */
} level_values;

/* `known`, where it is not null, is `start` before the loop: the variable, where the head does not
 * say what that is to begin with, or another one. */
bool level_values_read(structure_arrays *w, const syntax *s, const decl *known, int64_t start,
                       level_values *l);

/* --- structure_unroll.c, structure_form.c ----------------------------------------------------- */

typedef struct expansion {
    structure_arrays *w;
    const decl *function;
    int choices; /* around, that numbers do not decide */
    /* Of a form: its formals that are set, and what they are to begin with. */
    int start_count;
    const decl *start[MAX_RANK];
    int64_t start_value[MAX_RANK];
} expansion;

void level_expand(expansion *e, syntax *s);
/* A call with numbers is one of the function's form for them. */
void level_specialise(expansion *e, syntax *call);
bool level_gets_numbers(const structure_arrays *w, const decl *f);
/* What the function has before it is one of its forms. */
const syntax *level_text_of(structure_arrays *w, const decl *f);
/* Of functions that all have a form of, nothing is executed: they only have the text. */
void level_empty_functions(structure_arrays *w);

/* Makes copies of the loop's body, by the values that its variable has; false: there can be none.
 */
bool level_unroll_values(structure_arrays *w, const decl *in, syntax *loop);

/* --- structure_walk.c ------------------------------------------------------------------------- */

/* Pointers that walk through arrays of structures become integers. After structure_name_elements.
 */
void structure_walk_all(structure_arrays *w);

/* --- structure_tally.c ------------------------------------------------------------------------ */

/* Integers that count the elements of arrays as they are set up: lev[n++]. After
 * level_find_variables. */
void structure_tally_all(structure_arrays *w);

#endif
