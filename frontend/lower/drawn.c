#include "frontend/lower/drawn.h"

#include <string.h>

/* Functions that call functions, to this depth, are looked at. */
enum { DEPTH_MOST = 8 };

static const char *const drawing[] = {"rand", "random", "drand48", "lrand48", "mrand48"};

static bool is_drawing(const char *name)
{
    for (size_t i = 0; i < sizeof drawing / sizeof *drawing; i++)
        if (strcmp(name, drawing[i]) == 0)
            return true;
    return false;
}

static bool draws(const syntax *s, int depth)
{
    if (!s || depth > DEPTH_MOST)
        return false;
    const char *name = s->kind == SYNTAX_CALL ? syntax_callee_name(s) : NULL;
    const syntax *body = name ? s->child[0]->decl->body : NULL;
    if (name && ((!body && is_drawing(name)) || draws(body, depth + 1)))
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (draws(syntax_part(s, i), depth))
            return true;
    return false;
}

bool lower_draws(const syntax *s)
{
    return draws(s, 0);
}
