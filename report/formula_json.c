#include "report/formula_forms.h"
#include "report/json_write.h"
#include "report/subject.h"

/* A formula as JSON, schema fpredict/formula/1. Expressions are as C writes them. */

static const char *const part_names[FORMULA_PARTS] = {"computation", "communication", "overhead",
                                                      "waiting"};

static json_t *text_of(const notation *n, const char *text)
{
    return json_text(n->ctx->arena, text);
}

static json_t *sizes_of(const notation *n)
{
    json_t *all = json_object();
    for (int i = 0; i < n->leaves.count; i++)
        json_object_set_new(all, n->leaves.data[i].name, json_integer(n->leaves.data[i].value));
    return all;
}

static json_t *names_of(const notation *n)
{
    json_t *all = json_array();
    for (int i = 0; i < n->formula->name_count; i++) {
        const formula_name *name = &n->formula->names[i];
        json_t *one = json_object();
        json_object_set_new(one, "name", text_of(n, name->name->name));
        json_object_set_new(one, "is", text_of(n, notation_definition(n, name)));
        json_object_set_new(one, "value", json_integer(notation_value(n, name->name->value)));
        json_array_append_new(all, one);
    }
    return all;
}

static json_t *values_of(const notation *n)
{
    json_t *all = json_array();
    for (int i = 0; i < n->symbols.count; i++) {
        json_t *one = json_object();
        json_object_set_new(one, "name",
                            text_of(n, notation_symbol_of(n, n->symbols.data[i].value)));
        json_object_set_new(one, "path", text_of(n, n->symbols.data[i].value->path));
        json_set_real(one, "value_s", n->symbols.data[i].value->value);
        json_array_append_new(all, one);
    }
    return all;
}

static json_t *terms_of(const notation *n)
{
    json_t *all = json_array();
    for (int i = 0; i < n->formula->term_count; i++) {
        const formula_term *t = &n->formula->terms[i];
        json_t *one = json_object();
        json_object_set_new(one, "line", json_integer(t->where.line));
        json_object_set_new(one, "part", text_of(n, part_names[t->part]));
        json_object_set_new(one, "times",
                            text_of(n, t->times ? notation_expr(n, t->times, false) : NULL));
        json_object_set_new(one, "each_s",
                            text_of(n, t->times ? notation_price(n, &t->price) : NULL));
        json_set_real(one, "left", t->times ? t->price.left : 1);
        json_set_real(one, "time_s", seconds_of(t->ticks));
        json_object_set_new(one, "why_open", text_of(n, t->why));
        json_array_append_new(all, one);
    }
    return all;
}

static json_t *growth_json(const notation *n)
{
    const growth *found;
    const int count = growth_of(n->ctx, n->formula, n->env, &found);
    json_t *all = json_array();
    for (int i = 0; i < count; i++) {
        json_t *one = json_object(), *powers = json_object();
        for (int k = 0; k < found[i].count; k++)
            json_object_set_new(powers, notation_expr(n, found[i].powers[k].base, true),
                                json_integer(found[i].powers[k].power));
        json_object_set_new(one, "powers", powers);
        json_set_real(one, "coefficient_s", found[i].coefficient);
        json_set_real(one, "time_s", found[i].seconds);
        json_array_append_new(all, one);
    }
    return all;
}

bool formula_print_json(const notation *n, FILE *out)
{
    const formula *f = n->formula;
    json_t *all = json_object(), *conditions = json_array();
    json_object_set_new(all, "schema", json_string("fpredict/formula/1"));
    json_object_set_new(all, "source", text_of(n, subject_source(n->ctx, f->estimate)));
    json_object_set_new(all, "machine", text_of(n, f->estimate->machine->name));
    json_object_set_new(all, "sizes", sizes_of(n));
    json_object_set_new(all, "names", names_of(n));
    for (int i = 0; i < f->condition_count; i++)
        json_array_append_new(conditions, text_of(n, notation_condition(n, &f->conditions[i])));
    json_object_set_new(all, "conditions", conditions);
    json_object_set_new(all, "caches_as_here", json_boolean(f->has_caches));
    json_object_set_new(all, "later_processor_at", text_of(n, f->later));
    json_object_set_new(all, "complete",
                        json_boolean(estimate_bound_of(f->estimate) == BOUND_BOTH));
    json_set_real(all, "time_s", seconds_of(f->ticks));
    json_set_real(all, "open_s", seconds_of(f->open_ticks));
    json_object_set_new(all, "machine_values", values_of(n));
    json_object_set_new(all, "terms", terms_of(n));
    json_object_set_new(all, "growth", growth_json(n));
    bool ok = json_write(all, out);
    json_decref(all);
    return ok;
}
