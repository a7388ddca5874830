#include "sysmodels/file/path.h"

#include <string.h>

#include "support/suggest.h"
#include "support/vec.h"

/* ---- words of a path ---- */

static size_t word_length(const char *path)
{
    return strcspn(path, ".");
}

static const char *after_word(const char *path)
{
    path += word_length(path);
    return *path ? path + 1 : path;
}

static bool is_word(const char *path, const char *word, size_t length)
{
    return word_length(path) == length && strncmp(path, word, length) == 0;
}

/* What a person need not write, because the rest says it. */
static bool may_be_left_out(const char *part)
{
    return is_word(part, "patterns", 8) || is_word(part, "collectives", 11) ||
           strncmp(part, "dims_", 5) == 0 || strncmp(part, "pieces[", 7) == 0;
}

bool machine_path_leads(const char *path, const char *part)
{
    if (!*part)
        return !*path;
    size_t length = word_length(part), stem = strcspn(part, "[.");
    if (*path && (is_word(path, part, length) || is_word(path, part, stem)) &&
        machine_path_leads(after_word(path), after_word(part)))
        return true;
    return may_be_left_out(part) && machine_path_leads(path, after_word(part));
}

const char *machine_stated(arena *a, const quantity *q)
{
    const char *unit = q->unit;
    if (strcmp(unit, "us") == 0)
        unit = "µs";
    else if (strcmp(unit, "fraction") == 0)
        unit = "";
    return arena_printf(a, "%.6g%s%s", q->stated, *unit ? " " : "", unit);
}

/* ---- what might have been meant ---- */

typedef struct path_list {
    fp_context *ctx;
    VEC(const char *) all;
} path_list;

/* The path as short as it may be written. */
static const char *shortened(arena *a, const char *path)
{
    const char *text = "";
    for (; *path; path = after_word(path))
        if (!may_be_left_out(path))
            text =
                arena_printf(a, "%s%s%.*s", text, *text ? "." : "", (int)word_length(path), path);
    return text;
}

static void list_path(path_list *list, const char *part, const char *key)
{
    arena *a = list->ctx->arena;
    const char *path = *part ? arena_printf(a, "%s.%s", part, key) : key;
    VEC_PUSH(a, &list->all, path);
    VEC_PUSH(a, &list->all, shortened(a, path));
}

static void list_part(void *data, const machine_part *part)
{
    path_list *list = data;
    const quantity_table *tables[MACHINE_TABLES_MAX];
    const word_field *words = NULL;
    int count = machine_tables(part->kind, tables), word_count = machine_words(part->kind, &words);

    for (int t = 0; t < count; ++t)
        for (int i = 0; i < tables[t]->count; ++i) {
            const quantity *q = quantity_at(part->what, &tables[t]->fields[i]);
            if (q->is_set)
                list_path(list, part->path,
                          quantity_key(list->ctx->arena, &tables[t]->fields[i], q->unit));
        }
    for (int i = 0; i < word_count; ++i) {
        const origin *from =
            (const origin *)(const void *)((const char *)part->what + words[i].origin_offset);
        if (from->source)
            list_path(list, part->path, words[i].name);
    }
    if (part->kind == MACHINE_PIECE && strstr(part->path, ".communication.pieces[0]"))
        for (int k = 0; k < PATTERN_COUNT; ++k)
            list_path(list,
                      arena_printf(list->ctx->arena, "%.*s%s",
                                   (int)(strlen(part->path) - strlen("pieces[0]")), part->path,
                                   sag_pattern_name((sag_pattern_kind)k)),
                      "startup_us");
}

typedef VEC(const char *) word_vec;

/* Appends the words that come after the first `length` characters of `path`,
 * each once. */
static void words_after(const path_list *list, const char *path, size_t length, word_vec *words)
{
    for (int i = 0; i < list->all.count; ++i) {
        const char *other = list->all.data[i];
        if (strncmp(other, path, length) != 0 || (length && other[length] != '.'))
            continue;
        other += length ? length + 1 : 0;
        const char *word = intern_n(list->ctx->names, other, word_length(other));
        bool is_there = may_be_left_out(word);
        for (int k = 0; k < words->count && !is_there; ++k)
            is_there = words->data[k] == word;
        if (!is_there)
            VEC_PUSH(list->ctx->arena, words, word);
    }
}

/* How much of `path` leads somewhere, and what words may follow there. */
static size_t known_length(const path_list *list, const char *path, word_vec *words)
{
    size_t length = strlen(path);
    for (;;) {
        words_after(list, path, length, words);
        if (words->count || !length)
            return length;
        do
            --length;
        while (length && path[length] != '.');
    }
}

static const char *some_of(arena *a, const word_vec *words)
{
    enum { NAMED = 12 };
    const char *text = words->count ? words->data[0] : "nothing";
    for (int i = 1; i < words->count && i < NAMED; ++i)
        text = arena_printf(a, "%s, %s", text, words->data[i]);
    return words->count > NAMED ? arena_printf(a, "%s, …", text) : text;
}

void machine_report_path(fp_context *ctx, const sag *machine, const char *path)
{
    path_list list = {.ctx = ctx};
    word_vec words = {0};
    machine_draft draft;
    arena *a = ctx->arena;

    machine_copy(ctx, machine, list_part, &list, &draft);
    size_t length = known_length(&list, path, &words);
    const char *rest = path + length + (length > 0 && path[length]);
    const char *where = length ? arena_printf(a, "after '%.*s'", (int)length, path) : "at first";
    const char *word = arena_strndup(a, rest, word_length(rest));
    const char *meant = suggest_closest(word, words.data, words.count);
    diag *d;
    if (meant)
        d = diag_report(ctx->diags, DIAG_ERROR, "param-path", (source_range){0},
                        "'%s' is not a parameter of %s; did you mean '%s' instead of '%s'?", path,
                        machine->name, meant, word);
    else
        d = diag_report(ctx->diags, DIAG_ERROR, "param-path", (source_range){0},
                        "'%s' is not a parameter of %s; %s comes one of %s", path, machine->name,
                        where, some_of(a, &words));
    diag_note(d, (source_range){0},
              "'fpredict machines --show %s' prints the tree; a key ends in its unit: startup_us",
              machine->name);
}
