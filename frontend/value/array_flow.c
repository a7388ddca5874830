#include "frontend/value/array_flow.h"

#include "frontend/value/flow_log.h"
#include "frontend/value/integer.h"

const decl *array_set_by(const syntax *s)
{
    bool sets =
        s->kind == SYNTAX_ASSIGN ||
        (s->kind == SYNTAX_UNARY && (s->op >= OPERATOR_PRE_INC || s->op == OPERATOR_ADDRESS));
    const syntax *target = sets && s->child_count ? s->child[0] : NULL;
    bool is_element = target && target->kind == SYNTAX_SUBSCRIPT &&
                      target->child[0]->kind == SYNTAX_NAME && target->child[0]->decl;
    return is_element ? target->child[0]->decl : NULL;
}

/* Is it named otherwise than in m[e] and sizeof m, or are addresses of its elements taken? */
static bool is_named_alone(const syntax *s, const decl *d)
{
    if (!s || s->kind == SYNTAX_SIZEOF)
        return false;
    if (s->kind == SYNTAX_UNARY && s->op == OPERATOR_ADDRESS && array_set_by(s) == d)
        return true;
    for (int i = 0; i < s->child_count; i++) {
        const syntax *part = s->child[i];
        if (s->kind == SYNTAX_DECLARATION) {
            if (is_named_alone(part->decl->init, d) ||
                (part->decl->init && part->decl->init->kind == SYNTAX_NAME &&
                 part->decl->init->decl == d))
                return true;
            continue;
        }
        bool is_name = part && part->kind == SYNTAX_NAME && part->decl == d;
        if (is_name ? s->kind != SYNTAX_SUBSCRIPT || i != 0 : is_named_alone(part, d))
            return true;
    }
    return false;
}

int array_followed(lowering *lo, const decl *d)
{
    enum { MOST = 64 };
    decl_info *info = &lo->info[d->id];
    if (d->kind != DECL_VARIABLE || !d->function || d->is_static || d->rank != 1 ||
        d->type->kind != TYPE_ARRAY || d->element->kind != TYPE_INT || d->element->is_volatile ||
        d->count[0] < 1 || d->count[0] > MOST)
        return 0;
    if (!info->is_array_asked) {
        info->is_array_asked = true;
        info->is_array_followed = !is_named_alone(d->function->body, d);
    }
    return info->is_array_followed ? (int)d->count[0] : 0;
}

const expr *const *array_now(lowering *lo, const decl *d)
{
    return array_followed(lo, d) ? lo->info[d->id].now.elements : NULL;
}

void array_set(lowering *lo, const decl *d, const expr *const *elements)
{
    flow_writable(lo, d)->elements = elements;
}

/* Where nothing is said of an element, nothing may look at it: any number does. */
void array_begin(lowering *lo, const decl *d)
{
    const int count = array_followed(lo, d);
    if (!count)
        return;
    const expr **elements = ARENA_ARRAY(lo->ctx->arena, count, const expr *);
    const syntax *init = d->init;
    bool is_list = init && init->kind == SYNTAX_INIT_LIST && init->child_count <= count;
    for (int i = 0; i < count; i++)
        elements[i] = expr_int(lo->pool, 0);
    for (int i = 0; is_list && i < init->child_count; i++) {
        elements[i] = value_integer(lo, init->child[i], false);
        is_list = elements[i] != NULL; /* a designator, too, moves those after it */
    }
    array_set(lo, d, !init || is_list ? elements : NULL);
}

void array_assign(lowering *lo, const syntax *s)
{
    const decl *d = array_set_by(s);
    const expr *const *now = d ? array_now(lo, d) : NULL;
    if (!now)
        return;
    const int count = array_followed(lo, d);
    const expr *index = value_integer(lo, s->child[0]->child[1], false);
    int64_t at;
    if (!index || !expr_is_int(index, &at) || at < 0 || at >= count) {
        array_set(lo, d, NULL);
        return;
    }
    const expr **elements = ARENA_ARRAY(lo->ctx->arena, count, const expr *);
    for (int i = 0; i < count; i++)
        elements[i] = now[i];
    bool is_plain = s->kind == SYNTAX_ASSIGN && s->op == OPERATOR_NONE;
    const expr *value = is_plain ? value_integer(lo, s->child[1], false) : NULL;
    bool is_whole = value && syntax_final_type(s->child[1])->bytes == d->element->bytes;
    elements[at] = is_whole ? value : NULL;
    array_set(lo, d, elements);
}

void array_forget(lowering *lo, const syntax *s)
{
    if (!s)
        return;
    const decl *d = array_set_by(s);
    if (d && array_followed(lo, d))
        array_set(lo, d, NULL);
    for (int i = 0; i < s->child_count; i++)
        array_forget(lo, syntax_part(s, i));
}
