#include "sysmodels/print/reference.h"

#include <string.h>

#include "support/fold.h"

void print_references(arena *a, const sag *machine, FILE *out, int width)
{
    enum { INDENT = 4 };

    if (machine->reference_count)
        fputs("\nReferences\n", out);
    for (int i = 0; i < machine->reference_count; ++i) {
        fprintf(out, "  %s\n", machine->references[i].label);
        fold_words(out, reference_entry(a, &machine->references[i]), 0, INDENT, width);
    }
}

static void add_text(json_t *object, const char *key, const char *text)
{
    if (text)
        json_object_set_new(object, key, json_string(text));
}

json_t *json_references(const sag *machine)
{
    json_t *list = json_array();

    for (int i = 0; i < machine->reference_count; ++i) {
        const sag_reference *r = &machine->references[i];
        json_t *one = json_object(), *authors = json_array();
        for (int k = 0; k < r->author_count; ++k)
            json_array_append_new(authors, json_string(r->authors[k]));
        add_text(one, "key", r->key);
        add_text(one, "cited_as", r->label);
        json_object_set_new(one, "authors", authors);
        add_text(one, "title", r->title);
        add_text(one, "published", r->published);
        add_text(one, "year", r->year);
        add_text(one, "pages", r->pages);
        add_text(one, "doi", r->doi);
        add_text(one, "url", r->url);
        json_array_append_new(list, one);
    }
    return list;
}

void json_make_readable(arena *a, const sag *machine, json_t *tree)
{
    const char *key;
    json_t *value;
    size_t i;

    json_object_foreach(tree, key, value)
    {
        if (strcmp(key, "source") == 0 && json_is_string(value))
            json_string_set(value,
                            reference_readable(a, machine->reference_count, machine->references,
                                               json_string_value(value)));
        else
            json_make_readable(a, machine, value);
    }
    json_array_foreach(tree, i, value) json_make_readable(a, machine, value);
}
