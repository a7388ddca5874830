#include "frontend/value/memory_function.h"

#include <string.h>

#include "frontend/syntax/library_function.h"

/* Functions that call functions, to this depth, are looked at. */
#define DEPTH_MAX 8

static memory_use use_of(const decl *f, int depth);

/* --- By name --------------------------------------------------------------------------- */

/* Does a word of the name end in `word`? */
static bool has_word(const char *name, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = strstr(name, word); at; at = strstr(at + 1, word))
        if (at[length] < 'a' || at[length] > 'z')
            return true;
    return false;
}

static bool takes_nothing_else(const decl *f)
{
    for (int i = 0; i < f->parameter_count; i++)
        if (f->parameters[i]->kind != TYPE_INT)
            return false;
    return !f->is_open;
}

static bool takes_numbers(const decl *f)
{
    return f->parameter_count > 0 && takes_nothing_else(f);
}

static bool takes_address(const decl *f)
{
    return f->parameter_count == 1 && !f->is_open && f->parameters[0]->kind == TYPE_POINTER &&
           f->parameters[0]->target->kind == TYPE_VOID;
}

/* Pointers to rows, and how many there are. */
static bool takes_rows(const decl *f)
{
    int tables = 0;
    for (int i = 0; i < f->formal_count; i++) {
        tables += f->formals[i]->is_row_table;
        if (!f->formals[i]->is_row_table && f->formals[i]->type->kind != TYPE_INT)
            return false;
    }
    return tables == 1 && !f->is_open;
}

static memory_use use_by_name(const decl *f)
{
    if (takes_address(f) && (has_word(f->name, "free") || has_word(f->name, "dealloc")))
        return MEMORY_FREED;
    if (strcmp(f->name, "posix_memalign") == 0 || strcmp(f->name, "xmp_malloc") == 0)
        return MEMORY_UNSET;
    if (!takes_numbers(f) || !has_word(f->name, "alloc"))
        return MEMORY_NONE;
    return has_word(f->name, "calloc") ? MEMORY_ZERO : MEMORY_UNSET;
}

/* --- By body --------------------------------------------------------------------------- */

typedef struct body_walk {
    const decl *f;
    int depth;
    memory_use use;
    bool is_other; /* it does something else, too */
} body_walk;

static bool is_local(const body_walk *w, const syntax *s)
{
    return s->kind == SYNTAX_NAME && s->decl && s->decl->function == w->f && !s->decl->is_static;
}

/* A number that nothing else in the program looks at, as of the bytes so far. */
static bool is_own(const body_walk *w, const syntax *s)
{
    return s->kind == SYNTAX_NAME && s->decl && s->decl->sole_user == w->f && !s->decl->rank &&
           !s->decl->is_external && (s->type->kind == TYPE_INT || s->type->kind == TYPE_DOUBLE);
}

static void note_use(body_walk *w, memory_use use)
{
    w->is_other |= w->use && w->use != use;
    w->use = use;
}

/* One that sees none of the memory: of the library, such as fprintf, or that ends the program, as
 * exit and what the program has for it. */
static bool is_apart(const body_walk *w, const syntax *call)
{
    const char *name = syntax_callee_name(call);
    bool is_plain =
        name && (syntax_never_returns(call) ||
                 (!call->child[0]->decl->body && library_kind_of(name) == LIBRARY_PLAIN));
    for (int i = 1; is_plain && i < call->child_count; i++)
        is_plain = !(is_local(w, call->child[i]) && call->child[i]->type->kind == TYPE_POINTER);
    return is_plain;
}

static void walk(body_walk *w, const syntax *s)
{
    if (!s || w->is_other)
        return;
    bool changes = s->kind == SYNTAX_ASSIGN ||
                   (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_PRE_INC) ||
                   s->kind == SYNTAX_OTHER;
    if (changes && !(s->child_count && (is_local(w, s->child[0]) || is_own(w, s->child[0]))))
        w->is_other = true;
    if (s->kind == SYNTAX_CALL) {
        memory_use use =
            syntax_callee_name(s) ? use_of(s->child[0]->decl, w->depth + 1) : MEMORY_NONE;
        if (use)
            note_use(w, use);
        else
            w->is_other |= !is_apart(w, s);
    }
    for (int i = 0; i < s->child_count; i++)
        walk(w, syntax_part(s, i));
}

static memory_use use_of(const decl *f, int depth)
{
    if (!f || f->kind != DECL_FUNCTION || depth > DEPTH_MAX)
        return MEMORY_NONE;
    if (!f->body)
        return use_by_name(f);
    if (!takes_nothing_else(f) && !takes_address(f) && !takes_rows(f))
        return MEMORY_NONE;
    body_walk w = {.f = f, .depth = depth};
    walk(&w, f->body);
    bool is_known =
        !w.is_other && (takes_nothing_else(f) || takes_address(f) || w.use == MEMORY_FREED);
    return !is_known                                     ? MEMORY_NONE
           : w.use == MEMORY_UNSET && f->makes_zero_rows ? MEMORY_ZERO
                                                         : w.use;
}

memory_use memory_use_of(const decl *f)
{
    return use_of(f, 0);
}

bool memory_use_is_by_name(const decl *f)
{
    static const char *const library[] = {"malloc",         "calloc",     "aligned_alloc",
                                          "posix_memalign", "xmp_malloc", "free"};
    bool is_of_library = false;
    for (int i = 0; i < (int)(sizeof library / sizeof *library); i++)
        is_of_library |= strcmp(f->name, library[i]) == 0;
    return !is_of_library && !f->body && memory_use_of(f) != MEMORY_NONE;
}
