/* Members of structures as variables: value/structure_member.h. */

#include "frontend/value/structure_member.h"

#include <string.h>

#include "frontend/value/structure_clone.h"
#include "frontend/value/structure_flow.h"

/* A directive that gives the member of a structure a mapping. */
typedef struct member_mapping {
    const directive *d;
    const char *name;   /* "grid.u"; interned */
    const char *member; /* behind the last dot */
    const decl *in;     /* the function that it stands in; null: none */
    int unit;
    bool is_of_variable; /* what is before the dot is a variable's name there */
    VEC(decl *) members; /* that it maps */
} member_mapping;

typedef struct pass {
    fp_context *ctx;
    c_program *source;
    structure_flow *flow;
    VEC(member_mapping) mappings;
    const decl *function; /* the one that is rewritten */
} pass;

/* --- Directives ------------------------------------------------------------------------------ */

/* The name that a declaration gives a mapping; null: it gives none. */
static directive_name *mapped_name(directive *d)
{
    if (d->kind == DIRECTIVE_ALIGN)
        return &d->u.align.source.name;
    if (d->kind == DIRECTIVE_DISTRIBUTE)
        return &d->u.distribute.target;
    if (d->kind == DIRECTIVE_DIMENSION)
        return &d->u.shape.name;
    return d->kind == DIRECTIVE_SHADOW ? &d->u.shadow.name : NULL;
}

static const decl *function_around(const pass *p, source_range where, int unit)
{
    for (int i = 0; i < p->source->function_count; i++) {
        const decl *f = p->source->functions[i];
        if (f->unit == unit && source_contains(f->text, where))
            return f;
    }
    return NULL;
}

/* Does `text` begin with the name of something, before a dot? */
static bool begins_with(const char *text, const char *whole)
{
    size_t length = whole ? strlen(whole) : 0;
    return length && strncmp(text, whole, length) == 0 && text[length] == '.';
}

static bool is_variable(const decl *d)
{
    return d->kind == DECL_VARIABLE || d->kind == DECL_FORMAL;
}

/* Is it declared where the directive sees it? */
static bool is_in_sight(const pass *p, const decl *d, const member_mapping *m)
{
    return (!d->function || d->function == m->in) && c_unit_declares(&p->source->units[m->unit], d);
}

static bool names_variable(const pass *p, const member_mapping *m)
{
    for (int i = 0; i < p->source->decl_count; i++) {
        const decl *d = p->source->decls[i];
        if (is_variable(d) && begins_with(m->name, d->name) && is_in_sight(p, d, m))
            return true;
    }
    return false;
}

static member_mapping mapping_of(const pass *p, const pragma *at, directive *d)
{
    const directive_name *name = mapped_name(d);
    const char *dot = name && name->text ? strrchr(name->text, '.') : NULL;
    if (!dot)
        return (member_mapping){.d = NULL};
    member_mapping m = {.d = d,
                        .name = name->text,
                        .member = dot + 1,
                        .in = function_around(p, at->text, at->unit),
                        .unit = at->unit};
    m.is_of_variable = names_variable(p, &m);
    return m;
}

/* --- Which members --------------------------------------------------------------------------- */

static decl *variable_of(const decl *member)
{
    while (member->whole)
        member = member->whole;
    return (decl *)member;
}

/* Is it what a pointer points to, and no member? */
static bool is_pointed(const decl *d)
{
    return d->whole && d->whole->rank > 0;
}

/* Is the variable one structure, or the pointer that one's memory goes by? */
static bool has_structure(const pass *p, const decl *d)
{
    return d->kind == DECL_VARIABLE &&
           (d->rank == 0 ? !structure_flow_is_copy(p->flow, d)
                         : structure_flow_has_memory(p->flow, d));
}

/* Is what is before the last dot the structure's tag or type? */
static bool is_tag_of(const member_mapping *m, const decl *whole)
{
    size_t length = (size_t)(m->member - 1 - m->name);
    const char *const names[] = {whole->record, whole->record_alias};
    for (int i = 0; i < 2; i++)
        if (names[i] && strlen(names[i]) == length && strncmp(names[i], m->name, length) == 0)
            return true;
    return false;
}

static bool is_mapped_by(const pass *p, const decl *member, const member_mapping *m)
{
    const decl *d = variable_of(member);
    const char *last = strrchr(member->name, '.') + 1;
    if (m->is_of_variable)
        return member->name == m->name && is_in_sight(p, d, m);
    return strcmp(last, m->member) == 0 && is_tag_of(m, member->whole) &&
           (!m->in || d->function == m->in) && c_unit_declares(&p->source->units[m->unit], d);
}

