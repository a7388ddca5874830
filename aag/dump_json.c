#include <jansson.h>
#include <math.h>

#include "aag/aag_internal.h"

static void set_text(json_t *object, const char *key, const char *text)
{
    json_object_set_new(object, key, json_string(text));
}

static void set_integer(json_t *object, const char *key, int64_t value)
{
    json_object_set_new(object, key, json_integer(value));
}

static json_t *json_ops(const op_tally *ops)
{
    json_t *object = json_object();
    for (int k = 0; k < OP_KIND_COUNT; k++)
        if (ops->n[k])
            set_integer(object, op_kind_name((op_kind)k), ops->n[k]);
    return object;
}

static json_t *json_steps(const aag_unit *u)
{
    json_t *array = json_array();
    for (int i = 0; i < u->step_count; i++) {
        const aag_step *s = &u->steps[i];
        json_t *object = json_object();
        set_integer(object, "line", s->where.line);
        json_object_set_new(object, "operations", json_ops(&s->ops));
        set_integer(object, "accesses", s->access_count);
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *json_list(const aag_dumper *d, const aag_unit *list);

static json_t *json_unit(const aag_dumper *d, const aag_unit *u)
{
    fp_context *ctx = d->ctx;
    json_t *object = json_object();
    set_integer(object, "id", u->id);
    set_text(object, "class", aag_class_name(u->cls));
    if (u->where.file)
        set_text(object, "file", source_path(u->where.file));
    if (u->where.line)
        set_integer(object, "line", u->where.line);
    const char *text = aag_unit_text(ctx, u);
    if (*text)
        set_text(object, "text", text);
    if (u->trips)
        set_text(object, "trips", aag_trips_text(ctx, u));
    if (u->test)
        set_text(object, "test", expr_text(ctx, u->test));
    if (aag_is_condition(u->cls) && !u->test && !u->on)
        json_object_set_new(object, "probability", json_real(u->probability));
    if (u->comm) {
        set_text(object, "kind", comm_kind_name(u->comm->kind));
        set_integer(object, "communication", u->comm->id);
    }
    for (int k = 0; k < d->count; k++)
        if (!isnan(d->attributes[k].values[u->id]))
            json_object_set_new(object, d->attributes[k].name,
                                json_real(d->attributes[k].values[u->id]));
    if (u->step_count)
        json_object_set_new(object, "steps", json_steps(u));
    if (aag_is_compound(u->cls))
        json_object_set_new(object, "units", json_list(d, u->child));
    if (u->other)
        json_object_set_new(object, "else", json_list(d, u->other));
    return object;
}

static json_t *json_list(const aag_dumper *d, const aag_unit *list)
{
    json_t *array = json_array();
    for (const aag_unit *u = list; u; u = u->next)
        json_array_append_new(array, json_unit(d, u));
    return array;
}

void aag_dump_json(const aag_dumper *d, const aag_graph *g, bool with_edges)
{
    json_t *root = json_object();
    set_text(root, "schema", with_edges ? "fpredict/saag/1" : "fpredict/aag/1");
    set_text(root, "entry", g->entry->name);
    json_object_set_new(root, "units", json_list(d, g->root));
    if (with_edges) {
        json_t *edges = json_array();
        for (int i = 0; i < g->edge_count; i++) {
            json_t *edge = json_object();
            set_integer(edge, "from", g->edges[i].from->id);
            set_integer(edge, "to", g->edges[i].to->id);
            set_integer(edge, "communication", g->edges[i].comm->id);
            json_array_append_new(edges, edge);
        }
        json_object_set_new(root, "edges", edges);
    }
    json_dumpf(root, d->out, JSON_INDENT(2));
    fputc('\n', d->out);
    json_decref(root);
}
