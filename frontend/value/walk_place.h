#ifndef FPREDICT_FRONTEND_VALUE_WALK_PLACE_H
#define FPREDICT_FRONTEND_VALUE_WALK_PLACE_H

/* Where pointers that move are, as syntax: for value/pointer_walk.c. */

#include "frontend/value/state.h"

/* Element `offset` of an array, or of a row of one. */
typedef struct walk_place {
    bool is_known;
    const syntax *base;   /* a name, or a subscript that is a row */
    const syntax *offset; /* null: 0 */
} walk_place;

/* What the pass has for the pointers of one function. */
typedef struct walks {
    fp_context *ctx;
    c_program *source;
    const decl *function;
    const syntax *loop;           /* a `while` at hand */
    bool *is_walker, *has_failed; /* by a declaration's id */
    const bool *is_mapped;        /* likewise: by a directive */
    walk_place *at;               /* likewise: now */
    bool is_dry;                  /* nothing is changed yet */
    VEC(decl *) added;            /* integers that loops count instead of pointers */
    VEC(row_setting) settings;
} walks;

/* --- Expressions --------------------------------------------------------------------------- */
syntax *walk_node(walks *w, syntax_kind kind, const syntax *like, const c_type *type);
syntax *walk_number(walks *w, const syntax *like, int64_t value);
/* a op b; null is 0. */
const syntax *walk_binary(walks *w, syntax_op op, const syntax *a, const syntax *b);
const c_type *walk_integer_type(walks *w);
/* Does it name the variable? */
bool walk_names(const syntax *s, const decl *d);
/* Does the statement assign a variable that the expression names? */
bool walk_is_changed(const syntax *statement, const syntax *expression);
bool walk_assigns(const syntax *s, const decl *d);
bool walk_is_same(const walk_place *a, const walk_place *b);
/* An element there, `more` further, in the place of `like`. */
syntax *walk_element(walks *w, const walk_place *at, const syntax *more, const syntax *like,
                     const c_type *type);
/* The sum of what was added to `origin` to become `offset`; false: it was set anew. */
bool walk_added(walks *w, const syntax *offset, const syntax *origin, const syntax **added);
/* Is it a sum or product of numbers that is at least 0, as all its parts are? */
bool walk_is_natural(const syntax *s, int64_t *number);
/* How often a loop is executed: never where `trips` is below 0. */
const syntax *walk_executed(walks *w, const syntax *trips);
/* Where a loop leaves the pointer that goes on from one offset as long as it is below the other. */
const syntax *walk_left_at(walks *w, const syntax *from, const syntax *to, const syntax *like);

/* --- The way through a function: walk_expression.c, pointer_walk.c, walk_loop.c --- */

bool walk_is_element(const c_type *type);
const decl *walk_of(const walks *w, const syntax *s);
bool walk_is_in(const walks *w, const syntax *s);
void walk_fail(walks *w, const syntax *s);
/* Keeps what becomes of the text of `s`; of a pointer that moves, or is set, that. */
void walk_note(walks *w, row_text text, const syntax *s, const walk_place *at, const decl *pointer,
               bool sets);
bool walk_step(walks *w, const syntax *s, walk_place *out);
bool walk_place_of(walks *w, const syntax *s, walk_place *out);
bool walk_compares(const syntax *s);
const syntax *walk_or_zero(walks *w, const syntax *offset, const syntax *like);
void walk_assign(walks *w, syntax *s, bool is_statement);
bool walk_moves_base(const walks *w, const syntax *statement, const syntax *base);
void walk_forget(walks *w, const syntax *s);
void walk_expression(walks *w, syntax *s);
void walk_shorten(walks *w, syntax *s);
void walk_declaration(walks *w, syntax *s);
walk_place *walk_kept(walks *w);
void walk_restore(walks *w, const walk_place *from);
void walk_statement(walks *w, syntax *s);
void walk_for(walks *w, syntax *s);
void walk_while(walks *w, syntax *s);

#endif
