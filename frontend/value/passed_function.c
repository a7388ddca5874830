/* Formals that are functions, and which ones: value/passed_function.h. */

#include "frontend/value/passed_function.h"

#include <string.h>

#include "frontend/value/structure_clone.h"
#include "frontend/value/syntax_copy.h"
#include "support/vec.h"

/* What is passed may be passed on; and so many functions there may be besides those of the text. */
enum { ROUNDS_MOST = 8, TWINS_MOST = 256 };

typedef struct passing {
    const syntax *call;
    const decl *passed; /* the function; null: it is not known */
    bool is_done;       /* it calls a twin */
} passing;

typedef struct passed_pass {
    fp_context *ctx;
    c_program *source;
    const pragma_list *pragmas;
    int twins;
    VEC(passing) list; /* of the formal at hand, call by call */
    int other_uses;    /* of the function at hand: by which it may be called unseen */
} passed_pass;

static bool is_a_function(const decl *d)
{
    const c_type *type = d->type->kind == TYPE_POINTER ? d->type->target : d->type;
    return type && type->kind == TYPE_FUNCTION;
}

/* f, &f and *f are one. */
static const syntax *bare(const syntax *s)
{
    for (;;) {
        s = syntax_without_casts(s);
        bool is_same =
            s && s->kind == SYNTAX_UNARY && (s->op == OPERATOR_ADDRESS || s->op == OPERATOR_DEREF);
        if (!is_same)
            return s;
        s = s->child[0];
    }
}

static const decl *function_named(const syntax *s)
{
    s = bare(s);
    bool is = s && s->kind == SYNTAX_NAME && s->decl && s->decl->kind == DECL_FUNCTION;
    return is ? s->decl : NULL;
}

/* --- What is passed --------------------------------------------------------------------------- */

static void find_calls(passed_pass *w, const syntax *s, const decl *f, int at)
{
    if (!s)
        return;
    bool is_call = s->kind == SYNTAX_CALL && syntax_callee_name(s) && s->child[0]->decl == f;
    if (is_call) {
        const syntax *actual = at + 1 < s->child_count ? s->child[at + 1] : NULL;
        VEC_PUSH(w->ctx->arena, &w->list, ((passing){s, function_named(actual), false}));
    }
    for (int i = 0; i < s->child_count; i++) {
        const syntax *part = syntax_part(s, i);
        w->other_uses += part && part->kind == SYNTAX_NAME && part->decl == f && !(is_call && !i);
        find_calls(w, part, f, at);
    }
}

static void find_passed(passed_pass *w, const decl *f, int at)
{
    w->list.count = 0;
    w->other_uses = 0;
    for (int i = 0; i < w->source->function_count; i++)
        find_calls(w, w->source->functions[i]->body, f, at);
    for (int i = 0; i < w->source->decl_count; i++) {
        const decl *d = w->source->decls[i];
        if (!d->function && d->kind == DECL_VARIABLE && d->init)
            find_calls(w, d->init, f, at);
        w->other_uses +=
            !d->function && d->init && d->init->kind == SYNTAX_NAME && d->init->decl == f;
    }
}

/* --- What becomes of it ----------------------------------------------------------------------- */

/* The expression names the function instead of the formal. */
static void name_instead(syntax *s, const decl *formal, const decl *to)
{
    for (int i = 0; s && i < s->child_count; i++) {
        syntax *part = (syntax *)syntax_part(s, i);
        const syntax *named = bare(part);
        bool is_it = named && named->kind == SYNTAX_NAME && named->decl == formal;
        if (!is_it || s->kind == SYNTAX_DECLARATION) {
            name_instead(part, formal, to);
            continue;
        }
        syntax *name = (syntax *)named;
        name->decl = (decl *)to;
        name->type = to->type;
        s->child[i] = name;
    }
}

static bool may_be_followed(const passed_pass *w, const decl *f)
{
    return !f->is_replaceable && !f->intrinsic && !f->is_open && strcmp(f->name, "main") != 0 &&
           !structure_calls_itself(w->source, w->ctx, f);
}

static const decl *next_passed(const passed_pass *w)
{
    for (int i = 0; i < w->list.count; i++)
        if (w->list.data[i].passed && !w->list.data[i].is_done)
            return w->list.data[i].passed;
    return NULL;
}

static bool are_all(const passed_pass *w, const decl *passed)
{
    for (int i = 0; i < w->list.count; i++)
        if (w->list.data[i].passed != passed && !w->list.data[i].is_done)
            return false;
    return !w->other_uses;
}

/* Each call that passes the function calls a twin, in which the formal is that. */
static void give_twin(passed_pass *w, decl *f, int at, const decl *passed)
{
    syntax_copying c = syntax_copy_begin(w->ctx, w->source);
    decl *twin = syntax_copy_function(&c, f, f->body);
    w->twins++;
    name_instead((syntax *)twin->body, twin->formals[at], passed);
    for (int i = 0; i < w->list.count; i++)
        if (w->list.data[i].passed == passed) {
            ((syntax *)w->list.data[i].call->child[0])->decl = twin;
            w->list.data[i].is_done = true;
        }
}

/* Is the formal another name of functions now? */
static bool follow(passed_pass *w, decl *f, int at)
{
    const decl *formal = f->formals[at];
    if (!syntax_names(f->body, formal) || syntax_sets(f->body, formal))
        return false;
    find_passed(w, f, at);
    bool is_any = false, has_twins = !structure_has_own_memory(w->source, w->pragmas, f);
    for (const decl *passed; (passed = next_passed(w)) != NULL; is_any = true) {
        if (are_all(w, passed)) { /* those that are left */
            name_instead((syntax *)f->body, formal, passed);
            return true;
        }
        if (!has_twins || w->twins == TWINS_MOST)
            break;
        give_twin(w, f, at, passed);
    }
    return is_any;
}

static bool follow_all(passed_pass *w)
{
    for (int i = 0; i < w->source->function_count; i++) {
        decl *f = w->source->functions[i];
        for (int k = 0; k < f->formal_count; k++)
            if (is_a_function(f->formals[k]) && may_be_followed(w, f) && follow(w, f, k))
                return true;
    }
    return false;
}

void value_find_passed_functions(fp_context *ctx, c_program *source, const pragma_list *pragmas)
{
    passed_pass w = {.ctx = ctx, .source = source, .pragmas = pragmas};
    int most = ROUNDS_MOST * (source->function_count + 1);
    for (int i = 0; i < most && w.twins < TWINS_MOST && follow_all(&w); i++)
        ;
}
