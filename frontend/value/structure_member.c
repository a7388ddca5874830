/* Members of structures as variables: value/structure_member.h. */

#include "frontend/value/structure_member.h"

#include <string.h>

#include "frontend/value/structure_array.h"
#include "frontend/value/structure_clone.h"
#include "frontend/value/structure_counter.h"
#include "frontend/value/structure_exchange.h"
#include "frontend/value/structure_pass.h"
#include "frontend/value/structure_pointer.h"
#include "frontend/value/syntax_copy.h"

/* --- Which members --------------------------------------------------------------------------- */

decl *structure_variable_of(const decl *member)
{
    while (member->whole)
        member = member->whole;
    return (decl *)member;
}

structure_set structure_container(const structure_pass *p, const syntax *member)
{
    return member->is_arrow ? structure_flow_pointer(p->flow, member->child[0])
                            : structure_flow_place(p->flow, member->child[0]);
}

/* Is it what a pointer points to, and no member? */
static bool is_pointed(const decl *d)
{
    return d->whole && d->whole->rank > 0;
}

/* Is the variable one structure, or the pointer that one's memory goes by? */
static bool has_structure(const structure_pass *p, const decl *d)
{
    return d->kind == DECL_VARIABLE && (d->rank == 0 ? !structure_flow_is_copy(p->flow, d)
                                                     : structure_flow_has_memory(p->flow, d));
}

/* "lev.u": of all elements? */
static bool is_of_all(const decl *element, const decl *member, const member_mapping *m)
{
    return strcmp(m->name + strlen(element->array->name), member->name + strlen(element->name)) ==
           0;
}

/* Does a variable of the function begin as a copy of the structure, `Grid g = grid_new(n)`, and
 * stay as good as that? */
static bool is_copied_in(const structure_pass *p, const decl *d, const decl *in)
{
    for (int i = 0; i < p->source->decl_count; i++) {
        decl *copy = p->source->decls[i];
        if (copy->function != in || copy->kind != DECL_VARIABLE || !copy->record ||
            !structure_flow_is_copy(p->flow, copy))
            continue;
        const syntax name = {.kind = SYNTAX_NAME, .decl = copy, .type = copy->element};
        structure_set of = structure_flow_place(p->flow, &name);
        for (int k = 0; k < of.count; k++)
            if (of.data[k].whole == d)
                return true;
    }
    return false;
}

static bool is_mapped_by(const structure_pass *p, const decl *member, const member_mapping *m)
{
    const decl *d = structure_variable_of(member);
    const char *last = strrchr(member->name, '.') + 1;
    if (m->is_of_variable && d->array && structure_names_element(p, m, d->array))
        return member->name == m->name || is_of_all(d, member, m);
    if (m->is_of_variable)
        return member->name == m->name && structure_is_in_sight(p, d, m);
    return strcmp(last, m->member) == 0 && structure_is_type_of(p, m, member->whole) &&
           (!m->in || d->function == m->in || (d->function && is_copied_in(p, d, m->in)));
}

/* Other variables of that name, of the file. */
static bool is_name_taken(const structure_pass *p, const decl *member)
{
    for (int i = 0; i < p->source->decl_count; i++) {
        const decl *d = p->source->decls[i];
        if (d != member && d->kind == DECL_VARIABLE && !d->function && d->name == member->name)
            return true;
    }
    return false;
}

void structure_leave_function(const structure_pass *p, decl *member)
{
    const decl *f = member->function;
    const char *name = member->name;
    member->function = NULL;
    for (int i = 2; f && is_name_taken(p, member); i++)
        member->name =
            intern(p->ctx->names, arena_printf(p->ctx->arena, "%.*s_%d%s", (int)strcspn(name, "."),
                                               name, i, strchr(name, '.')));
}

/* Is it the structure that `d` is a member of? Elements of arrays that are members are told by
 * their paths. */
static bool is_structure_of(structure_object one, const decl *d)
{
    const decl *v = structure_variable_of(d);
    if (one.whole == d->whole && !*one.path)
        return true;
    if (v->array || !strchr(d->whole->name, '['))
        return one.whole == v;
    const char *path = d->whole->name + strlen(v->name);
    return one.whole == v && *path == '.' && strcmp(one.path, path + 1) == 0;
}

static bool names_it(const structure_pass *p, const syntax *s, const decl *d)
{
    if (!s)
        return false;
    structure_set of = {0};
    if (s->kind == SYNTAX_MEMBER && strcmp(strrchr(d->name, '.') + 1, s->member) == 0)
        of = s->is_arrow ? structure_flow_pointer(p->flow, s->child[0])
                         : structure_flow_place(p->flow, s->child[0]);
    for (int i = 0; i < of.count; i++)
        if (is_structure_of(of.data[i], d))
            return true;
    for (int i = 0; i < s->child_count; i++)
        if (names_it(p, syntax_part(s, i), d))
            return true;
    return false;
}

