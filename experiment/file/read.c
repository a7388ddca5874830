#include <ctype.h>
#include <string.h>

#include "experiment/database/axis.h"
#include "experiment/file/schema.h"
#include "support/suggest.h"

enum { POINTS_MOST = 100000 };

typedef struct reader {
    fp_context *ctx;
    yaml_tree *tree;
    const file_experiment *from;
    experiment *out;
} reader;

bool experiment_fail(fp_context *ctx, yaml_tree *tree, const yaml_node_t *mapping, const char *key,
                     const char *rule, const char *message)
{
    const yaml_node_t *value = key ? yaml_tree_get(tree, mapping, key, NULL) : NULL;
    diag_report(ctx->diags, DIAG_ERROR, rule, yaml_tree_place(tree, value ? value : mapping), "%s",
                message);
    return false;
}

static bool fail(reader *r, const char *key, const char *rule, const char *message)
{
    return experiment_fail(r->ctx, r->tree, r->tree->root, key, rule, message);
}

static const char *const *copy_texts(reader *r, unsigned count, char *const *texts)
{
    const char **all = ARENA_ARRAY(r->ctx->arena, count, const char *);
    for (unsigned i = 0; i < count; i++)
        all[i] = arena_strdup(r->ctx->arena, texts[i]);
    return all;
}

static void set(reader *r, const char *option, const char *value, source_range where)
{
    const experiment_setting s = {option, arena_strdup(r->ctx->arena, value), where};
    VEC_PUSH(r->ctx->arena, &r->out->settings, s);
}

static void set_all(reader *r, const char *option, const char *key, unsigned count,
                    char *const *texts)
{
    const yaml_node_t *list = yaml_tree_get(r->tree, r->tree->root, key, NULL);
    for (unsigned i = 0; i < count; i++)
        set(r, option, texts[i], yaml_tree_place(r->tree, yaml_tree_entry(r->tree, list, (int)i)));
}

/* --- Options ------------------------------------------------------------------ */

static source_range place_of(reader *r, const char *key)
{
    return yaml_tree_place(r->tree, yaml_tree_get(r->tree, r->tree->root, key, NULL));
}

/* Where the entries of a list stand. */
static const source_range *places_of(reader *r, const char *key, int count)
{
    source_range *all = ARENA_ARRAY(r->ctx->arena, count, source_range);
    const yaml_node_t *list = yaml_tree_get(r->tree, r->tree->root, key, NULL);
    for (int i = 0; i < count; i++)
        all[i] = yaml_tree_place(r->tree, yaml_tree_entry(r->tree, list, i));
    return all;
}

/* Those that change what is predicted, and that no key of the file is for. */
static const char *const estimate_options[] = {
    "compiler", "exchange", "collectives", "memory-model", "overlap",       "optimize",
    "scale",    "load",     "placement",   "granularity",  "ranks-per-node"};
static const char *const extrapolate_options[] = {"speed", "placement", "ranks-per-node"};
static const char *const replay_options[] = {"speed", "flops-rate",     "exchange", "scale",
                                             "load",  "ranks-per-node", "placement"};
#define OPTIONS(list)                                                                              \
    {                                                                                              \
        list, (int)(sizeof(list) / sizeof *(list))                                                 \
    }
static const struct {
    const char *const *names;
    int count;
} known_options[] = {[EXPERIMENT_ESTIMATE] = OPTIONS(estimate_options),
                     [EXPERIMENT_EXTRAPOLATE] = OPTIONS(extrapolate_options),
                     [EXPERIMENT_REPLAY] = OPTIONS(replay_options)};

static bool is_of_setting(const char *name)
{
    static const char *const keys[] = {"processors", "distribution", "machine", "entry",
                                       "arguments"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(keys[i], name) == 0)
            return true;
    for (size_t k = 0; k < sizeof known_options / sizeof *known_options; k++)
        for (int i = 0; i < known_options[k].count; i++)
            if (strcmp(known_options[k].names[i], name) == 0)
                return true;
    return false;
}

const char *experiment_called(arena *a, axis_kind k, const char *name)
{
    const bool is_free = k == AXIS_SIZE || k == AXIS_PARAMETER; /* its name is the user's */
    return is_free && is_of_setting(name) ? arena_printf(a, "%s:%s", axis_kind_name(k), name)
                                          : name;
}

