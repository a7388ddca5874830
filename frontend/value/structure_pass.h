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
    const pragma_list *pragmas;
    structure_flow *flow;
    VEC(member_mapping) mappings;
    const decl *function; /* the one that is rewritten */
    VEC(const char *)
    tags;                 /* structures that functions which get several are divided for, besides
                             those that have mapped members */
    bool *is_followed;    /* by a declaration's id: a structure whose numbers are named by it,
                             though no directive maps its members; */
    bool has_set_numbers; /* there may be some */
} structure_pass;

/* structure_member.c */
decl *structure_variable_of(const decl *member);
/* The structures that `s`, a member, may be in. */
structure_set structure_container(const structure_pass *p, const syntax *member);
/* Makes it a variable of the file: only its memory lasts longer, which nothing can see. */
void structure_leave_function(const structure_pass *p, decl *member);

/* structure_uncalled.c */
/* Leaves out the bodies of functions that nothing executes, and the directives in them, where they
 * name such structures; were there any? */
bool structure_empty_uncalled(structure_pass *p, pragma_list *pragmas, const char *entry);

/* structure_set_in_loop.c */
/* Does the program set numbers in structures in loops, integers in them anywhere, or structures by
 * what functions return? */
bool structure_sets_numbers(structure_pass *p);
/* Notes the tags of structures of which a pointer that does so may lead to several. */
void structure_note_tags(structure_pass *p);
void structure_note_tag(structure_pass *p, const decl *whole);
bool structure_is_noted(const structure_pass *p, const decl *d);
/* Finds the structures whose numbers the program sets anywhere, and of which it is known where
 * pointers lead to them. */
void structure_find_followed(structure_pass *p);
/* Is there one such structure at a time, whose address goes nowhere else? */
bool structure_is_one(const structure_pass *p, const decl *whole);

/* structure_directive.c */
/* Of a directive that maps no member, `d` is null. */
member_mapping structure_mapping_of(const structure_pass *p, const pragma *at, directive *d);
/* Is it declared where the directive sees it? */
bool structure_is_in_sight(const structure_pass *p, const decl *d, const member_mapping *m);
/* Is what is before the last dot the structure's tag or type? */
bool structure_is_tag_of(const member_mapping *m, const decl *whole);
/* Does it map members of all structures of that type? */
bool structure_is_type_of(const structure_pass *p, const member_mapping *m, const decl *whole);
/* Does a directive map members of the structures that `d` is, or points to, or is their tag noted?
 * For structure_clone.h. */
bool structure_is_told_apart(void *data, const decl *d);
/* Does it name a member of all elements of the array: "lev.u"? */
bool structure_names_element(const structure_pass *p, const member_mapping *m, const decl *array);
/* Does a directive map members of the structures that `d` is, or points to? For structure_clone.h.
 */
bool structure_has_mapped_tag(void *data, const decl *d);
/* Directives about members become one for each variable; what has none is reported. */
void structure_expand_directives(const structure_pass *p, pragma_list *pragmas);

#endif
