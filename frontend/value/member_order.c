/* Is a structure looked at before what sets a member of it? (value/member_uses.h) */

#include <string.h>

#include "frontend/value/member_uses.h"

static bool is_of(const syntax *s, const decl *d)
{
    while (s->kind == SYNTAX_SUBSCRIPT || s->kind == SYNTAX_MEMBER)
        s = s->child[0];
    return s->kind == SYNTAX_NAME && s->decl == d;
}

/* Is what the program has of it by pointers under its name, too? */
static bool is_always_named(const decl *d)
{
    for (int i = 0; i < d->member_count; i++)
        if (d->members[i]->kind == DECL_VARIABLE)
            return true;
    return d->has_known_members;
}

/* Is it a member of the variable, but neither that which is changed nor one around or in it? */
static bool is_other_member(const syntax *s, const decl *d, const member_change *change)
{
    const decl *m = s->kind == SYNTAX_MEMBER ? syntax_member(s) : NULL;
    size_t length = strlen(d->name);
    if (!m || strncmp(m->name, d->name, length) != 0 || m->name[length] != '.' || m->rank)
        return false;
    const char *key = m->name + length;
    return !value_changes_member(change, key);
}

/* Is it the variable, or a structure in it? */
static bool is_part_of(const syntax *s, const decl *d)
{
    while ((s->kind == SYNTAX_MEMBER && !s->is_arrow) ||
           (s->kind == SYNTAX_SUBSCRIPT && s->child[1]->kind == SYNTAX_INT))
        s = s->child[0];
    return s->kind == SYNTAX_NAME && s->decl == d;
}

/* The functions that have been looked through. */
enum { CALLED_MOST = 64 };

typedef struct called {
    const decl *f[CALLED_MOST];
    int count;
    const member_change *change; /* what is looked for is this member; null: the whole */
} called;

static bool mentions(const syntax *s, const decl *d, called *seen);

/* Likewise, what the function has. */
static bool is_mentioned_in(const decl *f, const decl *d, called *seen)
{
    for (int i = 0; i < seen->count; i++)
        if (seen->f[i] == f)
            return false;
    if (seen->count == CALLED_MOST)
        return true;
    seen->f[seen->count++] = f;
    return mentions(f->body, d, seen);
}

/* Is it named there, or in a function that is called there? */
static bool mentions(const syntax *s, const decl *d, called *seen)
{
    if (!s || (seen->change && is_other_member(s, d, seen->change)))
        return false;
    if (s->kind == SYNTAX_NAME && s->decl == d)
        return true;
    const decl *f = s->kind == SYNTAX_CALL && syntax_callee_name(s) ? s->child[0]->decl : NULL;
    if (syntax_is_program_call(s) && (!f || is_mentioned_in(f, d, seen)))
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (mentions(syntax_part(s, i), d, seen))
            return true;
    return false;
}

/* May what is called there look at it? A function's own variable has a name there, or its address
 * has been taken before; what is read by pointers may have its name, and an address that is passed
 * says nothing then. */
static bool may_be_seen_by(const syntax *call, const decl *d, const member_change *change)
{
    called seen = {.change = is_always_named(d) ? change : NULL};
    const decl *f = syntax_callee_name(call) ? call->child[0]->decl : NULL;
    if (is_always_named(d) && f)
        return is_mentioned_in(f, d, &seen);
    const bool is_named = is_always_named(d) || (d->function && !d->is_static);
    return !is_named || mentions(call, d, &seen);
}

bool value_mentions(const syntax *s, const decl *d)
{
    called seen = {0};
    return mentions(s, d, &seen);
}

static bool is_looked_at(const syntax *s, const decl *d, const member_change *before)
{
    if (!s || is_other_member(s, d, before))
        return false;
    if (syntax_is_program_call(s) && source_is_before(s->where, before->where) &&
        may_be_seen_by(s, d, before))
        return true;
    bool is_target = s->kind == SYNTAX_ASSIGN && s->op == OPERATOR_NONE && is_of(s->child[0], d);
    if (is_always_named(d) && s->kind == SYNTAX_UNARY && s->op == OPERATOR_ADDRESS &&
        is_part_of(s->child[0], d))
        return false; /* what is read by a pointer has its name (value/structure_member.h) */
    if (!is_target && s->kind == SYNTAX_NAME && s->decl == d &&
        source_is_before(s->where, before->where))
        return true;
    for (int i = is_target; i < s->child_count; i++)
        if (is_looked_at(syntax_part(s, i), d, before))
            return true;
    return false;
}

/* --- Before the function that sets it is called ---------------------------------------------- */

/* Does something that stands before the call mention it, or call what does? */
static bool is_mentioned_before(const syntax *s, const decl *d, const syntax *call)
{
    if (!s || s == call)
        return false;
    const bool is_leaf = s->kind == SYNTAX_NAME || syntax_is_program_call(s);
    called seen = {0};
    if (is_leaf && source_is_before(s->where, call->where) && mentions(s, d, &seen))
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (is_mentioned_before(syntax_part(s, i), d, call))
            return true;
    return false;
}

/* Is the call there, and executed whenever `s` is? */
static bool is_always_called(const syntax *s, const syntax *call)
{
    if (!s || s == call)
        return s != NULL;
    bool is_choice = s->kind == SYNTAX_IF || s->kind == SYNTAX_SWITCH ||
                     s->kind == SYNTAX_CONDITIONAL || s->kind == SYNTAX_OTHER ||
                     s->kind == SYNTAX_WHILE || s->kind == SYNTAX_FOR ||
                     (s->kind == SYNTAX_BINARY && s->op != OPERATOR_COMMA);
    for (int i = 0; i < (is_choice ? 1 : s->child_count); i++)
        if (is_always_called(syntax_part(s, i), call))
            return true;
    return false;
}

/* Has it values before the program sets any? Of memory, that of calloc has. */
static bool has_beginning(const decl *d)
{
    if (d->array && d->array->type->kind == TYPE_POINTER)
        return !d->is_unset;
    return !d->whole && (d->init || !d->function || d->is_static);
}

bool value_is_record_read_before(const decl *d, const member_change *change)
{
    const decl *f = change->function;
    if (!f || is_looked_at(f->body, d, change))
        return true;
    for (; has_beginning(d) && f->only_call && f != d->function; f = f->only_caller)
        if (!is_always_called(f->only_caller->body, f->only_call) ||
            is_mentioned_before(f->only_caller->body, d, f->only_call))
            return true;
    return false;
}
