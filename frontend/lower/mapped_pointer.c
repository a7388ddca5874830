#include "frontend/lower/mapped_pointer.h"

#include "frontend/lower/unknown.h"
#include "frontend/value/access_path.h"
#include "frontend/value/alias.h"
#include "frontend/value/memory_function.h"
#include "frontend/value/points_to.h"

/* The function with a body here whose result the value is; null: it is none's. */
static const decl *function_of(const syntax *value)
{
    const decl *f =
        value->kind == SYNTAX_CALL && syntax_callee_name(value) ? value->child[0]->decl : NULL;
    return f && f->body ? f : NULL;
}

/* All of an array that is mapped like `v`: its elements are v's from there on. */
static bool is_alike(lowering *lo, const variable *v, const syntax *value)
{
    int64_t begin;
    place p = access_path_of(lo, value);
    const variable *of = p.kind == PLACE_ADDRESS && p.base ? lo->info[p.base->id].var : NULL;
    return of && of->align && !p.level && p.pending && expr_is_int(p.pending, &begin) &&
           begin == 0 && value_is_same_alignment(of->align, v->align);
}

/* The part of the value that is memory which has, or had, other names; null: there is none. What
 * functions without a body here return, lower/unknown.h is about. */
static const syntax *shared_memory(lowering *lo, const variable *v, const syntax *value)
{
    while (value->kind == SYNTAX_CAST ||
           (value->kind == SYNTAX_BINARY && value->op == OPERATOR_COMMA))
        value = value->child[value->kind == SYNTAX_BINARY];
    if (value->kind == SYNTAX_CONDITIONAL) {
        const syntax *one = shared_memory(lo, v, value->child[1]);
        return one ? one : shared_memory(lo, v, value->child[2]);
    }
    const decl *f = function_of(value);
    const syntax *last = value;
    while (last->kind == SYNTAX_CAST || (last->kind == SYNTAX_ASSIGN && last->op == OPERATOR_NONE))
        last = last->child[last->kind == SYNTAX_ASSIGN];
    bool is_null = last->kind == SYNTAX_INT;
    bool is_new = value->kind == SYNTAX_CALL && (!f || memory_use_of(f));
    return is_null || is_new || is_alike(lo, v, value) ? NULL : value;
}

/* Does the pointer have a mapping of its own, for memory of its own? */
static const variable *mapped(lowering *lo, const decl *pointer)
{
    const variable *v = lo->info[pointer->id].var;
    return v && v->align && v->rank && pointer->type->kind == TYPE_POINTER ? v : NULL;
}

void lower_check_followed(lowering *lo, const decl *pointer, const syntax *value)
{
    const variable *v = mapped(lo, pointer);
    place p = access_path_of(lo, value);
    const variable *of = p.base ? lo->info[p.base->id].var : NULL;
    if (!v || !of || is_alike(lo, v, value))
        return;
    diag *d = diag_report(lo->ctx->diags, DIAG_WARNING, "alias", value->where,
                          "'%s' has a mapping, but is set to elements of '%s', which stay where "
                          "'%s' has them: its own mapping is not used; give '%s' memory of its "
                          "own, by 'malloc', or take it out of the directive",
                          v->name, of->name, of->name, v->name);
    diag_note(d, v->where, "'%s' is declared here", v->name);
}

void lower_check_memory(lowering *lo, node_list *out, const decl *pointer, const syntax *value)
{
    const variable *v = mapped(lo, pointer);
    const syntax *shared = v ? shared_memory(lo, v, value) : NULL;
    if (!shared)
        return;
    const decl *f = function_of(shared);
    diag *d =
        f ? diag_report(lo->ctx->diags, DIAG_WARNING, "alias", shared->where,
                        "'%s' is distributed, and set to what '%s' returns: what that does to the "
                        "memory is taken to be each processor's own; allocate '%s' here, and pass "
                        "it to '%s'",
                        v->name, f->name, v->name, f->name)
          : diag_report(lo->ctx->diags, DIAG_WARNING, "alias", shared->where,
                        "'%s' is distributed, and set to memory that has another name: what is "
                        "done by that name is not followed to '%s'; give '%s' memory of its own, "
                        "by 'malloc'",
                        v->name, v->name, v->name);
    diag_note(d, v->where, "'%s' is declared here", v->name);
    lower_unknown_memory(lo, out, shared, v);
}

void lower_check_moved(lowering *lo, node_list *out, const decl *pointer, const syntax *s)
{
    const variable *v = mapped(lo, pointer);
    if (!v)
        return;
    diag *d = diag_report(lo->ctx->diags, DIAG_WARNING, "alias", s->where,
                          "'%s' is distributed, and moved here: its elements are taken to be "
                          "counted from where they were; move an index, and leave '%s' as it is",
                          v->name, v->name);
    diag_note(d, v->where, "'%s' is declared here", v->name);
    lower_unknown_memory(lo, out, s, v);
}
