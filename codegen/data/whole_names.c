/* Names of arrays, for functions of XcalableMP's library that work on whole ones: of several with
 * one name, the one that was told last is meant. */

#include "codegen/data/whole_names.h"

#include <string.h>

static const char *const functions[] = {"xmp_transpose", "xmp_matmul",   "xmp_gather",
                                        "xmp_scatter",   "xmp_pack",     "xmp_unpack",
                                        "xmp_sort_up",   "xmp_sort_down"};

/* The first place where one of them is called; null: there is none. */
static const library_call *first_call(const emitter *e)
{
    const program *p = e->planned->program;
    for (int i = 0; i < p->library_count; i++)
        for (size_t k = 0; k < sizeof functions / sizeof *functions; k++)
            if (strcmp(p->library[i].name, functions[k]) == 0)
                return &p->library[i];
    return NULL;
}

bool emit_asks_of_wholes(const emitter *e)
{
    return first_call(e) != NULL;
}

void emit_whole_name(emitter *e, const array_info *a)
{
    const variable *v = a->var->version_of ? a->var->version_of : a->var;
    if (emit_asks_of_wholes(e))
        fprintf(e->out, "    fpr_name_whole(\"%s\", &%s, \"%s\");\n", v->name, a->name,
                v->type ? v->type : "");
}

static bool calls(const node *list, const function *f)
{
    for (const node *n = list; n; n = n->next) {
        const node *inner[2];
        if (n->kind == NODE_CALL && n->u.call.callee == f)
            return true;
        for (int i = node_below(n, inner); i-- > 0;)
            if (calls(inner[i], f))
                return true;
    }
    return false;
}

/* May one of the functions be executed in the other? */
static bool is_nested(const emitter *e, const function *a, const function *b)
{
    for (int i = 0; i < e->instances.count; i++) {
        const instance *x = &e->instances.data[i];
        if ((x->function == a && calls(x->body, b)) || (x->function == b && calls(x->body, a)))
            return true;
    }
    return !a || !b || a == b; /* of the file, it is everywhere */
}

static void check_single(emitter *e, const array_info *a, const array_info *b)
{
    if (strcmp(a->var->name, b->var->name) == 0 && is_nested(e, a->var->owner, b->var->owner))
        emit_refuse(e, first_call(e)->where,
                    "'%s' is given names of arrays, and '%s' names several: rename one",
                    first_call(e)->name, a->var->name);
}

void emit_whole_names(emitter *e)
{
    if (!emit_asks_of_wholes(e))
        return;
    for (int i = 0; i < e->arrays.count; i++) {
        const array_info *a = &e->arrays.data[i];
        if (a->var->version_of)
            emit_refuse(e, first_call(e)->where,
                        "'%s' is given names of arrays, and '%s' is mapped anew: copy it to an "
                        "array of its own",
                        first_call(e)->name, a->var->name);
        for (int k = 0; k < i; k++)
            check_single(e, a, &e->arrays.data[k]);
        if (!a->var->owner && a->var->align)
            emit_whole_name(e, a);
    }
}
