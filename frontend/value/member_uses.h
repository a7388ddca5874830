#ifndef FPREDICT_FRONTEND_VALUE_MEMBER_USES_H
#define FPREDICT_FRONTEND_VALUE_MEMBER_USES_H

/* What the whole program does to the structures that are its variables, and to which of them its
 * pointers lead: asked for once, and kept. */

#include "frontend/value/state.h"

/* Something assigns a member, or may: of all elements, where it is an array's. */
typedef struct member_change {
    const char *key;      /* ".a.n"; "" is the whole, with all that is in it */
    const syntax *value;  /* that it is assigned; null: not known */
    const decl *function; /* that does so; */
    source_range where;
    bool is_certain; /* whenever that function is executed, once */
    bool in_loop;
    bool is_conditional;
} member_change;

/* Where a pointer, or a formal that is a structure, has its value from. */
typedef VEC(const syntax *) source_list;

typedef struct record_uses {
    VEC(member_change) changes; /* of a variable that is a structure, or an array of them */
    source_list sources;        /* of a pointer to one, or a formal */
    bool is_open;               /* it may be set by other means, too */
    bool is_in_loop;            /* declared in one */
} record_uses;

const record_uses *value_record_uses(lowering *lo, const decl *d);

/* Is it a variable or a formal that is a structure, or an array of them? */
bool value_is_record(const decl *d);
/* Is it a pointer to structures? */
bool value_is_record_pointer(const decl *d);

/* Is the change one of the member with that key, or of what it is in, or of a part of it? */
bool value_changes_member(const member_change *change, const char *key);

/* Is the variable named there, or in a function that is called there? */
bool value_mentions(const syntax *s, const decl *d);
/* Is the structure looked at, in the order of the text, before the change, or may a function that
 * is called before it do so? */
bool value_is_record_read_before(const decl *d, const member_change *change);

#endif
