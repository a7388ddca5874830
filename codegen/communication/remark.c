/* What the numbers of a need stand for, in the names of the source, as remarks beside them. */

#include <stdlib.h>
#include <string.h>

#include "codegen/communication/communication.h"
#include "codegen/data/descriptors.h"
#include "codegen/data/local_pointer.h"
#include "codegen/text/edit.h"
#include "codegen/text/expression.h"

const char emit_need_legend[] =
    "\n *\n"
    " * In what an exchange needs, {loops, {{first, last, step}, ...}, {indices},\n"
    " * {who executes}}, an index {l, a, b} is a * (variable of loop l, from 0 on) + b,\n"
    " * and {-1, 0, b} is b: see fpr_need in fpr.h.";

/* What a remark calls the variable of a loop: i_2 the second of that name in one need. */
static const char *loop_name(emitter *e, const need *n, int loop)
{
    const char *name = emit_counter_name(e, n->range[loop].var);
    int same = 1;
    for (int l = 0; l < loop; l++)
        same += strcmp(emit_counter_name(e, n->range[l].var), name) == 0;
    return same > 1 ? arena_printf(e->ctx->arena, "%s_%d", name, same) : name;
}

/* "where P_axis0 owns i, for i = 1 .. N - 2, j = 1 .. N - 2 by 2". */
static void emit_where_needed(emitter *e, const need *n)
{
    const char *between = ", where ";
    bool is_everywhere = true;
    for (int k = 0; n->at.grid && k < n->at.grid->rank; k++) {
        if (!n->at.axis[k].is_restricted)
            continue;
        fprintf(e->out, "%s%s owns ", between, emit_axis(e, &n->at.axis[k].map));
        emit_expr(e, emit_home_cell(e, &n->at.axis[k]));
        between = " and ";
        is_everywhere = false;
    }
    fputs(is_everywhere ? ", everywhere" : "", e->out);
    for (int l = 0; l < n->range_count; l++) {
        int64_t step;
        fprintf(e->out, "%s %s = ", l ? "," : ", for", loop_name(e, n, l));
        emit_expr(e, n->range[l].lower);
        fputs(" .. ", e->out);
        emit_expr(e, n->range[l].upper);
        if (expr_is_int(n->range[l].step, &step) && step == 1)
            continue;
        fputs(" by ", e->out);
        emit_expr(e, n->range[l].step);
    }
}

/* "u[i - 1][:]". */
static void emit_elements(emitter *e, const reference *r)
{
    fputs(emit_indexed_name(e, r->var), e->out);
    for (int d = 0; d < r->var->rank; d++) {
        fputc('[', e->out);
        if (r->sub[d].kind == SUBSCRIPT_VALUE)
            emit_expr(e, r->sub[d].value);
        else
            fputc(':', e->out);
        fputc(']', e->out);
    }
}

/* Would the text not be read as it is within a comment of the program? */
static bool has_any_of(const char *text, const char *unwanted)
{
    for (; *text; text++)
        if (strchr(unwanted, *text))
            return true;
    return false;
}

/* The reference as the source has it, "u[i - s][j]"; null: it has none with the names that
 * the function knows, a section say. */
static const char *text_of(emitter *e, const reference *r)
{
    const char *name = emit_indexed_name(e, r->var);
    size_t length = strlen(name);
    if (!r->where.file || r->where.end_line != r->where.line)
        return NULL;
    size_t begin = emit_begin(r->where), end = emit_end(r->where);
    if (end <= begin + length)
        return NULL;
    const char *text =
        arena_strndup(e->ctx->arena, source_text(r->where.file) + begin, end - begin);
    bool is_plain = strncmp(text, name, length) == 0 && text[length] == '[' &&
                    text[strlen(text) - 1] == ']' && !has_any_of(text, ":\"'\n\\") &&
                    !strstr(text, "/*") && !strstr(text, "*/") && !strstr(text, "//");
    return is_plain ? text : NULL;
}

static void emit_what_is_needed(emitter *e, const communication *c, const need *n)
{
    const char *text = text_of(e, n->ref), *between = ", handed on along axis ";
    bool is_known = true;
    for (int d = 0; d < n->ref->var->rank; d++)
        is_known &= n->ref->sub[d].kind == SUBSCRIPT_VALUE;
    if (text)
        fprintf(e->out, is_known ? "%s" : "%s, which may be any of ", text);
    if (!text || !is_known)
        emit_elements(e, n->ref);
    for (int k = 0; k < c->source.grid->rank; k++)
        if (n->carried[k]) {
            fprintf(e->out, "%s%d", between, k);
            between = ", ";
        }
}

void emit_need_remark(emitter *e, const communication *c, const need *n, const char *indent,
                      char **where)
{
    FILE *out = e->out;
    char *text = NULL;
    size_t length = 0;
    int counters = e->counters.count;
    for (int l = 0; l < n->range_count; l++)
        VEC_PUSH(e->ctx->arena, &e->counters,
                 ((counter){n->range[l].var, loop_name(e, n, l), true}));
    e->out = open_memstream(&text, &length);
    emit_where_needed(e, n);
    fclose(e->out);
    e->out = out;
    fprintf(out, "%s        /* ", indent);
    emit_what_is_needed(e, c, n);
    fprintf(out, "%s */\n", *where && strcmp(*where, text) == 0 ? "" : text);
    e->counters.count = counters;
    free(*where);
    *where = text;
}
