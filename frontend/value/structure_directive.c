/* Directives about members of structures: value/structure_member.h. */

#include <string.h>

#include "frontend/directive/token.h"
#include "frontend/value/structure_pass.h"

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

static const decl *function_around(const structure_pass *p, source_range where, int unit)
{
    for (int i = 0; i < p->source->function_count; i++) {
        const decl *f = p->source->functions[i];
        if (f->unit == unit && source_contains(f->text, where))
            return f;
    }
    return NULL;
}

/* Does `text` begin with the name of something, before a dot or a subscript? */
static bool begins_with(const char *text, const char *whole)
{
    size_t length = whole ? strlen(whole) : 0;
    bool is_whole = length && strncmp(text, whole, length) == 0;
    return is_whole && (text[length] == '.' || text[length] == '[');
}

static bool is_variable(const decl *d)
{
    return d->kind == DECL_VARIABLE || d->kind == DECL_FORMAL;
}

bool structure_is_in_sight(const structure_pass *p, const decl *d, const member_mapping *m)
{
    return (!d->function || d->function == m->in) && c_unit_declares(&p->source->units[m->unit], d);
}

static bool names_variable(const structure_pass *p, const member_mapping *m)
{
    for (int i = 0; i < p->source->decl_count; i++) {
        const decl *d = p->source->decls[i];
        if (is_variable(d) && d->record && begins_with(m->name, d->name) &&
            structure_is_in_sight(p, d, m))
            return true;
    }
    return false;
}

bool structure_names_element(const structure_pass *p, const member_mapping *m, const decl *array)
{
    size_t length = strlen(array->name);
    const char *rest = strncmp(m->name, array->name, length) == 0 ? m->name + length : "";
    return m->is_of_variable && (*rest == '.' || *rest == '[') &&
           structure_is_in_sight(p, array, m);
}

/* The tag of the structure that the mapping names by a typedef: others may name it by the tag. */
static const char *tag_of_type(const structure_pass *p, const member_mapping *m)
{
    size_t length = (size_t)(m->member - 1 - m->name);
    for (int i = 0; i < p->source->decl_count; i++) {
        const decl *d = p->source->decls[i];
        if (d->record && *d->record && d->record_alias && strlen(d->record_alias) == length &&
            strncmp(d->record_alias, m->name, length) == 0)
            return d->record;
    }
    return NULL;
}

member_mapping structure_mapping_of(const structure_pass *p, const pragma *at, directive *d)
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
    m.tag = m.is_of_variable ? NULL : tag_of_type(p, &m);
    return m;
}

bool structure_is_tag_of(const member_mapping *m, const decl *whole)
{
    size_t length = (size_t)(m->member - 1 - m->name);
    const char *const names[] = {whole->record, whole->record_alias};
    for (int i = 0; i < 2; i++)
        if (names[i] && strlen(names[i]) == length && strncmp(names[i], m->name, length) == 0)
            return true;
    return m->tag && whole->record && strcmp(whole->record, m->tag) == 0;
}

/* A type is one in all files that have it, whichever of them the directive stands in. Types of one
 * name that only their files know are told by their members. */
bool structure_is_type_of(const structure_pass *p, const member_mapping *m, const decl *whole)
{
    if (!structure_is_tag_of(m, whole))
        return false;
    const c_unit *unit = &p->source->units[m->unit];
    if (m->in || c_unit_declares(unit, whole))
        return c_unit_declares(unit, whole);
    bool is_other = false;
    for (int i = 0; i < p->source->decl_count; i++) {
        const decl *d = p->source->decls[i];
        bool is_named = d->record && c_unit_declares(unit, d) && structure_is_tag_of(m, d);
        if (is_named && d->record_members == whole->record_members)
            return true;
        is_other |= is_named;
    }
    return !is_other;
}

/* --- Directives of all structures of a tag --------------------------------------------------- */

static const char *why_not(const structure_pass *p, const decl *d, const member_mapping *m)
{
    bool is_array = d->rank > 1 || (d->rank && d->type->kind == TYPE_ARRAY);
    if (d->is_divided)
        return NULL;
    if (source_range_is_set(d->unknown_element))
        return "an array of such structures, and which of them is used is not known everywhere";
    if (d->kind == DECL_VARIABLE && is_array)
        return "an array of such structures, which is not analysed: make the member an array of "
               "its own";
    bool is_elsewhere = d->rank == 0 && d->kind == DECL_VARIABLE && m->in && d->function != m->in &&
                        !structure_flow_is_copy(p->flow, d);
    return is_elsewhere ? "declared in another scope than this stands in: move both to one" : NULL;
}

