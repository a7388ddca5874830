#include "sysmodels/file/tree.h"

#include <string.h>

#include "support/suggest.h"

typedef struct joiner {
    machine_draft *draft;
    const file_machine *file;
    int count;
    const char **names;
    const yaml_node_t *list; /* the file's units */
    int *parent;
    int unknown; /* names that no unit has */
} joiner;

static diag *report(joiner *j, const char *rule, const yaml_node_t *node, const char *text)
{
    j->draft->is_good = false;
    return diag_report(j->draft->ctx->diags, DIAG_ERROR, rule,
                       yaml_tree_place(j->draft->tree, node), "%s", text);
}

#define REPORT(j, rule, node, ...)                                                                 \
    report(j, rule, node, arena_printf((j)->draft->ctx->arena, __VA_ARGS__))

static yaml_node_t *unit_node(const joiner *j, int unit, const char *key)
{
    yaml_tree *tree = j->draft->tree;
    return yaml_tree_get(tree, yaml_tree_entry(tree, j->list, unit), key, NULL);
}

static int find_unit(const joiner *j, const char *name)
{
    for (int i = 0; i < j->count; ++i)
        if (strcmp(j->names[i], name) == 0)
            return i;
    return -1;
}

static int resolve(joiner *j, const char *name, const yaml_node_t *where)
{
    enum { TOLD = 20 }; /* a file with more of them is no machine, and its reader has seen enough */
    int i = find_unit(j, name);
    if (i < 0 && j->unknown++ < TOLD) {
        const char *meant = suggest_closest(name, j->names, j->count);
        if (meant)
            REPORT(j, "machine-unit", where, "no unit is named '%s'; did you mean '%s'?", name,
                   meant);
        else
            REPORT(j, "machine-unit", where, "no unit is named '%s'; describe it under 'units'",
                   name);
    }
    return i;
}

static void check_names(joiner *j)
{
    for (int i = 0; i < j->count; ++i) {
        int first = find_unit(j, j->names[i]);
        if (strpbrk(j->names[i], ".[]"))
            REPORT(j, "machine-unit", unit_node(j, i, "name"),
                   "the name of a unit holds no '.', '[' or ']': they join names into paths");
        if (first < i) {
            diag *d = REPORT(j, "machine-unit", unit_node(j, i, "name"),
                             "a unit named '%s' is there already; give each unit a name of its own",
                             j->names[i]);
            diag_note(d, yaml_tree_place(j->draft->tree, unit_node(j, first, "name")),
                      "the first is here");
        }
    }
}

/* "cube → node → cube", from the part up to the whole that is its part again. */
static const char *cycle_text(const joiner *j, int part, int whole)
{
    const char *text = j->names[part];
    for (int u = whole; u != part; u = j->parent[u])
        text = arena_printf(j->draft->ctx->arena, "%s → %s", j->names[u], text);
    return arena_printf(j->draft->ctx->arena, "%s → %s", j->names[part], text);
}

static bool is_above(const joiner *j, int above, int unit)
{
    for (; unit >= 0; unit = j->parent[unit])
        if (unit == above)
            return true;
    return false;
}

static void join_part(joiner *j, int whole, int part, const yaml_node_t *where)
{
    if (is_above(j, part, whole)) {
        REPORT(j, "machine-cycle", where,
               "'%s' would be a part of itself: %s; the units form a tree", j->names[part],
               cycle_text(j, part, whole));
    } else if (j->parent[part] >= 0) {
        REPORT(j, "machine-tree", where,
               "'%s' is already a part of '%s'; a unit has one place, so describe the second "
               "under another name",
               j->names[part], j->names[j->parent[part]]);
    } else {
        j->parent[part] = whole;
    }
}

static int depth_of(const joiner *j, int unit)
{
    int depth = 0;
    for (; unit >= 0; unit = j->parent[unit])
        ++depth;
    return depth;
}

static void join_parts(joiner *j)
{
    for (int i = 0; i < j->count; ++i) {
        const file_unit *unit = &j->file->units[i];
        const yaml_node_t *parts = unit_node(j, i, "parts");
        for (unsigned k = 0; k < unit->parts_count; ++k) {
            const yaml_node_t *where = yaml_tree_entry(j->draft->tree, parts, (int)k);
            int part = resolve(j, unit->parts[k], where);
            if (part < 0)
                continue;
            join_part(j, i, part, where);
            if (depth_of(j, part) > MACHINE_DEPTH_MAX) {
                REPORT(j, "machine-tree", where, "the units nest more than %d deep",
                       MACHINE_DEPTH_MAX);
                return;
            }
        }
    }
}

static void check_reached(joiner *j, int root)
{
    if (j->parent[root] >= 0) {
        REPORT(j, "machine-tree", yaml_tree_get(j->draft->tree, j->draft->tree->root, "root", NULL),
               "the root '%s' is a part of '%s'; the root is the whole machine", j->names[root],
               j->names[j->parent[root]]);
        return;
    }
    for (int i = 0; i < j->count; ++i)
        if (i != root && j->parent[i] < 0)
            REPORT(j, "machine-tree", unit_node(j, i, "name"),
                   "'%s' is a part of nothing; name it among the 'parts' of '%s' or of a unit "
                   "below it",
                   j->names[i], j->names[root]);
}

static const char *path_of(const joiner *j, int root, int unit)
{
    const char *path = "";
    for (; unit >= 0 && unit != root; unit = j->parent[unit])
        path = *path ? arena_printf(j->draft->ctx->arena, "%s.%s", j->names[unit], path)
                     : j->names[unit];
    return path;
}

machine_tree machine_join(machine_draft *draft, const file_machine *file)
{
    arena *a = draft->ctx->arena;
    yaml_tree *tree = draft->tree;
    joiner j = {.draft = draft, .file = file, .count = (int)file->units_count};
    machine_tree out;

    j.list = yaml_tree_get(tree, tree->root, "units", NULL);
    j.names = ARENA_ARRAY(a, j.count, const char *);
    j.parent = ARENA_ARRAY(a, j.count, int);
    for (int i = 0; i < j.count; ++i) {
        j.names[i] = intern(draft->ctx->names, file->units[i].name);
        j.parent[i] = -1;
    }
    check_names(&j);
    out.root = resolve(&j, file->root, yaml_tree_get(tree, tree->root, "root", NULL));
    out.node = resolve(&j, file->node, yaml_tree_get(tree, tree->root, "node", NULL));
    out.host =
        file->host ? resolve(&j, file->host, yaml_tree_get(tree, tree->root, "host", NULL)) : -1;
    out.link =
        file->link ? resolve(&j, file->link, yaml_tree_get(tree, tree->root, "link", NULL)) : -1;
    join_parts(&j);
    if (draft->is_good)
        check_reached(&j, out.root);
    out.parent = j.parent;
    out.path = ARENA_ARRAY(a, j.count, const char *);
    for (int i = 0; i < j.count; ++i)
        out.path[i] = draft->is_good ? path_of(&j, out.root, i) : j.names[i];
    return out;
}