/* Other variables of that name, of the file. */
static bool is_name_taken(const pass *p, const decl *member)
{
    for (int i = 0; i < p->source->decl_count; i++) {
        const decl *d = p->source->decls[i];
        if (d != member && d->kind == DECL_VARIABLE && !d->function && d->name == member->name)
            return true;
    }
    return false;
}

/* Makes it a variable of the file: only its memory lasts longer, which nothing can see. */
static void leave_function(const pass *p, decl *member)
{
    const decl *f = member->function;
    const char *name = member->name;
    member->function = NULL;
    for (int i = 2; f && is_name_taken(p, member); i++)
        member->name =
            intern(p->ctx->names, arena_printf(p->ctx->arena, "%.*s_%d%s", (int)strcspn(name, "."),
                                               name, i, strchr(name, '.')));
}

static void take_members(pass *p)
{
    for (int i = 0; i < p->source->decl_count; i++) {
        decl *d = p->source->decls[i];
        if (d->kind != DECL_MEMBER || is_pointed(d) || !has_structure(p, variable_of(d)))
            continue;
        bool is_of_file = false;
        for (int k = 0; k < p->mappings.count; k++) {
            member_mapping *m = &p->mappings.data[k];
            if (!is_mapped_by(p, d, m))
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
            leave_function(p, d);
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

static bool has_mapped(const decl *whole)
{
    for (int i = 0; i < whole->member_count; i++)
        if (whole->members[i]->kind == DECL_VARIABLE)
            return true;
    return false;
}

/* The expression for the structure at `path` in a variable, in the place of `at`. */
static const syntax *named_structure(const pass *p, const syntax *at, structure_object of)
{
    syntax *name = arena_copy(p->ctx->arena, at, sizeof *name);
    *name = (syntax){.kind = SYNTAX_NAME,
                     .type = of.whole->type,
                     .where = at->where,
                     .unit = at->unit,
                     .macro = at->macro,
                     .in_macro = at->in_macro,
                     .decl = of.whole};
    for (const char *path = of.path; *path;) {
        const char *end = path + strcspn(path, ".");
        syntax *member = arena_copy(p->ctx->arena, name, sizeof *member);
        member->kind = SYNTAX_MEMBER;
        member->decl = NULL;
        member->member =
            intern(p->ctx->names, arena_strndup(p->ctx->arena, path, (size_t)(end - path)));
        member->child_count = 1;
        member->child = arena_copy(p->ctx->arena, &name, sizeof name);
        name = member;
        path = *end ? end + 1 : end;
    }
    return name;
}

/* A member that is not mapped, by a pointer to a structure that has others: the member of that. */
static void name_structure(const pass *p, syntax *s, structure_object of)
{
    const syntax *base = s->child[0];
    while (!s->is_arrow && base->kind == SYNTAX_MEMBER && !base->is_arrow)
        base = base->child[0];
    bool is_named = !s->is_arrow && base->kind == SYNTAX_NAME && base->decl == of.whole;
    if (is_named || !has_mapped(of.whole))
        return;
    s->child[0] = named_structure(p, s->child[0], of);
    s->is_arrow = false;
}

static void rewrite(pass *p, syntax *s)
{
    if (!s)
        return;
    for (int i = 0; i < s->child_count; i++)
        rewrite(p, (syntax *)syntax_part(s, i));
    if (s->kind != SYNTAX_MEMBER)
        return;
    structure_set of = s->is_arrow ? structure_flow_pointer(p->flow, s->child[0])
                                   : structure_flow_place(p->flow, s->child[0]);
    if (of.count != 1 || of.is_open) {
        for (int i = 0; i < of.count; i++)
            of.data[i].whole->has_known_members = false;
        return;
    }
    decl *d = mapped_member(of.data[0], s->member);
    if (!d) {
        name_structure(p, s, of.data[0]);
        return;
    }
    if (d->function && d->function != p->function)
        leave_function(p, d);
    s->kind = SYNTAX_NAME;
    s->decl = d;
    s->child_count = 0;
}

static void rewrite_all(pass *p)
{
    for (int i = 0; i < p->source->decl_count; i++) {
        decl *d = p->source->decls[i];
        d->has_known_members = d->kind == DECL_VARIABLE && d->rank == 0 && d->member_count &&
                               !structure_flow_is_lost(p->flow, d);
    }
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
static void check_copy(const pass *p, const decl *to, const syntax *left, const syntax *value)
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

static void check_copies(const pass *p, const syntax *s)
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

/* --- Directives of all structures of a tag --------------------------------------------------- */

static const char *why_not(const pass *p, const decl *d, const member_mapping *m)
{
    bool is_copy = d->rank == 0 && structure_flow_is_copy(p->flow, d);
    if (d->rank == 0 && d->kind == DECL_VARIABLE && !is_copy)
        return m->in && d->function != m->in
                   ? "declared in another scope than this stands in: move both to one"
                   : NULL;
    if (d->rank == 0 && !is_copy)
        return "a copy of such a structure, which is changed: pass its address";
    if (d->rank > 1 || (d->rank && d->type->kind != TYPE_POINTER && d->kind != DECL_FORMAL))
        return "an array of such structures, which is not analysed: make the member an array of "
               "its own";
    syntax name = {.kind = SYNTAX_NAME, .decl = (decl *)d, .type = d->type};
    structure_set to = is_copy ? structure_flow_place(p->flow, &name)
                               : structure_flow_pointer(p->flow, &name);
    if (to.is_open)
        return is_copy ? "a copy of what is not followed: make the member an array of its own"
                       : "a pointer to such structures that is set to what is not followed: make "
                         "the member an array of its own";
    return to.count > 1 ? "for several such structures, which are not told apart: make the member "
                          "an array of its own"
                        : NULL;
}

/* Reports the variables of such structures whose members are not variables. Is there any of
 * the tag? */
static bool check_tag(const pass *p, const member_mapping *m)
{
    bool is_any = false;
    for (int i = 0; i < p->source->decl_count; i++) {
        const decl *d = p->source->decls[i];
        if (!d->record || !is_tag_of(m, d) || (!is_variable(d) && d->kind != DECL_MEMBER) ||
            (m->in && d->function && d->function != m->in) ||
            !c_unit_declares(&p->source->units[m->unit], d))
            continue;
        is_any = true;
        const char *what = is_variable(d) ? why_not(p, d, m) : NULL;
        if (!what)
            continue;
        diag *one = diag_report(p->ctx->diags, DIAG_ERROR, "not-analysed",
                                mapped_name((directive *)m->d)->where,
                                "'%s' of all 'struct %s' is mapped here, but '%s' is %s", m->member,
                                d->record, d->name, what);
        diag_note(one, d->where, "'%s' is declared here", d->name);
    }
    return is_any;
}

/* One for each variable that a directive about a member maps, in its place; returns where the next
 * one stands. */
static directive **expand(const pass *p, directive **at, const member_mapping *m)
{
    directive *general = *at, *rest = general->next;
    if (!m->is_of_variable && !check_tag(p, m))
        return &general->next;
    if (m->is_of_variable && !m->members.count)
        return &general->next;
    *at = rest;
    for (int i = 0; i < m->members.count; i++) {
        directive *one = arena_copy(p->ctx->arena, general, sizeof *one);
        mapped_name(one)->text = m->members.data[i]->name;
        one->next = rest;
        *at = one;
        at = &one->next;
    }
    return at;
}

static void expand_all(const pass *p, pragma_list *pragmas)
{
    int k = 0;
    for (int i = 0; i < pragmas->count; i++)
        for (directive **at = &pragmas->data[i].directives; *at;) {
            bool is_next = k < p->mappings.count && p->mappings.data[k].d == *at;
            at = is_next ? expand(p, at, &p->mappings.data[k++]) : &(*at)->next;
        }
}

/* Does a directive map members of all structures that `d` points to, or of one of that tag? */
static bool has_mapped_tag(void *data, const decl *d)
{
    const pass *p = data;
    for (int i = 0; i < p->mappings.count; i++) {
        const member_mapping *m = &p->mappings.data[i];
        if (!m->is_of_variable && is_tag_of(m, d))
            return true;
        for (int k = 0; m->is_of_variable && k < p->source->decl_count; k++) {
            const decl *v = p->source->decls[k];
            if (v->record && d->record && strcmp(v->record, d->record) == 0 &&
                begins_with(m->name, v->name) && is_in_sight(p, v, m))
                return true;
        }
    }
    return false;
}

void value_take_structure_members(fp_context *ctx, c_program *source, pragma_list *pragmas)
{
    pass p = {.ctx = ctx, .source = source};
    for (int i = 0; i < pragmas->count; i++)
        for (directive *d = pragmas->data[i].directives; d; d = d->next) {
            member_mapping m = mapping_of(&p, &pragmas->data[i], d);
            if (m.d)
                VEC_PUSH(ctx->arena, &p.mappings, m);
        }
    if (!p.mappings.count)
        return;
    do
        p.flow = structure_flow_find(ctx, source);
    while (structure_clone_next(ctx, source, p.flow, pragmas, has_mapped_tag, &p));
    for (int i = 0; i < source->function_count; i++)
        source->functions[i]->only_call = structure_flow_only_call(p.flow, source->functions[i]);
    take_members(&p);
    rewrite_all(&p);
    for (int i = 0; i < source->function_count; i++)
        if (!source->functions[i]->twin_of)
            check_copies(&p, source->functions[i]->body);
    expand_all(&p, pragmas);
}
