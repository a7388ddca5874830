#ifndef FPREDICT_FRONTEND_VALUE_STRUCTURE_PASS_H
#define FPREDICT_FRONTEND_VALUE_STRUCTURE_PASS_H

/* The inside of value/structure_member.h: for the files structure_member.c and
 * structure_directive.c. */

#include "frontend/pragma/pragma.h"
#include "frontend/value/structure_flow.h"
#include "support/vec.h"

/* A directive that gives the member of a structure a mapping. */
typedef struct member_mapping {
    const directive *d;
    const char *name;   /* "grid.u"; interned */
    const char *member; /* behind the last dot */
    const char *tag;    /* where a typedef's name is before it, the structure's own; or null */
    const decl *in;     /* the function that it stands in; null: none */
    int unit;
    bool is_of_variable; /* what is before the dot is a variable's name there */
    VEC(decl *) members; /* that it maps */
} member_mapping;

typedef struct structure_pass {
    fp_context *ctx;
    c_program *source;
    structure_flow *flow;
    VEC(member_mapping) mappings;
    const decl *function; /* the one that is rewritten */
} structure_pass;

/* structure_directive.c */
/* Of a directive that maps no member, `d` is null. */
member_mapping structure_mapping_of(const structure_pass *p, const pragma *at, directive *d);
/* Is it declared where the directive sees it? */
bool structure_is_in_sight(const structure_pass *p, const decl *d, const member_mapping *m);
/* Is what is before the last dot the structure's tag or type? */
bool structure_is_tag_of(const member_mapping *m, const decl *whole);
/* Does it name a member of all elements of the array: "lev.u"? */
bool structure_names_element(const structure_pass *p, const member_mapping *m, const decl *array);
/* Does a directive map members of the structures that `d` is, or points to? For structure_clone.h.
 */
bool structure_has_mapped_tag(void *data, const decl *d);
/* Directives about members become one for each variable; what has none is reported. */
void structure_expand_directives(const structure_pass *p, pragma_list *pragmas);

#endif