/* Elements that the program has not, as of levels beyond those that it makes, need no mapping. */
static bool is_unused_element(const structure_pass *p, const decl *d)
{
    if (!structure_variable_of(d)->array && !strchr(d->whole->name, '['))
        return false;
    for (int i = 0; i < p->source->function_count; i++)
        if (names_it(p, p->source->functions[i]->body, d))
            return false;
    return true;
}

static void take_members(structure_pass *p)
{
    for (int i = 0; i < p->source->decl_count; i++) {
        decl *d = p->source->decls[i];
        if (d->kind != DECL_MEMBER || is_pointed(d) || !has_structure(p, structure_variable_of(d)))
            continue;
        bool is_of_file = false;
        for (int k = 0; k < p->mappings.count; k++) {
            member_mapping *m = &p->mappings.data[k];
            if (!is_mapped_by(p, d, m) || is_unused_element(p, d))
                continue;
            d->kind = DECL_VARIABLE;
            is_of_file |= !m->in;
            VEC_PUSH(p->ctx->arena, &m->members, d);
        }
        for (decl *whole = (decl *)d->whole; d->kind == DECL_VARIABLE && whole;
             whole = (decl *)whole->whole)
            if (is_pointed(whole)) {
                whole->kind = DECL_VARIABLE;
                whole->function = NULL;
            }
        if (is_of_file)
            structure_leave_function(p, d);
    }
}

/* --- What the program has for them ----------------------------------------------------------- */

/* The member of the structure at `path` in a variable; null: it is none that is mapped. */
static decl *mapped_member(structure_object of, const char *member)
{
    for (int i = 0; i < of.whole->member_count; i++) {
        decl *d = of.whole->members[i];
        const decl *inner = d->whole;
        if (d->kind != DECL_VARIABLE || is_pointed(d) ||
            strcmp(strrchr(d->name, '.') + 1, member) != 0)
            continue;
        const char *path = inner == of.whole ? "" : inner->name + strlen(of.whole->name) + 1;
        if (strcmp(path, of.path) == 0)
            return d;
    }
    return NULL;
}

/* Has the structure such a member? Not after a cast to another type. */
static bool has_member(structure_object of, const char *member)
{
    const char *name = of.whole->name;
    size_t path = *of.path ? strlen(of.path) + 1 : 0, length = strlen(name) + 1 + path;
    bool is_any = false;
    for (int i = 0; i < of.whole->member_count; i++) {
        const decl *d = of.whole->members[i];
        is_any |= !is_pointed(d);
        if (!is_pointed(d) && strlen(d->name) > length && strcmp(d->name + length, member) == 0)
            return true;
    }
    return !is_any;
}

static bool has_mapped(const decl *whole)
{
    for (int i = 0; i < whole->member_count; i++)
        if (whole->members[i]->kind == DECL_VARIABLE)
            return true;
    return false;
}

/* A member that is not mapped, by a pointer to a structure that has others: the member of that. */
static void name_structure(const structure_pass *p, syntax *s, structure_object of)
{
    const syntax *base = s->child[0];
    while (!s->is_arrow && base->kind == SYNTAX_MEMBER && !base->is_arrow)
        base = base->child[0];
    bool is_named = !s->is_arrow && base->kind == SYNTAX_NAME && base->decl == of.whole;
    if (is_named)
        return;
    if (!has_mapped(of.whole) && !p->is_followed[of.whole->id]) {
        of.whole->has_known_members = false;
        return;
    }
    s->child[0] = syntax_path_at(p->ctx, s->child[0], of.whole, of.path, s->child[0]->type);
    s->is_arrow = false;
}

static bool is_mapped_name(const structure_pass *p, const char *member)
{
    for (int i = 0; i < p->mappings.count; i++)
        if (strcmp(p->mappings.data[i].member, member) == 0)
            return true;
    return false;
}

/* May the member be one that is mapped, by its name and the size of what it is in? */
static bool is_possible(const structure_pass *p, const syntax *s)
{
    const c_type *type =
        s->is_arrow && s->child[0]->type ? s->child[0]->type->target : s->child[0]->type;
    for (int k = 0; type && k < p->mappings.count; k++) {
        const member_mapping *m = &p->mappings.data[k];
        if (m->is_of_variable || strcmp(m->member, s->member) != 0)
            continue;
        for (int i = 0; i < p->source->decl_count; i++) {
            const decl *d = p->source->decls[i];
            if (d->record && d->element && structure_is_tag_of(m, d) &&
                d->element->bytes == type->bytes)
                return true;
        }
    }
    return false;
}

/* Would the name of a variable in its place leave something out? */
static bool has_effects(const syntax *s)
{
    return syntax_has(s, SYNTAX_CALL) || syntax_assigns(s);
}

