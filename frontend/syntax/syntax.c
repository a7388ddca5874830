/* Queries on the tree alone, without what is known of values. */

#include "frontend/syntax/syntax.h"

#include <string.h>

/* --- Types --------------------------------------------------------------- */

c_integer_type c_type_integer(const c_type *type)
{
    return (c_integer_type){(int)type->bytes, type->is_unsigned, type->is_bool};
}

const c_type *c_type_promoted(const c_type *type)
{
    static const c_type of_int = {.kind = TYPE_INT, .bytes = 4};
    return type->bytes < of_int.bytes ? &of_int : type;
}

const c_type *c_type_common(const c_type *a, const c_type *b)
{
    a = c_type_promoted(a);
    b = c_type_promoted(b);
    if (a->bytes != b->bytes)
        return a->bytes > b->bytes ? a : b;
    return b->is_unsigned ? b : a;
}

bool c_type_holds(const c_type *type, const c_type *other)
{
    if (type->is_bool || other->is_bool)
        return other->is_bool;
    if (type->is_unsigned == other->is_unsigned)
        return type->bytes >= other->bytes;
    return other->is_unsigned && type->bytes > other->bytes;
}

const c_type *syntax_final_type(const syntax *s)
{
    const c_type *type = s->type;
    for (const conversion *c = s->converted; c; c = c->next)
        type = c->type;
    return type;
}

/* --- Variables ----------------------------------------------------------- */

bool decl_is_integer(const decl *d)
{
    return (d->kind == DECL_VARIABLE || d->kind == DECL_FORMAL) && d->type->kind == TYPE_INT;
}

bool c_unit_declares(const c_unit *unit, const decl *d)
{
    return d->id < unit->declared_count && unit->is_declared[d->id];
}

bool decl_is_changed_elsewhere(const decl *d)
{
    return d->kind == DECL_VARIABLE && !d->function && d->is_external && !d->rank &&
           source_range_is_set(d->where) && !d->type->is_const;
}

bool decl_is_main(const decl *f)
{
    return f && strcmp(f->name, "main") == 0;
}

const decl *syntax_scalar_name(const syntax *s)
{
    while (s && s->kind == SYNTAX_CAST)
        s = s->child[0];
    return s && s->kind == SYNTAX_NAME && s->decl && decl_is_integer(s->decl) ? s->decl : NULL;
}

/* --- Parts --------------------------------------------------------------- */

const syntax *syntax_part(const syntax *s, int i)
{
    const decl *d = s->kind == SYNTAX_DECLARATION ? s->child[i]->decl : NULL;
    if (!d)
        return s->child[i];
    return d->function && !d->is_static ? d->init : NULL;
}

/* --- Calls --------------------------------------------------------------- */

const syntax *syntax_without_casts(const syntax *s)
{
    while (s && s->kind == SYNTAX_CAST && s->child_count == 1)
        s = s->child[0];
    return s;
}

const char *syntax_callee_name(const syntax *call)
{
    const syntax *callee = call->child[0];
    bool is_named =
        callee->kind == SYNTAX_NAME && callee->decl && callee->decl->kind == DECL_FUNCTION;
    return is_named ? callee->decl->name : NULL;
}

static const char *const never_returning[] = {
    "exit",
    "_exit",
    "_Exit",
    "abort",
    "quick_exit",
    "thrd_exit",
    "pthread_exit",
    "__assert_fail",
    "__assert",
    "xmp_exit",
    "__builtin_trap",
    "__builtin_unreachable",
    "__builtin_abort",
    "__builtin_exit",
    "err",
    "errx",
    "verr",
    "verrx",
    "execv",
    "execve",
    "execvp",
    "execl",
    "execlp",
    "execle",
};

/* May control leave the statement otherwise than at its end? */
static bool may_leave(const syntax *s)
{
    if (!s)
        return false;
    if (s->kind == SYNTAX_RETURN || s->kind == SYNTAX_GOTO)
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (may_leave(syntax_part(s, i)))
            return true;
    return false;
}

/* Asked once: functions call each other, and themselves. */
static bool function_ends(decl *f)
{
    if (!f->is_end_known) {
        f->is_end_known = true;
        f->never_returns |= syntax_ends_program(f->body);
    }
    return f->never_returns;
}

bool syntax_never_returns(const syntax *call)
{
    const char *name = call->kind == SYNTAX_CALL ? syntax_callee_name(call) : NULL;
    if (name && function_ends(call->child[0]->decl))
        return true;
    for (size_t i = 0; name && i < sizeof never_returning / sizeof *never_returning; i++)
        if (strcmp(name, never_returning[i]) == 0)
            return true;
    return false;
}

