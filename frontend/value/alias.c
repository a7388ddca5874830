/* Distributed arrays that escape: through pointers, and into functions whose
 * bodies are elsewhere. What happens to them there is not followed. */

#include "frontend/value/alias.h"

#include "frontend/resolve/units.h"
#include "frontend/value/access_path.h"
#include "frontend/value/callee_effects.h"
#include "frontend/value/memory_function.h"

/* The distributed array whose address `s` is; null: it is none. */
static const variable *distributed_address(lowering *lo, const syntax *s)
{
    place p = access_path_of(lo, s);
    const variable *v = p.kind == PLACE_ADDRESS && p.base ? lo->info[p.base->id].var : NULL;
    return v && v->align ? v : NULL;
}

/* Do the two place all elements alike, at all times? Arrays that one directive distributes, or that
 * say the same, have a template each. */
static bool is_same_target(const dist_template *a, const dist_template *b)
{
    return a == b || (a->is_direct && b->is_direct && !a->is_dynamic && !b->is_dynamic &&
                      scope_same_distribution(a, b));
}

bool value_is_same_alignment(const alignment *a, const alignment *b)
{
    if (!is_same_target(a->target, b->target))
        return false;
    for (int i = 0; i < a->target->rank; i++) {
        const align_axis *x = &a->axis[i], *y = &b->axis[i];
        if (x->source != y->source || (x->source == ALIGN_BY_DIM && x->dim != y->dim) ||
            x->stride != y->stride || x->offset != y->offset)
            return false;
    }
    return true;
}

void value_check_pointer(lowering *lo, const decl *pointer, const syntax *value)
{
    const variable *to = distributed_address(lo, value);
    const variable *from = lo->info[pointer->id].var;
    if (!to || !pointer->rank)
        return;
    if (from && from->align && value_is_same_alignment(from->align, to->align))
        return; /* two arrays of the same mapping are swapped */
    lo->info[pointer->id].is_alias_reported = true;
    diag *d = diag_report(lo->ctx->diags, DIAG_WARNING, "alias", value->where,
                          "'%s' points into the distributed array '%s': accesses through it are "
                          "taken to be local; index '%s' itself, or align '%s' like it",
                          pointer->name, to->name, to->name, pointer->name);
    diag_note(d, to->where, "'%s' is declared here", to->name);
}

/* --- Other names -------------------------------------------------------------------- */

static variable *array_named(const lowering *lo, const syntax *s)
{
    variable *v = s && s->kind == SYNTAX_NAME && s->decl ? lo->info[s->decl->id].var : NULL;
    return v && v->rank ? v : NULL;
}

static bool is_address(const syntax *s)
{
    return s->type && (s->type->kind == TYPE_POINTER || s->type->kind == TYPE_ARRAY);
}

/* Is the pointer's value memory that nothing else names? */
static bool is_fresh(const syntax *value)
{
    while (value && value->kind == SYNTAX_CAST)
        value = value->child[0];
    return !value || value->kind == SYNTAX_CALL || value->kind == SYNTAX_INT;
}

/* Is argument i only used in the body of the callee, by the name of its formal? */
static bool is_argument_followed(const syntax *call, int i)
{
    const char *name = syntax_callee_name(call);
    const decl *callee = name ? call->child[0]->decl : NULL;
    return name &&
           ((callee->body && i <= callee->formal_count) || memory_use_of(callee) == MEMORY_FREED);
}

