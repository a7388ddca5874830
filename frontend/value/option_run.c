#include "frontend/value/option_run.h"

#include "frontend/value/option_state.h"

typedef enum option_way { WAY_ON, WAY_BREAK, WAY_CONTINUE, WAY_RETURN } option_way;

static option_way execute(option_run *r, const syntax *s);

bool option_has_directive(const option_run *r, const syntax *before, const syntax *s)
{
    source_range in = s->where;
    if (before && before->where.file == in.file) {
        in.line = before->where.end_line;
        in.column = before->where.end_column;
    }
    for (int i = 0; i < r->pragmas->count; i++) {
        const source_range text = r->pragmas->data[i].text;
        const bool is_after =
            text.line > in.line || (text.line == in.line && text.column >= in.column);
        const bool ends_after =
            text.line > in.end_line || (text.line == in.end_line && text.column >= in.end_column);
        if (text.file == in.file && is_after && !ends_after)
            return true;
    }
    return false;
}

static option_way execute_list(option_run *r, const syntax *s, int first)
{
    option_way way = WAY_ON;
    for (int i = first; i < s->child_count && way == WAY_ON && !r->is_lost; i++)
        way = execute(r, s->child[i]);
    return way;
}

static void declare(option_run *r, const syntax *s)
{
    for (int i = 0; i < s->child_count; i++) {
        const decl *d = s->child[i]->decl;
        if (d->is_static || d->is_coarray) {
            option_lose(r);
            return;
        }
        const bool is_plain = !d->rank && d->init && d->type->kind != TYPE_ARRAY &&
                              d->type->kind != TYPE_RECORD && d->init->kind != SYNTAX_INIT_LIST;
        const bool is_pointer = d->init && d->type->kind == TYPE_POINTER;
        option_set(r, d, NULL, d->type,
                   is_plain || is_pointer ? option_value_of(r, d->init) : (option_value){0});
    }
}

static option_way execute_loop(option_run *r, const syntax *s)
{
    const bool is_for = s->kind == SYNTAX_FOR, is_do = s->kind == SYNTAX_DO;
    const syntax *condition = s->child[is_for || is_do], *body = s->child[is_for ? 3 : !is_do];
    if (is_for && s->child[0])
        execute(r, s->child[0]);
    for (bool is_first = true; !r->is_lost; is_first = false) {
        if (!(is_do && is_first) && condition && !option_holds(r, condition))
            return WAY_ON;
        const option_way way = body && !r->is_lost ? execute(r, body) : WAY_ON;
        if (way == WAY_BREAK || way == WAY_RETURN)
            return way == WAY_RETURN ? way : WAY_ON;
        if (is_for && s->child[2] && !r->is_lost)
            option_value_of(r, s->child[2]);
        option_step(r);
    }
    return WAY_ON;
}

/* case 1: case 2: statement; `type` is the promoted one of what the switch looks at. */
static bool is_case_of(option_run *r, const syntax *s, int64_t value, const c_type *type,
                       bool is_default)
{
    for (; s && s->kind == SYNTAX_CASE; s = s->child_count ? s->child[0] : NULL) {
        if (is_default && s->is_default)
            return true;
        if (is_default || s->is_default)
            continue;
        const option_value label = s->label ? option_value_of(r, s->label) : option_lose(r);
        if (label.kind != OPTION_NUMBER || (label.number < 0 && type->is_unsigned))
            option_lose(r); /* it is converted */
        else if (label.number == value)
            return true;
    }
    return false;
}

static option_way execute_switch(option_run *r, const syntax *s)
{
    const option_value value = option_value_of(r, s->child[0]);
    const syntax *body = s->child[1];
    const c_type *type = syntax_final_type(s->child[0]);
    if (value.kind != OPTION_NUMBER || !type || type->kind != TYPE_INT ||
        body->kind != SYNTAX_BLOCK) {
        option_lose(r);
        return WAY_ON;
    }
    for (int is_default = 0; is_default < 2; is_default++)
        for (int i = 0; i < body->child_count && !r->is_lost; i++) {
            if (syntax_has_inner_case(body->child[i]))
                option_lose(r);
            else if (is_case_of(r, body->child[i], value.number, c_type_promoted(type),
                                is_default)) {
                const option_way way = execute_list(r, body, i);
                return way == WAY_BREAK ? WAY_ON : way;
            }
        }
    return WAY_ON;
}

static option_way jump(option_run *r, const syntax *s, option_way way)
{
    if (s->child_count)
        option_lose(r); /* functions that clean up */
    return way;
}

static option_way execute(option_run *r, const syntax *s)
{
    if (r->is_lost)
        return WAY_ON;
    switch ((int)s->kind) {
    case SYNTAX_EMPTY:
        return WAY_ON;
    case SYNTAX_BLOCK:
        return execute_list(r, s, 0);
    case SYNTAX_DECLARATION:
        declare(r, s);
        return WAY_ON;
    case SYNTAX_IF: {
        const int way = option_holds(r, s->child[0]) ? 1 : 2;
        return way < s->child_count && s->child[way] ? execute(r, s->child[way]) : WAY_ON;
    }
    case SYNTAX_FOR:
    case SYNTAX_WHILE:
    case SYNTAX_DO:
        return execute_loop(r, s);
    case SYNTAX_SWITCH:
        return execute_switch(r, s);
    case SYNTAX_CASE:
        return s->child_count && s->child[0] ? execute(r, s->child[0]) : WAY_ON;
    case SYNTAX_BREAK:
        return jump(r, s, WAY_BREAK);
    case SYNTAX_CONTINUE:
        return jump(r, s, WAY_CONTINUE);
    case SYNTAX_RETURN:
        r->returned =
            s->child_count && s->child[0] ? option_value_of(r, s->child[0]) : (option_value){0};
        if (s->child_count > 1)
            option_lose(r);
        return WAY_RETURN;
    case SYNTAX_LABEL:
    case SYNTAX_GOTO:
    case SYNTAX_COPIES:
    case SYNTAX_OTHER:
        option_lose(r);
        return WAY_ON;
    }
    option_value_of(r, s);
    return WAY_ON;
}

void option_execute(option_run *r, const syntax *s)
{
    if (execute(r, s) != WAY_ON)
        option_lose(r); /* main ends */
}

option_value option_call(option_run *r, const syntax *call)
{
    const char *name = syntax_callee_name(call);
    const decl *f = name ? call->child[0]->decl : NULL;
    if (f && !f->body)
        return option_library(r, call, name);
    if (!f || f->is_replaceable || call->child_count != f->formal_count + 1)
        return option_lose(r);
    for (int i = 0; i < r->functions.count; i++)
        if (r->functions.data[i] == f)
            return option_lose(r);
    for (int i = 0; i < f->formal_count; i++) {
        const option_value v = option_value_of(r, call->child[i + 1]);
        option_set(r, f->formals[i], NULL, f->formals[i]->type, v);
    }
    VEC_PUSH(r->ctx->arena, &r->functions, f);
    r->returned = (option_value){0};
    r->is_lost |= option_has_directive(r, NULL, f->body);
    const option_way way = execute(r, f->body);
    if (way == WAY_BREAK || way == WAY_CONTINUE)
        option_lose(r);
    r->functions.count--;
    option_leave(r, f);
    const option_value returned = r->returned;
    r->returned = (option_value){0};
    return returned;
}
