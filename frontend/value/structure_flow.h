#ifndef FPREDICT_FRONTEND_VALUE_STRUCTURE_FLOW_H
#define FPREDICT_FRONTEND_VALUE_STRUCTURE_FLOW_H

/* Which structures pointers to structures lead to, wherever the program goes: sets that hold for
 * all times and calls alike.
 *
 * A structure is a variable, a member of one that is itself a structure, or the memory for one
 * structure that a statement which is executed once sets a pointer to. Elements of arrays are not
 * told apart; what leads to one, or comes from where nothing is followed, leads anywhere. */

#include "frontend/syntax/syntax.h"

typedef struct structure_flow structure_flow;

/* `whole` is a variable that is a structure or, of allocated memory, the first member of the
 * pointer that is set to it: what it points to. */
typedef struct structure_object {
    decl *whole;
    const char *path; /* interned: "" is all of it, "inner.grid" that member */
} structure_object;

typedef struct structure_set {
    int count;
    const structure_object *data;
    bool is_open; /* others, too */
} structure_set;

/* Does some directive map a member of such structures? */
typedef bool (*structure_is_mapped)(void *data, const decl *d);

structure_flow *structure_flow_find(fp_context *ctx, const c_program *source,
                                    structure_is_mapped is_mapped, void *data);
/* The pointers that the program exchanges, which it passes over. */
const struct structure_exchanges *structure_flow_exchanges(const structure_flow *flow);

/* Is a structure's memory known by the name of this pointer, which is set to it? Its address then
 * goes nowhere but into pointers that are followed. */
bool structure_flow_has_memory(const structure_flow *flow, const decl *pointer);

/* Is the variable, or formal, a structure that another is copied to, and as good as that? */
bool structure_flow_is_copy(const structure_flow *flow, const decl *d);

/* Does the structure's address go anywhere else? */
bool structure_flow_is_lost(const structure_flow *flow, const decl *whole);

/* Is the function executed at most once, as far as calls tell? */
bool structure_flow_is_once(const structure_flow *flow, const decl *f);
/* The call of a function that is executed once; null: it is called elsewhere, too, or is main. */
const syntax *structure_flow_only_call(const structure_flow *flow, const decl *f);
/* The function that calls it so. */
const decl *structure_flow_only_caller(const structure_flow *flow, const decl *f);
/* Is its address taken? */
bool structure_flow_is_pointed(const structure_flow *flow, const decl *f);
/* Does one statement set the pointer to new memory for a structure, and may that be executed
 * again? */
bool structure_flow_is_made_again(const structure_flow *flow, const decl *pointer);
/* Does its function return the structure that the variable is? */
bool structure_flow_is_returned(const structure_flow *flow, const decl *d);
/* The first function on the way back from `f` over only calls that several places call, none of
 * them in a loop; null: there is none. */
const decl *structure_flow_called_again(const structure_flow *flow, const decl *f);

/* The structures that the place `s`, of such a type, may be; null pointers lead nowhere. */
structure_set structure_flow_place(structure_flow *flow, const syntax *s);
/* What the pointer `s` to structures may lead to. */
structure_set structure_flow_pointer(structure_flow *flow, const syntax *s);

#endif