/* Do addresses that stand as child i of `s` go no further than those that `s` gives? */
static bool is_child_followed(const syntax *s, int i, bool is_followed, bool takes_address)
{
    switch (s->kind) {
    case SYNTAX_SUBSCRIPT:
        return i == 0 && (takes_address || is_address(s) ? is_followed : true);
    case SYNTAX_UNARY:
        if (s->op == OPERATOR_DEREF)
            return takes_address || is_address(s) ? is_followed : true;
        return s->op == OPERATOR_ADDRESS ? is_followed : s->op == OPERATOR_NOT;
    case SYNTAX_BINARY:
        return is_address(s) ? is_followed : true;
    case SYNTAX_CAST:
        return is_address(s) && is_followed;
    case SYNTAX_CONDITIONAL:
        return i == 0 || is_followed;
    case SYNTAX_CALL:
        return i == 0 || is_argument_followed(s, i);
    case SYNTAX_ASSIGN:
        return i == 0;
    case SYNTAX_SIZEOF:
    case SYNTAX_MEMBER:
    case SYNTAX_DECLARATION:
        return true;
    case SYNTAX_INT:
    case SYNTAX_FLOAT:
    case SYNTAX_STRING:
    case SYNTAX_NAME:
    case SYNTAX_SECTION:
    case SYNTAX_IMAGE:
    case SYNTAX_INIT_LIST:
    case SYNTAX_OTHER:
    case SYNTAX_BLOCK:
    case SYNTAX_IF:
    case SYNTAX_FOR:
    case SYNTAX_COPIES:
    case SYNTAX_WHILE:
    case SYNTAX_DO:
    case SYNTAX_SWITCH:
    case SYNTAX_CASE:
    case SYNTAX_BREAK:
    case SYNTAX_CONTINUE:
    case SYNTAX_RETURN:
    case SYNTAX_GOTO:
    case SYNTAX_LABEL:
    case SYNTAX_EMPTY:
        break;
    }
    return false;
}

/* Marks arrays whose addresses are kept, or go where nothing follows them. */
static void find_aliases(lowering *lo, const syntax *s, bool is_followed, bool takes_address)
{
    if (!s)
        return;
    variable *v = array_named(lo, s);
    if (v && !is_followed)
        v->is_aliased = true;
    if (s->kind == SYNTAX_ASSIGN && !is_fresh(s->child[1]) && (v = array_named(lo, s->child[0])))
        v->is_aliased = true; /* a pointer, to what something else names */
    for (int i = 0; i < s->child_count; i++) {
        const syntax *child = s->child[i];
        find_aliases(lo, child, is_child_followed(s, i, is_followed, takes_address),
                     s->kind == SYNTAX_UNARY && s->op == OPERATOR_ADDRESS);
        if (s->kind != SYNTAX_DECLARATION || !child->decl->init)
            continue;
        find_aliases(lo, child->decl->init, false, false);
        v = array_named(lo, child);
        if (v && child->decl->type->kind == TYPE_POINTER && !is_fresh(child->decl->init))
            v->is_aliased = true;
    }
}

void value_find_aliases(lowering *lo)
{
    for (int i = 0; i < lo->source->decl_count; i++)
        if (!lo->source->decls[i]->function)
            find_aliases(lo, lo->source->decls[i]->init, false, false);
    for (int i = 0; i < lo->source->function_count; i++)
        find_aliases(lo, lo->source->functions[i]->body, false, false);
}

void value_find_unseen(lowering *lo)
{
    for (int i = 0; i < lo->source->decl_count; i++) {
        const decl *d = lo->source->decls[i];
        if (decl_is_integer(d) && lo->info[d->id].var)
            lo->info[d->id].var->is_aliased |= value_is_set_unseen(lo, d);
    }
}

bool value_check_escape(lowering *lo, const syntax *call)
{
    const char *name = syntax_callee_name(call);
    bool has_escaped = false;
    for (int i = 1; i < call->child_count; i++) {
        const variable *v = distributed_address(lo, call->child[i]);
        has_escaped |= v != NULL;
        if (v)
            diag_report(
                lo->ctx->diags, DIAG_WARNING, "escape", call->child[i]->where,
                "the distributed array '%s' is passed to '%s', whose body is not in this source: "
                "what it does with the array is not in the prediction; write it as a loop here",
                v->name, name ? name : "a function pointer");
    }
    return has_escaped;
}
