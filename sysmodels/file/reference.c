#include "sysmodels/file/reference.h"

#include <string.h>

#include "support/suggest.h"

/* After so many mistakes in sources the keys are of another kind. */
enum { UNKNOWN_MAX = 50 };

/* Reports at a node that no part of the draft stands for. */
static diag *report_at(machine_draft *draft, const char *rule, const yaml_node_t *node,
                       const char *message)
{
    draft->is_good = false;
    return diag_report(draft->ctx->diags, DIAG_ERROR, rule, yaml_tree_place(draft->tree, node),
                       "%s", message);
}

#define SAY(draft, rule, node, ...)                                                                \
    report_at(draft, rule, node, arena_printf((draft)->ctx->arena, __VA_ARGS__))

static yaml_node_t *node_of(machine_draft *draft, int i, const char *key)
{
    const yaml_node_t *list = yaml_tree_get(draft->tree, draft->tree->root, "references", NULL);
    return yaml_tree_get(draft->tree, yaml_tree_entry(draft->tree, list, i), key, NULL);
}

static const char *text_of(machine_draft *draft, const char *text)
{
    return text ? intern(draft->ctx->names, text) : NULL;
}

/* ---- the list ---- */

static bool is_year(const char *year)
{
    return strcmp(year, REFERENCE_UNDATED) == 0 ||
           (strlen(year) == 4 && strspn(year, "0123456789") == 4 &&
            (strncmp(year, "19", 2) == 0 || strncmp(year, "20", 2) == 0));
}

/* Returns whether key and year are such. */
static bool check_key(machine_draft *draft, const file_reference *file, int i)
{
    if (!is_year(file->year))
        SAY(draft, "machine-reference", node_of(draft, i, "year"),
            "'%s' is not a year: write four digits, or '" REFERENCE_UNDATED "'", file->year);
    else if (!reference_is_key(file->key, strlen(file->key)))
        SAY(draft, "machine-reference", node_of(draft, i, "key"),
            "'%s' is not the key of a reference: write a name in small letters and the year, such "
            "as 'dunigan1991' or 'csep-" REFERENCE_UNDATED "'",
            file->key);
    else if (!reference_has_year(file->key, file->year))
        SAY(draft, "machine-reference", node_of(draft, i, "key"),
            "the key '%s' ends in another year than that of the work, %s", file->key, file->year);
    else
        return true;
    return false;
}

static sag_reference reference_of(machine_draft *draft, const file_reference *file)
{
    int count = (int)file->authors_count;
    const char **authors = ARENA_ARRAY(draft->ctx->arena, count, const char *);
    sag_reference r = {.key = intern(draft->ctx->names, file->key),
                       .author_count = count,
                       .authors = authors,
                       .title = text_of(draft, file->title),
                       .published = text_of(draft, file->published),
                       .year = text_of(draft, file->year),
                       .pages = text_of(draft, file->pages),
                       .doi = text_of(draft, file->doi),
                       .url = text_of(draft, file->url)};
    for (int i = 0; i < count; ++i)
        authors[i] = text_of(draft, file->authors[i]);
    r.label = reference_label(draft->ctx->arena, &r);
    return r;
}

/* Two keys, or what is printed for them, are the same. */
static void check_twins(machine_draft *draft, const sag_reference *all, int i)
{
    for (int k = 0; k < i; ++k) {
        diag *d = NULL;
        if (all[k].key == all[i].key)
            d = SAY(draft, "machine-reference", node_of(draft, i, "key"),
                    "'%s' is the key of two references; keep one, or tell them apart by a letter "
                    "after the "
                    "year",
                    all[i].key);
        else if (strcmp(all[k].label, all[i].label) == 0)
            d = SAY(draft, "machine-reference", node_of(draft, i, "key"),
                    "'%s' and '%s' are both printed as '%s'; tell them apart by a letter after the "
                    "year, such as '%s' and '%s'",
                    all[k].key, all[i].key, all[i].label,
                    arena_printf(draft->ctx->arena, "%sa", all[k].key),
                    arena_printf(draft->ctx->arena, "%sb", all[k].key));
        if (d) {
            diag_note(d, yaml_tree_place(draft->tree, node_of(draft, k, "key")),
                      "the first is here");
            return;
        }
    }
}

/* ---- the sources ---- */

static void report_unknown(machine_draft *draft, const yaml_node_t *source, const char *key)
{
    const sag *machine = draft->machine;
    const char **keys = ARENA_ARRAY(draft->ctx->arena, machine->reference_count, const char *);

    for (int i = 0; i < machine->reference_count; ++i)
        keys[i] = machine->references[i].key;
    const char *meant = suggest_closest(key, keys, machine->reference_count);
    if (meant)
        SAY(draft, "machine-reference", source,
            "'%s' is not among the references; did you mean '%s'?", key, meant);
    else
        SAY(draft, "machine-reference", source,
            "'%s' is not among the references: add it to 'references', with its authors, title, "
            "publisher and year, or write name and year apart",
            key);
}

/* The sources of a file, as far as they were looked at. */
typedef struct citations {
    bool *is_cited; /* of each reference */
    int unknown;
} citations;

static void check_source(machine_draft *draft, const yaml_node_t *source, citations *c)
{
    const sag *machine = draft->machine;
    size_t length;

    for (const char *rest = yaml_scalar_text(source), *key; (key = reference_next(rest, &length));
         rest = key + length) {
        const sag_reference *r =
            reference_find(machine->reference_count, machine->references, key, length);
        if (r)
            c->is_cited[r - machine->references] = true;
        else if (c->unknown++ < UNKNOWN_MAX)
            report_unknown(draft, source, arena_strndup(draft->ctx->arena, key, length));
    }
}

/* Whether its key is one that was there before; that was reported. */
static bool is_again(const sag_reference *all, int i)
{
    return reference_find(i, all, all[i].key, strlen(all[i].key)) != NULL;
}

/* Whatever has a source, in the order of the file. */
static void check_sources(machine_draft *draft)
{
    const sag *machine = draft->machine;
    citations c = {ARENA_ARRAY(draft->ctx->arena, machine->reference_count, bool), 0};
    yaml_node_t *node;

    for (int i = 1; (node = yaml_tree_node(draft->tree, i)); ++i) {
        const yaml_node_t *source = yaml_tree_get(draft->tree, node, "source", NULL);
        if (yaml_scalar_text(source))
            check_source(draft, source, &c);
    }
    for (int i = 0; i < machine->reference_count; ++i)
        if (!c.is_cited[i] && !is_again(machine->references, i))
            SAY(draft, "machine-reference", node_of(draft, i, "key"),
                "no source names '%s'; remove it, or write its key in the 'source' of what it says",
                machine->references[i].key);
}

void machine_build_references(machine_draft *draft, const file_machine *file)
{
    int count = (int)file->references_count;
    sag_reference *all = ARENA_ARRAY(draft->ctx->arena, count, sag_reference);
    bool are_good = true;

    for (int i = 0; i < count; ++i)
        are_good &= check_key(draft, &file->references[i], i);
    if (!are_good)
        return; /* whose sources, then, name keys that are not there */
    for (int i = 0; i < count; ++i) {
        all[i] = reference_of(draft, &file->references[i]);
        check_twins(draft, all, i);
    }
    draft->machine->reference_count = count;
    draft->machine->references = all;
    check_sources(draft);
}
