/* Queries on the tree alone, without what is known of values. */

#include "frontend/syntax/syntax.h"

#include <string.h>

/* --- Variables ----------------------------------------------------------- */

bool decl_is_integer(const decl *d)
{
    return (d->kind == DECL_VARIABLE || d->kind == DECL_FORMAL) && d->type->kind == TYPE_INT;
}

const decl *syntax_scalar_name(const syntax *s)
{
    while (s && s->kind == SYNTAX_CAST)
        s = s->child[0];
    return s && s->kind == SYNTAX_NAME && s->decl && decl_is_integer(s->decl) ? s->decl : NULL;
}

/* --- Calls --------------------------------------------------------------- */

const char *syntax_callee_name(const syntax *call)
{
    const syntax *callee = call->child[0];
    bool is_named =
        callee->kind == SYNTAX_NAME && callee->decl && callee->decl->kind == DECL_FUNCTION;
    return is_named ? callee->decl->name : NULL;
}

static const char *const never_returning[] = {
    "exit", "_exit", "_Exit", "abort", "quick_exit", "__assert_fail", "xmp_exit",
};

bool syntax_never_returns(const syntax *call)
{
    const char *name = call->kind == SYNTAX_CALL ? syntax_callee_name(call) : NULL;
    for (size_t i = 0; name && i < sizeof never_returning / sizeof *never_returning; i++)
        if (strcmp(name, never_returning[i]) == 0)
            return true;
    return false;
}

bool syntax_is_program_call(const syntax *s)
{
    return s->kind == SYNTAX_CALL && (!syntax_callee_name(s) || s->child[0]->decl->body);
}

bool syntax_may_set_globals(const syntax *s)
{
    if (!s)
        return false;
    if (syntax_is_program_call(s))
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (syntax_may_set_globals(s->child[i]))
            return true;
    return false;
}

/* --- Jumps and sections -------------------------------------------------- */

/* Is a jump of this kind in it, of the loop (or switch) around it? */
static bool may_jump(const syntax *s, syntax_kind kind)
{
    if (!s || s->kind == SYNTAX_FOR || s->kind == SYNTAX_WHILE || s->kind == SYNTAX_DO ||
        (s->kind == SYNTAX_SWITCH && kind == SYNTAX_BREAK))
        return false;
    if (s->kind == kind)
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (may_jump(s->child[i], kind))
            return true;
    return false;
}

bool syntax_may_continue(const syntax *s)
{
    return may_jump(s, SYNTAX_CONTINUE);
}

bool syntax_may_break(const syntax *s)
{
    return may_jump(s, SYNTAX_BREAK);
}

bool syntax_has(const syntax *s, syntax_kind kind)
{
    if (!s || s->kind == kind)
        return s != NULL;
    for (int i = 0; i < s->child_count; i++)
        if (syntax_has(s->child[i], kind))
            return true;
    return false;
}