/* in_main: a return ends the program as exit does (C17 5.1.2.2.3). */
static bool ends_program(const syntax *s, bool in_main)
{
    if (!s)
        return false;
    if (s->kind == SYNTAX_RETURN)
        return in_main;
    if (s->kind == SYNTAX_IF)
        return ends_program(s->child[1], in_main) && ends_program(s->child[2], in_main);
    for (int i = 0; s->kind == SYNTAX_BLOCK && i < s->child_count; i++) {
        if (ends_program(s->child[i], in_main))
            return true;
        if (may_leave(s->child[i]) || syntax_may_break(s->child[i]) ||
            syntax_may_continue(s->child[i]))
            return false;
    }
    return syntax_never_returns(s);
}

bool syntax_ends_program(const syntax *s)
{
    return ends_program(s, false);
}

bool syntax_ends_main(const syntax *s)
{
    return ends_program(s, true);
}

bool syntax_is_program_call(const syntax *s)
{
    return s->kind == SYNTAX_CALL && (!syntax_callee_name(s) || s->child[0]->decl->body);
}

/* --- Jumps and sections -------------------------------------------------- */

/* Is a jump of this kind in it, of the loop (or switch) around it? */
bool syntax_is_loop(const syntax *s)
{
    return s->kind == SYNTAX_FOR || s->kind == SYNTAX_WHILE || s->kind == SYNTAX_DO;
}

bool syntax_is_statement(const syntax *around, int i)
{
    syntax_kind kind = around->kind;
    return kind == SYNTAX_BLOCK || kind == SYNTAX_LABEL || kind == SYNTAX_CASE ||
           (kind == SYNTAX_FOR && i == 3) || (kind == SYNTAX_DO && i == 0) ||
           ((kind == SYNTAX_WHILE || kind == SYNTAX_IF || kind == SYNTAX_SWITCH) && i > 0);
}

static bool may_jump(const syntax *s, syntax_kind kind)
{
    if (!s || s->kind == SYNTAX_FOR || s->kind == SYNTAX_WHILE || s->kind == SYNTAX_DO ||
        (s->kind == SYNTAX_SWITCH && kind == SYNTAX_BREAK))
        return false;
    if (s->kind == kind)
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (may_jump(syntax_part(s, i), kind))
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

static bool has_case(const syntax *s)
{
    if (!s || s->kind == SYNTAX_SWITCH || s->kind == SYNTAX_CASE)
        return s && s->kind == SYNTAX_CASE;
    for (int i = 0; i < s->child_count; i++)
        if (has_case(syntax_part(s, i)))
            return true;
    return false;
}

bool syntax_has_inner_case(const syntax *s)
{
    while (s && s->kind == SYNTAX_CASE)
        s = s->child[0];
    return has_case(s);
}

bool syntax_has(const syntax *s, syntax_kind kind)
{
    if (!s || s->kind == kind)
        return s != NULL;
    for (int i = 0; i < s->child_count; i++)
        if (syntax_has(syntax_part(s, i), kind))
            return true;
    return false;
}

bool syntax_assigns(const syntax *s)
{
    if (!s)
        return false;
    bool found = s->kind == SYNTAX_ASSIGN || (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_PRE_INC);
    for (int i = 0; i < s->child_count && !found; i++)
        found = syntax_assigns(syntax_part(s, i));
    return found;
}

bool syntax_names(const syntax *s, const decl *d)
{
    if (s && s->kind == SYNTAX_NAME && s->decl == d)
        return true;
    for (int i = 0; s && i < s->child_count; i++)
        if (syntax_names(syntax_part(s, i), d))
            return true;
    return false;
}

bool syntax_sets(const syntax *s, const decl *d)
{
    bool is_target =
        s && (s->kind == SYNTAX_ASSIGN || (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_ADDRESS));
    if (is_target && s->child[0]->kind == SYNTAX_NAME && s->child[0]->decl == d)
        return true;
    for (int i = 0; s && i < s->child_count; i++)
        if (syntax_sets(syntax_part(s, i), d))
            return true;
    return false;
}

/* Is `name` what the chain of members is called after the variable? Returns where it ends. */
static const char *skip_path(const syntax *s, const char *name)
{
    if (s->kind == SYNTAX_NAME)
        return name;
    name = skip_path(s->child[0], name);
    size_t length = s->member ? strlen(s->member) : 0;
    return name && *name == '.' && length && strncmp(name + 1, s->member, length) == 0 &&
                   (name[length + 1] == '.' || name[length + 1] == '\0')
               ? name + length + 1
               : NULL;
}

decl *syntax_member(const syntax *s)
{
    const syntax *root = s;
    while (root->kind == SYNTAX_MEMBER && !root->is_arrow)
        root = root->child[0];
    const decl *whole = root->kind == SYNTAX_NAME && root != s ? root->decl : NULL;
    if (!whole || whole->kind != DECL_VARIABLE || whole->rank)
        return NULL;
    for (int i = 0; i < whole->member_count; i++) {
        const char *end = skip_path(s, whole->members[i]->name + strlen(whole->name));
        if (end && !*end)
            return whole->members[i];
    }
    return NULL;
}