static void report_array(const structure_pass *p, const member_mapping *m, const decl *d,
                         const char *what)
{
    diag *one = diag_report(
        p->ctx->diags, DIAG_ERROR, "not-analysed", mapped_name((directive *)m->d)->where,
        "'%s' of 'struct %s' is mapped here, but '%s' is %s", m->member, d->record, d->name, what);
    diag_note(one, d->where, "'%s' is declared here", d->name);
    if (!source_range_is_set(d->unknown_element))
        return;
    diag_note(one, d->unknown_element, "here, for one");
    diag_note(
        one, (source_range){0},
        "subscripts are followed that are numbers, variables of loops that count up or "
        "down, formals that get such, or an integer that goes round, as 'cur = 1 - cur': name "
        "the elements by them");
}

/* Reports the array of structures that the mapping names an element of, and which is not divided.
 */
static bool check_element(const structure_pass *p, const member_mapping *m)
{
    bool is_reported = false;
    for (int i = 0; i < p->source->decl_count; i++) {
        const decl *d = p->source->decls[i];
        if (d->kind == DECL_VARIABLE && source_range_is_set(d->unknown_element) &&
            structure_names_element(p, m, d)) {
            report_array(p, m, d, why_not(p, d, m));
            is_reported = true;
        }
    }
    return is_reported;
}

/* Reports the variables of such structures whose members are not variables. Is there any of
 * the tag? */
static bool check_tag(const structure_pass *p, const member_mapping *m)
{
    bool is_any = false;
    for (int i = 0; i < p->source->decl_count; i++) {
        const decl *d = p->source->decls[i];
        if (!d->record || (!is_variable(d) && d->kind != DECL_MEMBER) ||
            (m->in && d->function && d->function != m->in) || !structure_is_type_of(p, m, d))
            continue;
        is_any = true;
        bool is_asked = is_variable(d) || source_range_is_set(d->unknown_element);
        const char *what = is_asked ? why_not(p, d, m) : NULL;
        if (what)
            report_array(p, m, d, what);
    }
    return is_any;
}

/* The member `name` of the structure that `member` is in; null: it has none that is an integer. */
static decl *sibling(const structure_pass *p, const decl *member, const char *name)
{
    for (int i = 0; i < p->source->decl_count; i++) {
        decl *d = p->source->decls[i];
        if (d->kind == DECL_MEMBER && d->whole == member->whole && d->rank == 0 &&
            d->type->kind == TYPE_INT && strcmp(strrchr(d->name, '.') + 1, name) == 0)
            return d;
    }
    return NULL;
}

/* Is it a variable's name where the directive stands? */
static bool is_variable_there(const structure_pass *p, const member_mapping *m, const char *name)
{
    bool is = false;
    for (int i = 0; i < p->source->decl_count && !is; i++) {
        const decl *d = p->source->decls[i];
        is = is_variable(d) && strcmp(d->name, name) == 0 && structure_is_in_sight(p, d, m);
    }
    return is;
}

/* dimension(n+1,n+1) :: level.u, where n is a member, too: that of the same structure. Before the
 * members of a variable's structures go other variables. */
static directive_expr with_siblings(const structure_pass *p, const member_mapping *m,
                                    directive_expr e, const decl *member)
{
    directive_token *tokens =
        arena_copy(p->ctx->arena, e.tokens, (size_t)(e.count + 1) * sizeof *tokens);
    for (int i = 0; i < e.count; i++) {
        bool is_name = tokens[i].kind == TOKEN_NAME && (i == 0 || !token_is(&tokens[i - 1], "."));
        decl *d = is_name ? sibling(p, member, tokens[i].text) : NULL;
        if (!d || (m->is_of_variable && is_variable_there(p, m, tokens[i].text)))
            continue;
        tokens[i].text = arena_printf(p->ctx->arena, "%s%c%d", d->name, DIRECTIVE_NAME_ID, d->id);
    }
    e.tokens = tokens;
    return e;
}

static void name_siblings(const structure_pass *p, const member_mapping *m, directive *d,
                          const decl *member)
{
    if (d->kind != DIRECTIVE_DIMENSION || !d->u.shape.count)
        return;
    directive_subscript *sub =
        arena_copy(p->ctx->arena, d->u.shape.sub, (size_t)d->u.shape.count * sizeof *sub);
    for (int i = 0; i < d->u.shape.count; i++)
        if (sub[i].value.count)
            sub[i].value = with_siblings(p, m, sub[i].value, member);
    d->u.shape.sub = sub;
}

/* The member's name; with its number, where what declares it is in another file or function, or
 * comes after the directive at `where`. */
static const char *name_in(const structure_pass *p, const decl *member, const member_mapping *m,
                           source_range where)
{
    bool is_seen =
        c_unit_declares(&p->source->units[m->unit], member) &&
        (!member->function || (member->function == m->in &&
                               source_is_before(structure_variable_of(member)->where, where)));
    return is_seen
               ? member->name
               : arena_printf(p->ctx->arena, "%s%c%d", member->name, DIRECTIVE_NAME_ID, member->id);
}