static bool check_option(reader *r, const char *name, source_range where)
{
    const experiment_kind k = r->out->kind;
    const char *all = "";
    for (int i = 0; i < known_options[k].count; i++) {
        if (strcmp(known_options[k].names[i], name) == 0)
            return true;
        all = arena_printf(r->ctx->arena, "%s%s%s", all, i ? ", " : "", known_options[k].names[i]);
    }
    const char *near = suggest_closest(name, known_options[k].names, known_options[k].count);
    diag *d = diag_report(r->ctx->diags, DIAG_ERROR, "experiment-option", where,
                          near ? "'%s' is no option that an experiment sets; did you mean '%s'?"
                               : "'%s' is no option that an experiment sets",
                          name, near);
    diag_note(d, (source_range){0}, "of '%s' these are %s", experiment_kind_name(k), all);
    return false;
}

/* "exchange=posted" */
static bool read_options(reader *r)
{
    const yaml_node_t *list = yaml_tree_get(r->tree, r->tree->root, "options", NULL);
    bool ok = true;
    for (unsigned i = 0; i < r->from->options_count; i++) {
        const char *text = r->from->options[i], *equals = strchr(text, '=');
        const source_range where = yaml_tree_place(r->tree, yaml_tree_entry(r->tree, list, (int)i));
        if (!equals) {
            diag_report(r->ctx->diags, DIAG_ERROR, "experiment-option", where,
                        "an option stands here with its value: 'exchange=posted'");
            ok = false;
            continue;
        }
        const char *name = arena_strndup(r->ctx->arena, text, (size_t)(equals - text));
        ok = check_option(r, name, where) && ok;
        set(r, name, equals + 1, where);
    }
    return ok;
}

/* --- Of what ------------------------------------------------------------------- */

static bool read_subject(reader *r)
{
    const file_experiment *f = r->from;
    experiment *e = r->out;
    if (e->kind == EXPERIMENT_ESTIMATE) {
        if (!f->sources)
            return fail(r, "command", "experiment-missing",
                        "of which program? 'sources: [laplace.c]'");
        if (f->trace)
            return fail(r, "trace", "experiment-key",
                        "an estimate is of 'sources'; 'command: extrapolate' or replay is of a "
                        "trace");
        e->file_count = (int)f->sources_count;
        e->files = copy_texts(r, f->sources_count, f->sources);
        e->file_places = places_of(r, "sources", e->file_count);
        e->flag_count = (int)f->flags_count;
        e->flags = copy_texts(r, f->flags_count, f->flags);
        return true;
    }
    static const char *const of_programs[] = {"sources",   "flags", "entry",
                                              "arguments", "set",   "distribute"};
    for (size_t i = 0; i < sizeof of_programs / sizeof *of_programs; i++)
        if (yaml_tree_get(r->tree, r->tree->root, of_programs[i], NULL))
            return fail(r, of_programs[i], "experiment-key",
                        "this is for 'command: estimate': what is done stands in the trace");
    if (!f->trace)
        return fail(r, "command", "experiment-missing", "of which trace? 'trace: FOLDER'");
    const source_range where = place_of(r, "trace");
    e->file_count = 1;
    e->files = copy_texts(r, 1, (char *const[]){f->trace});
    e->file_places = arena_copy(r->ctx->arena, &where, sizeof where);
    return true;
}

/* Names that become those of files. */
static bool check_experiment_name(reader *r)
{
    if (!stored_name_is_plain(r->from->name))
        return fail(r, "name", "experiment-name",
                    "drawings are called by the name: it has letters, digits, '-', '_' and "
                    "'.' only");
    return true;
}

static bool read_settings(reader *r)
{
    const file_experiment *f = r->from;
    if (f->machine)
        set(r, "machine", f->machine, place_of(r, "machine"));
    if (f->processors)
        set(r, "procs", f->processors, place_of(r, "processors"));
    set_all(r, "set", "set", f->set_count, f->set);
    set_all(r, "distribute", "distribute", f->distribute_count, f->distribute);
    set_all(r, "param", "parameters", f->parameters_count, f->parameters);
    if (f->entry)
        set(r, "entry", f->entry, place_of(r, "entry"));
    if (f->arguments)
        set(r, "arguments", f->arguments, place_of(r, "arguments"));
    return read_options(r);
}

/* --- What varies ---------------------------------------------------------------- */

