#include "report/json_at.h"

#include "report/json_write.h"

static json_t *steps_of(fp_context *ctx, int count, const arithmetic *steps)
{
    json_t *all = json_array();
    for (int i = 0; i < count; i++) {
        json_t *one = json_object();
        json_object_set_new(one, "line", json_integer(steps[i].unit->where.line));
        json_object_set_new(one, "depth", json_integer(steps[i].depth));
        json_object_set_new(one, "text", json_text(ctx->arena, steps[i].text));
        json_object_set_new(one, "time_s",
                            steps[i].seconds >= 0 ? json_real(steps[i].seconds) : json_null());
        json_object_set_new(one, "value",
                            json_text(ctx->arena, steps[i].value ? steps[i].value->path : NULL));
        json_array_append_new(all, one);
    }
    return all;
}

static const char *kind_name(reuse_kind kind)
{
    switch (kind) {
    case REUSE_FIRST:
        return "first";
    case REUSE_LOOP:
        return "loop";
    case REUSE_LIST:
        return "statement";
    case REUSE_ANYWHERE:
        return "anywhere";
    case REUSE_UNKNOWN:
        return "unknown";
    }
    return "";
}

static json_t *level_of(fp_context *ctx, const estimate *e, const reuse_note *n, int k)
{
    json_t *one = json_object();
    json_object_set_new(one, "name", json_text(ctx->arena, e->level[k].name));
    json_set_real(one, "uses", n->level[k].lines);
    json_set_real(one, "misses", n->level[k].missed);
    if (n->level[k].others >= 0) {
        json_set_real(one, "between_in_set", n->level[k].others);
        json_object_set_new(one, "or_more", json_boolean(n->level[k].is_more));
    } else {
        json_set_real(one, "between_bytes", n->level[k].bytes);
        json_set_real(one, "between_arrays", n->level[k].arrays);
    }
    json_set_real(one, "bytes", e->level[k].bytes);
    return one;
}

static json_t *reuse_of(fp_context *ctx, const estimate *e, int count, const reuse_note *notes)
{
    arena *a = ctx->arena;
    json_t *all = json_array();
    for (int i = 0; i < count; i++) {
        const reuse_note *n = &notes[i];
        json_t *one = json_object(), *levels = json_array();
        json_object_set_new(one, "line", json_integer(n->ref->where.line));
        json_object_set_new(one, "reference", json_text(a, n->text));
        json_object_set_new(one, "array", json_text(a, n->ref->var->name));
        json_object_set_new(one, "reads", json_boolean(n->is_read));
        json_object_set_new(one, "writes", json_boolean(n->is_written));
        json_object_set_new(one, "before", json_string(kind_name(n->kind)));
        json_object_set_new(one, "loop_line",
                            n->loop ? json_integer(n->loop->where.line) : json_null());
        json_set_real(one, "iterations", n->loop ? n->ago : 0);
        json_object_set_new(one, "by", json_text(a, n->by_text));
        json_object_set_new(one, "by_line", n->by ? json_integer(n->by->where.line) : json_null());
        for (int k = 0; k < e->level_count; k++)
            json_array_append_new(levels, level_of(ctx, e, n, k));
        json_object_set_new(one, "levels", levels);
        json_array_append_new(all, one);
    }
    return all;
}

static json_t *limits_of(fp_context *ctx, const estimate *e, int count, const reuse_limit *limits)
{
    arena *a = ctx->arena;
    json_t *all = json_array();
    for (int i = 0; i < count; i++) {
        const reuse_limit *l = &limits[i];
        json_t *one = json_object();
        json_object_set_new(one, "loop_line", json_integer(l->note.loop->where.line));
        json_object_set_new(one, "reference", json_text(a, l->note.text));
        json_object_set_new(one, "name", json_text(a, e->level[l->level].name));
        json_object_set_new(one, "parameter", json_text(a, l->param->name));
        json_object_set_new(one, l->is_from ? "missed_from" : "found_up_to",
                            json_integer(l->value));
        json_array_append_new(all, one);
    }
    return all;
}

json_t *json_at(fp_context *ctx, const estimate *e, const bindings *values,
                const estimate_options *options, const source_lines *lines)
{
    const arithmetic *steps;
    const reuse_note *notes;
    const reuse_limit *limits;
    json_t *at = json_object();
    json_object_set_new(at, "file", json_text(ctx->arena, source_path(lines->file)));
    json_object_set_new(at, "first_line", json_integer(lines->first));
    json_object_set_new(at, "last_line", json_integer(lines->last));
    int count = estimate_explain(ctx, e, values, options, lines, &steps);
    json_object_set_new(at, "steps", steps_of(ctx, count, steps));
    count = estimate_reuse(ctx, e, values, options, lines, &notes);
    json_object_set_new(at, "reuse", reuse_of(ctx, e, count, notes));
    count = estimate_reuse_limits(ctx, e, values, options, lines, REPORT_FURTHEST, &limits);
    json_object_set_new(at, "limits", limits_of(ctx, e, count, limits));
    return at;
}