/* The mapped member `name` of the structure that `member` is in; null: it has none. */
static const decl *mapped_sibling(const structure_pass *p, const decl *member, const char *name)
{
    for (int i = 0; i < p->mappings.count; i++) {
        const member_mapping *m = &p->mappings.data[i];
        for (int k = 0; k < m->members.count && strcmp(m->member, name) == 0; k++)
            if (m->members.data[k]->whole == member->whole)
                return m->members.data[k];
    }
    return NULL;
}

/* Is what is before the dot in `to` what the mapping has there, or another name of that type? */
static bool is_of_same(const structure_pass *p, const member_mapping *m, const char *to,
                       const decl *whole)
{
    member_mapping t = {.d = m->d, .name = to, .in = m->in, .unit = m->unit};
    t.member = strrchr(to, '.') + 1;
    const size_t length = (size_t)(t.member - to);
    if (strncmp(to, m->name, length) == 0 && m->name + length == m->member)
        return true;
    if (m->is_of_variable || names_variable(p, &t))
        return false;
    t.tag = tag_of_type(p, &t);
    return structure_is_tag_of(&t, whole);
}

/* align level.f(i) with level.u(i): each with that of the same structure. */
static void name_target(const structure_pass *p, const member_mapping *m, directive *d,
                        const decl *member)
{
    const char *to = d->kind == DIRECTIVE_ALIGN ? d->u.align.target.name.text : NULL;
    const char *dot = to ? strrchr(to, '.') : NULL;
    const decl *other = dot && member->whole && is_of_same(p, m, to, member->whole)
                            ? mapped_sibling(p, member, dot + 1)
                            : NULL;
    if (other)
        d->u.align.target.name.text = name_in(p, other, m, d->u.align.target.name.where);
}

/* One for each variable that a directive about a member maps, in its place; returns where the next
 * one stands. */
static directive **expand(const structure_pass *p, directive **at, const member_mapping *m)
{
    directive *general = *at, *rest = general->next;
    if (!m->is_of_variable && !check_tag(p, m))
        return &general->next;
    if (m->is_of_variable && !m->members.count && !check_element(p, m))
        return &general->next; /* there is no such member */
    *at = rest;
    for (int i = 0; i < m->members.count; i++) {
        directive *one = arena_copy(p->ctx->arena, general, sizeof *one);
        mapped_name(one)->text = name_in(p, m->members.data[i], m, mapped_name(general)->where);
        name_siblings(p, m, one, m->members.data[i]);
        name_target(p, m, one, m->members.data[i]);
        one->next = rest;
        *at = one;
        at = &one->next;
    }
    return at;
}

void structure_expand_directives(const structure_pass *p, pragma_list *pragmas)
{
    int k = 0;
    for (int i = 0; i < pragmas->count; i++)
        for (directive **at = &pragmas->data[i].directives; *at;) {
            bool is_next = k < p->mappings.count && p->mappings.data[k].d == *at;
            at = is_next ? expand(p, at, &p->mappings.data[k++]) : &(*at)->next;
        }
}

/* Does a directive map members of all structures that `d` points to, or of one of that tag? */
static bool has_mapped_member(const structure_pass *p, const decl *d)
{
    for (int i = 0; i < p->mappings.count; i++) {
        const member_mapping *m = &p->mappings.data[i];
        if (!m->is_of_variable && structure_is_tag_of(m, d))
            return true;
        for (int k = 0; m->is_of_variable && k < p->source->decl_count; k++) {
            const decl *v = p->source->decls[k];
            if (v->record && d->record && strcmp(v->record, d->record) == 0 &&
                begins_with(m->name, v->name) && structure_is_in_sight(p, v, m))
                return true;
        }
    }
    return false;
}

/* Is there a variable of d's tag, and in it, by value or by pointers, a structure whose members
 * are mapped? */
static bool holds_mapped(const structure_pass *p, const decl *d, int depth)
{
    enum { DEPTH_MOST = 8 };
    if (has_mapped_member(p, d))
        return true;
    if (!d->record || depth == DEPTH_MOST)
        return false;
    for (int i = 0; i < p->source->decl_count; i++) {
        const decl *m = p->source->decls[i];
        if (m->whole && m->record && m->whole->record && strcmp(m->whole->record, d->record) == 0 &&
            strcmp(m->record, d->record) != 0 && holds_mapped(p, m, depth + 1))
            return true;
    }
    return false;
}

bool structure_has_mapped_tag(void *data, const decl *d)
{
    return holds_mapped(data, d, 0);
}

bool structure_is_told_apart(void *data, const decl *d)
{
    return structure_is_noted(data, d) || holds_mapped(data, d, 0);
}