/* What varies is not set as well. */
static bool check_twice(reader *r, const experiment_axis *x)
{
    static const char *const options[] = {
        [AXIS_PROCESSORS] = "procs",        [AXIS_SIZE] = "set",        [AXIS_PARAMETER] = "param",
        [AXIS_DISTRIBUTION] = "distribute", [AXIS_MACHINE] = "machine", [AXIS_OPTION] = ""};
    const bool has_name = x->kind == AXIS_SIZE || x->kind == AXIS_PARAMETER;
    const size_t length = strlen(x->name);
    for (int i = 0; i < r->out->settings.count; i++) {
        const experiment_setting *s = &r->out->settings.data[i];
        const char *option = x->kind == AXIS_OPTION ? x->name : options[x->kind];
        if (strcmp(s->option, option) != 0 || x->kind == AXIS_DISTRIBUTION ||
            (has_name && (strncmp(s->value, x->name, length) != 0 || s->value[length] != '=')))
            continue;
        diag *d = diag_report(r->ctx->diags, DIAG_ERROR, "experiment-twice", x->where,
                              "'%s' varies, and has a value for all points", x->name);
        diag_note(d, s->where, "which is here; leave out one of the two");
        return false;
    }
    return true;
}

static bool read_axes(reader *r)
{
    const file_experiment *f = r->from;
    experiment *e = r->out;
    const yaml_node_t *list = yaml_tree_get(r->tree, r->tree->root, "vary", NULL);
    if (f->vary_count > EXPERIMENT_AXES)
        return fail(r, "vary", "experiment-vary",
                    "at most two parameters vary: a third makes another experiment");
    bool ok = true;
    int64_t points = 1;
    for (unsigned i = 0; i < f->vary_count; i++) {
        experiment_axis *x = &e->axes[i];
        const yaml_node_t *node = yaml_tree_entry(r->tree, list, (int)i);
        if (!axis_build(r->ctx, r->tree, &f->vary[i], node, x)) {
            ok = false;
            continue;
        }
        if (x->kind == AXIS_OPTION)
            ok = check_option(
                     r, x->name,
                     yaml_tree_place(r->tree, yaml_tree_get(r->tree, node, "name", NULL))) &&
                 ok;
        if (e->kind != EXPERIMENT_ESTIMATE &&
            (x->kind == AXIS_SIZE || x->kind == AXIS_DISTRIBUTION))
            ok = experiment_fail(r->ctx, r->tree, node, "what", "experiment-vary",
                                 "a trace has the sizes and the distribution that it was recorded "
                                 "with; these vary with 'command: estimate'");
        ok = check_twice(r, x) && ok;
        points *= x->count;
    }
    if (ok && f->vary_count == 2 && e->axes[0].kind == e->axes[1].kind &&
        strcmp(e->axes[0].name, e->axes[1].name) == 0)
        return fail(r, "vary", "experiment-vary", "both that vary are the same");
    e->axis_count = (int)f->vary_count;
    e->point_count = (int)points;
    return ok && (points <= POINTS_MOST ||
                  fail(r, "vary", "experiment-vary", "these are more than 100,000 points"));
}

static const char *folder_of(arena *a, const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == path ? "/" : slash ? arena_strndup(a, path, (size_t)(slash - path)) : ".";
}

static const experiment *build(reader *r)
{
    experiment *e = r->out;
    arena *a = r->ctx->arena;
    e->file = r->tree->file;
    e->name = arena_strdup(a, r->from->name);
    e->title = r->from->title ? arena_strdup(a, r->from->title) : e->name;
    e->kind = (experiment_kind)r->from->command;
    e->folder = folder_of(a, source_path(r->tree->file));
    bool ok = check_experiment_name(r);
    ok = read_subject(r) && ok;
    ok = read_settings(r) && ok;
    ok = read_axes(r) && ok;
    return ok ? e : NULL;
}

const experiment *experiment_read(fp_context *ctx, const source_file *file)
{
    yaml_tree tree;
    cyaml_data_t *data = NULL;
    const experiment *e = NULL;
    if (!yaml_tree_init(ctx, &tree, file, "experiment"))
        return NULL;
    if (schema_load(ctx, &tree, &experiment_form, &data)) {
        reader r = {ctx, &tree, data, ARENA_NEW(ctx->arena, experiment)};
        e = build(&r);
        schema_free(&experiment_form, data);
    }
    yaml_tree_clear(&tree);
    return e;
}