static bool has_undivided(const structure_pass *p)
{
    for (int i = 0; i < p->source->decl_count; i++)
        if (source_range_is_set(p->source->decls[i]->unknown_element))
            return true;
    return false;
}

/* Nothing says which array that is. */
static void report_unknown(const structure_pass *p, syntax *s, structure_set of)
{
    bool is_cast = of.count == 1 && !of.is_open && !has_member(of.data[0], s->member);
    if ((!of.count && !of.is_open) || (!is_cast && !is_possible(p, s)) ||
        (is_cast && !is_mapped_name(p, s->member)))
        return; /* nothing sets the pointer: it is not executed */
    s->is_reported = true;
    if ((p->function && p->function->twin_of) || (of.is_open && has_undivided(p)))
        return; /* of the array, once is enough */
    const char *why = of.is_open ? "it comes from an array, or from where pointers are not followed"
                      : of.count > 1 ? "it is one of several"
                      : has_effects(s->child[0])
                          ? "it is what a call or an assignment gives; set a pointer to that before"
                          : "its address goes where pointers are not followed";
    diag *one = diag_report(p->ctx->diags, DIAG_ERROR, "not-analysed", s->where,
                            "a directive maps '%s' of such structures, and which structure this is "
                            "is not known: %s",
                            s->member, why);
    for (int i = 0; i < of.count; i++)
        diag_note(one, of.data[i].whole->where, "it may be '%s'", of.data[i].whole->name);
    source_range dropped;
    const char *reason = of.count ? structure_exchanges_dropped(structure_flow_exchanges(p->flow),
                                                                of.data[0].whole, &dropped)
                                  : NULL;
    if (reason)
        diag_note(
            one, dropped,
            "pointers to such structures are exchanged, and are not followed because of "
            "this: %s; from the first exchange on, name the structures by these pointers only",
            reason);
    diag_note(one, (source_range){0},
              "pointers are followed to structures that are variables, or are allocated one by "
              "one; make the member an array of its own otherwise");
}

static void rewrite(structure_pass *p, syntax *s)
{
    if (!s)
        return;
    for (int i = 0; i < s->child_count; i++)
        rewrite(p, (syntax *)syntax_part(s, i));
    if (s->kind != SYNTAX_MEMBER)
        return;
    structure_set of = structure_container(p, s);
    if (of.count != 1 || of.is_open || has_effects(s->child[0])) {
        for (int i = 0; i < of.count; i++)
            of.data[i].whole->has_known_members = false;
        report_unknown(p, s, of);
        return;
    }
    decl *d = mapped_member(of.data[0], s->member);
    bool is_inactive = is_pointed(of.data[0].whole) && of.data[0].whole->kind != DECL_VARIABLE;
    if (!d && (is_inactive || !has_member(of.data[0], s->member))) {
        report_unknown(p, s, of);
        return;
    }
    if (!d) {
        name_structure(p, s, of.data[0]);
        return;
    }
    if (d->function && d->function != p->function)
        structure_leave_function(p, d);
    s->kind = SYNTAX_NAME;
    s->decl = d;
    s->child_count = 0;
}

/* Is it what a pointer points to, or a structure in that? */
static bool is_by_pointer(const syntax *s)
{
    while (s->kind == SYNTAX_MEMBER && !s->is_arrow)
        s = s->child[0];
    return s->kind == SYNTAX_MEMBER || (s->kind == SYNTAX_UNARY && s->op == OPERATOR_DEREF) ||
           s->kind == SYNTAX_SUBSCRIPT;
}

/* Structures that are copied as wholes by pointers, `*to = *from`, get and lose members under no
 * name. */
static void find_copied_unnamed(const structure_pass *p, const syntax *s)
{
    if (!s || s->kind == SYNTAX_SIZEOF)
        return;
    bool is_place =
        s->kind == SYNTAX_MEMBER || (s->kind == SYNTAX_UNARY && s->op == OPERATOR_ADDRESS);
    for (int i = 0; i < s->child_count; i++) {
        const syntax *part = syntax_part(s, i);
        bool is_whole = part && !is_place && part->type && part->type->kind == TYPE_RECORD &&
                        is_by_pointer(part);
        structure_set of = is_whole ? structure_flow_place(p->flow, part) : (structure_set){0};
        for (int k = 0; k < of.count; k++)
            of.data[k].whole->has_known_members = false;
        find_copied_unnamed(p, part);
    }
}

static void rewrite_all(structure_pass *p)
{
    for (int i = 0; i < p->source->decl_count; i++) {
        decl *d = p->source->decls[i];
        d->has_known_members = d->kind == DECL_VARIABLE && d->rank == 0 && d->member_count &&
                               !structure_flow_is_lost(p->flow, d);
    }
    for (int i = 0; i < p->source->function_count; i++)
        find_copied_unnamed(p, p->source->functions[i]->body);
    for (int i = 0; i < p->source->decl_count; i++)
        if (!p->source->decls[i]->function)
            rewrite(p, (syntax *)p->source->decls[i]->init);
    for (int i = 0; i < p->source->function_count; i++) {
        p->function = p->source->functions[i];
        rewrite(p, (syntax *)p->function->body);
    }
}

