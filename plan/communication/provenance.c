#include "plan/communication/provenance.h"

/* What a communication fetches for which line. One that several references share is named by
 * the kind that says most, and stands where the first of them is; each of them is listed. */

#include <string.h>

#include "plan/analysis/nonlocal.h"

static bool is_same_part(const served *a, const served *b)
{
    return a->kind == b->kind && a->ref->where.file == b->ref->where.file &&
           a->ref->where.line == b->ref->where.line;
}

/* The reference as the source has it; its array's name where the source is elsewhere. */
static const char *text_of(planner *p, const communication *c, const reference *ref)
{
    const char *name = comm_subject(c);
    const source_range at = ref->where;
    size_t length = 0;
    const char *line = at.file && at.line == at.end_line && at.column > 0
                           ? source_line(at.file, at.line, &length)
                           : NULL;
    size_t begin = (size_t)at.column - 1, end = (size_t)at.end_column - 1;
    bool is_it = line && end <= length && end > begin + strlen(name) &&
                 strncmp(line + begin, name, strlen(name)) == 0;
    return is_it ? intern_n(p->ctx->names, line + begin, end - begin) : name;
}

/* Those that are read several times are named once. */
static const char *references_of(planner *p, const exchange *x, int first)
{
    VEC(const char *) names = {0};
    const char *all = "";
    for (int i = first; i < x->served.count; i++) {
        if (!is_same_part(&x->served.data[first], &x->served.data[i]))
            continue;
        const char *text = intern(p->ctx->names, text_of(p, x->comm, x->served.data[i].ref));
        bool is_said = false;
        for (int k = 0; k < names.count; k++)
            is_said |= names.data[k] == text;
        if (is_said)
            continue;
        VEC_PUSH(p->arena, &names, text);
        all = arena_printf(p->arena, "%s%s%s", all, *all ? ", " : "", text);
    }
    return all;
}

void parts_lower(planner *p, exchange *x)
{
    VEC(comm_part) parts = {0};
    for (int i = 0; i < x->served.count; i++) {
        const served *s = &x->served.data[i];
        bool is_first = true;
        for (int k = 0; k < i; k++)
            is_first &= !is_same_part(&x->served.data[k], s);
        if (!is_first)
            continue;
        comm_part part = {.kind = s->kind,
                          .where = s->ref->where,
                          .references = references_of(p, x, i),
                          .reason = need_reason_of(p, x, s->kind, s->ref->where.line)};
        VEC_PUSH(p->arena, &parts, part);
    }
    x->comm->parts = parts.data;
    x->comm->part_count = parts.count;
}

/* All that is to be said of it: a sentence for each kind. */
const char *need_reason(planner *p, const communication *c, const exchange *x)
{
    const char *all = NULL;
    for (int i = 0; i < x->served.count && c->is_mixed; i++) {
        const comm_kind kind = x->served.data[i].kind;
        bool is_first = true;
        for (int k = 0; k < i; k++)
            is_first &= x->served.data[k].kind != kind;
        if (!is_first)
            continue;
        const char *one = need_reason_of(p, x, kind, 0);
        all = all ? arena_printf(p->arena, "%s; %s", all, one) : one;
    }
    return all ? all : need_reason_of(p, x, c->kind, 0);
}