/* --- Copies of whole structures -------------------------------------------------------------- */

static bool is_mapped_set(structure_set of)
{
    for (int i = 0; i < of.count; i++)
        if (has_mapped(of.data[i].whole))
            return true;
    return false;
}

static bool is_structure(const syntax *s)
{
    return s->type && s->type->kind == TYPE_RECORD && s->kind != SYNTAX_INIT_LIST;
}

/* Afterwards the members of one structure would be those of another, too. */
static void check_copy(const structure_pass *p, const decl *to, const syntax *left,
                       const syntax *value)
{
    const syntax name = {.kind = SYNTAX_NAME, .decl = (decl *)to, .type = value->type};
    bool is_followed = to && structure_flow_is_copy(p->flow, to);
    if (!is_structure(value) || is_followed ||
        !(is_mapped_set(structure_flow_place(p->flow, left ? left : &name)) ||
          is_mapped_set(structure_flow_place(p->flow, value))))
        return;
    diag *one = diag_report(p->ctx->diags, DIAG_ERROR, "not-analysed", value->where,
                            "a structure is copied here, and a directive maps members of it: which "
                            "arrays those of the copy are is not followed");
    diag_note(one, (source_range){0},
              "copy the members that are needed one by one, or pass a pointer to the structure");
}

static void check_copies(const structure_pass *p, const syntax *s)
{
    if (!s || s->kind == SYNTAX_SIZEOF)
        return;
    const decl *f = s->kind == SYNTAX_CALL && syntax_callee_name(s) ? s->child[0]->decl : NULL;
    if (s->kind == SYNTAX_ASSIGN)
        check_copy(p, s->child[0]->kind == SYNTAX_NAME ? s->child[0]->decl : NULL, s->child[0],
                   s->child[1]);
    for (int i = 1; f && i < s->child_count; i++)
        if (is_structure(s->child[i]))
            check_copy(p, f->body && i <= f->formal_count ? f->formals[i - 1] : NULL, s->child[i],
                       s->child[i]);
    for (int i = 0; i < s->child_count; i++) {
        const decl *d = s->kind == SYNTAX_DECLARATION ? s->child[i]->decl : NULL;
        if (d && d->init)
            check_copy(p, d, NULL, d->init);
        check_copies(p, syntax_part(s, i));
    }
}

/* Without directives about members: are there numbers in structures that the names of variables
 * make known? */
static bool needs_names(structure_pass *p)
{
    bool may_count = false;
    for (int i = 0; i < p->source->function_count && !may_count; i++)
        may_count = structure_may_count(p->source->functions[i]->body);
    return may_count || structure_sets_numbers(p);
}

static void find_mappings(structure_pass *p)
{
    p->mappings.count = 0;
    for (int i = 0; i < p->pragmas->count; i++)
        for (directive *d = p->pragmas->data[i].directives; d; d = d->next) {
            member_mapping m = structure_mapping_of(p, &p->pragmas->data[i], d);
            if (m.d)
                VEC_PUSH(p->ctx->arena, &p->mappings, m);
        }
}

void value_take_structure_members(fp_context *ctx, c_program *source, pragma_list *pragmas,
                                  const char *entry)
{
    structure_pass p = {.ctx = ctx, .source = source, .pragmas = pragmas};
    find_mappings(&p);
    if (!p.mappings.count && !needs_names(&p))
        return;
    if (structure_empty_uncalled(&p, pragmas, entry))
        find_mappings(&p); /* without theirs */
    structure_divide_arrays(&p);
    structure_name_pointers(ctx, source);
    do {
        p.flow = structure_flow_find(ctx, source, structure_has_mapped_tag, &p);
        structure_note_tags(&p);
        structure_note_counters(&p);
    } while (structure_clone_next(ctx, source, p.flow, pragmas, structure_is_told_apart, &p));
    for (int i = 0; i < source->function_count; i++) {
        decl *f = source->functions[i];
        f->only_call = structure_flow_only_call(p.flow, f);
        f->only_caller = structure_flow_only_caller(p.flow, f);
    }
    structure_exchanges_keep(structure_flow_exchanges(p.flow), p.flow, source);
    take_members(&p);
    structure_find_followed(&p);
    structure_name_counters(&p);
    rewrite_all(&p);
    for (int i = 0; i < source->function_count; i++)
        if (!source->functions[i]->twin_of)
            check_copies(&p, source->functions[i]->body);
    structure_expand_directives(&p, pragmas);
}
