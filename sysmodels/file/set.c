#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sysmodels/file/path.h"
#include "sysmodels/network/price.h"

/* One parameter of a machine, by its path, to another value. */
typedef struct setter {
    fp_context *ctx;
    const sag *machine;
    const sag_change *change;
    const char *parent, *key; /* the path, before and after its last dot */
    bool is_exact;            /* nothing of the path is left out */
    bool may_create;          /* a kind of communication its own function */
    bool has_failed;
    int matches;
    const char *created; /* the kind that got one */
    const char *value;   /* as it is now */
    const char *before;  /* what it was: "76 µs, 136 µs" */
} setter;

static void fail(setter *s, const char *rule, const char *text)
{
    if (!s->has_failed)
        diag_report(s->ctx->diags, DIAG_ERROR, rule, (source_range){0}, "%s", text);
    s->has_failed = true;
}

#define FAIL(s, rule, ...) fail(s, rule, arena_printf((s)->ctx->arena, __VA_ARGS__))

/* Notes what a value was, each once. */
static void note_before(setter *s, const char *text)
{
    if (!s->before)
        s->before = text;
    else if (!strstr(s->before, text))
        s->before = arena_printf(s->ctx->arena, "%s, %s", s->before, text);
}

static const char *supposed(setter *s, const char *before, provenance from, const char *source)
{
    return arena_printf(s->ctx->arena, "supposed, instead of %s (%s: %s)", before,
                        provenance_name(from), source);
}

/* ---- quantities ---- */

/* "us or ns" */
static const char *unit_names(setter *s, const quantity_field *field)
{
    int count;
    const unit_of_measure *units = dimension_units(field->dim, &count);
    const char *text = units[0].name;
    for (int i = 1; i < count; ++i)
        text = arena_printf(s->ctx->arena, "%s%s%s", text, i + 1 < count ? ", " : " or ",
                            units[i].name);
    return text;
}

static const unit_of_measure *find_unit(const quantity_field *field, const char *name)
{
    int count;
    const unit_of_measure *units = dimension_units(field->dim, &count);
    for (int i = 0; i < count; ++i)
        if (strcmp(units[i].name, name) == 0)
            return &units[i];
    return NULL;
}

/* Returns whether the key is this field's: its name, or its name and a unit;
 * *unit is the unit, null for none. */
static bool is_key(const char *key, const quantity_field *field, const unit_of_measure **unit)
{
    size_t length = strlen(field->name);
    *unit = NULL;
    if (strncmp(key, field->name, length) != 0)
        return false;
    if (!key[length])
        return true;
    *unit = key[length] == '_' ? find_unit(field, key + length + 1) : NULL;
    return *unit != NULL;
}

/* The unit that the value is given in: after it, in the key, or the file's. */
static const unit_of_measure *choose_unit(setter *s, const quantity_field *field,
                                          const unit_of_measure *of_key, const char *suffix,
                                          const quantity *q)
{
    int count;
    const unit_of_measure *unit = of_key;

    if (strcmp(suffix, "µs") == 0)
        suffix = "us";
    if (*suffix)
        unit = find_unit(field, suffix);
    if (!unit && *suffix)
        FAIL(s, "param-unit", "'%s' in '%s=%s' is no unit of '%s'; %s%s", suffix, s->change->path,
             s->change->value, field->name,
             field->dim == DIM_COUNT ? "it is a plain number" : "its units are ",
             unit_names(s, field));
    else if (of_key && unit != of_key)
        FAIL(s, "param-unit", "'%s=%s' names two units; write one of them", s->change->path,
             s->change->value);
    else if (!unit)
        unit = q->is_set ? find_unit(field, q->unit) : dimension_units(field->dim, &count);
    return unit;
}

static void set_quantity(setter *s, const machine_part *part, const quantity_field *field,
                         const unit_of_measure *of_key)
{
    quantity *q = (quantity *)(void *)((char *)part->what + field->sag_offset);
    const char *text = s->change->value;
    char *end;
    double stated;

    errno = 0;
    stated = strtod(text, &end);
    if (end == text || strpbrk(text, "xXnNiI") == text || !isfinite(stated) || errno == ERANGE) {
        FAIL(s, "param-value", "'%s' in '%s=%s' is not a number, and '%s' is one", text,
             s->change->path, text, field->name);
        return;
    }
    while (*end == ' ')
        ++end;
    const unit_of_measure *unit = choose_unit(s, field, of_key, end, q);
    if (s->has_failed)
        return;
    if (strcmp(unit->name, "clk") == 0 && !part->clock) {
        FAIL(s, "param-unit", "'%s' counts clocks, and this unit has no clock; give it in ns",
             s->change->path);
        return;
    }
    const char *before = q->is_set ? machine_stated(s->ctx->arena, q) : "nothing";
    note_before(s, before);
    q->source = q->is_set ? supposed(s, before, q->from, q->source) : "supposed; the file has none";
    q->is_set = true;
    q->stated = stated;
    q->unit = unit->name;
    q->value = dimension_convert(field->dim, unit, stated, part->clock ? part->clock->value : 0);
    q->from = FROM_USER;
    q->relative_error = s->machine->relative_error[FROM_USER];
    if (s->change->fitted_to) {
        q->source = arena_printf(s->ctx->arena, "fitted to %s, instead of %s", s->change->fitted_to,
                                 before);
        q->from = FROM_TRAINED;
        q->relative_error = s->change->fitted_error;
    }
    s->value = machine_stated(s->ctx->arena, q);
    ++s->matches;
}

/* ---- words ---- */

static bool read_word(setter *s, const word_field *field, int *value)
{
    const char *text = s->change->value, *list = NULL;
    char *end;

    if (!field->words) {
        errno = 0;
        long number = strtol(text, &end, 10);
        if (end == text || *end || errno || number < 1 || number > INT_MAX)
            FAIL(s, "param-value", "'%s' in '%s=%s' is not a whole number from 1 on", text,
                 s->change->path, text);
        *value = (int)number;
        return !s->has_failed;
    }
    for (int i = 0; i < field->word_count; ++i) {
        if (strcmp(field->words[i].str, text) == 0) {
            *value = (int)field->words[i].val;
            return true;
        }
        list = list ? arena_printf(s->ctx->arena, "%s, %s", list, field->words[i].str)
                    : field->words[i].str;
    }
    FAIL(s, "param-value", "'%s' is not %s; '%s' takes %s", text, machine_enum_name(field->words),
         s->change->path, list);
    return false;
}

static const char *word_text(setter *s, const word_field *field, const void *at)
{
    int value = field->size == sizeof(bool) ? *(const bool *)at : *(const int *)at;
    for (int i = 0; i < field->word_count; ++i)
        if ((int)field->words[i].val == value)
            return field->words[i].str;
    return value ? arena_printf(s->ctx->arena, "%d", value) : "nothing";
}

static void set_word(setter *s, const machine_part *part, const word_field *field)
{
    void *at = (char *)part->what + field->offset;
    origin *from = (origin *)(void *)((char *)part->what + field->origin_offset);
    int value;

    if (!read_word(s, field, &value))
        return;
    const char *before = from->source ? word_text(s, field, at) : "nothing";
    note_before(s, before);
    if (field->size == sizeof(bool))
        *(bool *)at = value;
    else
        memcpy(at, &value, sizeof value);
    from->source = from->source ? supposed(s, before, from->from, from->source)
                                : "supposed; the file has none";
    from->from = FROM_USER;
    s->value = s->change->value;
    ++s->matches;
}

/* ---- parts ---- */

/* What prices communications of a kind now, as a pattern of its own. */
static sag_pattern own_pattern(const sag_communication *c, sag_pattern_kind kind)
{
    const sag_pattern *p = sag_whole_pattern(c, kind);

    if (!p)
        p = sag_message_pattern(c, kind);
    return p ? *p : (sag_pattern){.is_set = true, .any = {c->piece_count, c->pieces}};
}

/* Gives a kind of communication that is named, and has no function, the one that
 * its messages have now. */
static void create_pattern(setter *s, const machine_part *part)
{
    sag_communication *c = part->what;

    for (int k = 0; k < PATTERN_COUNT; ++k) {
        const char *name = sag_pattern_name((sag_pattern_kind)k);
        const char *path = arena_printf(s->ctx->arena, "%s.patterns.%s", part->path, name);
        if (c->pattern[k].is_set || !c->piece_count)
            continue;
        bool is_meant = machine_path_leads(s->parent, path);
        for (int i = 0; i < c->piece_count && !is_meant; ++i)
            is_meant = machine_path_leads(s->parent,
                                          arena_printf(s->ctx->arena, "%s.pieces[%d]", path, i));
        if (!is_meant)
            continue;
        c->pattern[k] = own_pattern(c, (sag_pattern_kind)k);
        s->created = name;
    }
}

static void set_part(void *data, const machine_part *part)
{
    setter *s = data;
    const quantity_table *tables[MACHINE_TABLES_MAX];
    const word_field *words = NULL;
    const unit_of_measure *unit;
    int count = machine_tables(part->kind, tables), word_count = machine_words(part->kind, &words);

    if (part->kind == MACHINE_COMMUNICATION && s->may_create)
        create_pattern(s, part);
    if (s->is_exact ? strcmp(s->parent, part->path) != 0
                    : !machine_path_leads(s->parent, part->path))
        return;
    for (int t = 0; t < count; ++t)
        for (int i = 0; i < tables[t]->count && !s->has_failed; ++i)
            if (is_key(s->key, &tables[t]->fields[i], &unit))
                set_quantity(s, part, &tables[t]->fields[i], unit);
    for (int i = 0; i < word_count && !s->has_failed; ++i)
        if (strcmp(words[i].name, s->key) == 0)
            set_word(s, part, &words[i]);
}

/* A right name with a unit that is not its own. */
static void find_wrong_unit(void *data, const machine_part *part)
{
    setter *s = data;
    const quantity_table *tables[MACHINE_TABLES_MAX];
    int count = machine_tables(part->kind, tables);
    const char *suffix = strrchr(s->key, '_');

    if (!suffix || !machine_path_leads(s->parent, part->path))
        return;
    for (int t = 0; t < count; ++t)
        for (int i = 0; i < tables[t]->count; ++i) {
            const quantity_field *field = &tables[t]->fields[i];
            size_t length = strlen(field->name);
            if (length == (size_t)(suffix - s->key) && strncmp(s->key, field->name, length) == 0)
                FAIL(s, "param-unit", "'%s' is not a unit of '%s'; %s%s", suffix + 1, field->name,
                     field->dim == DIM_COUNT ? "it is a plain number" : "its units are ",
                     unit_names(s, field));
        }
}

static const char *sentence(const setter *s)
{
    arena *a = s->ctx->arena;
    const char *text =
        arena_printf(a, "%s is %s instead of %s", s->change->path, s->value, s->before);
    if (s->created)
        text =
            arena_printf(a, "%s; '%s' has a message function of its own for it", text, s->created);
    return text;
}

bool machine_set_parameter(fp_context *ctx, const sag *machine, const sag_change *change,
                           machine_draft *draft, const char **what)
{
    setter s = {.ctx = ctx, .machine = machine, .change = change};
    const char *dot = strrchr(change->path, '.');

    s.parent = dot ? arena_strndup(ctx->arena, change->path, (size_t)(dot - change->path)) : "";
    s.key = dot ? dot + 1 : change->path;
    s.is_exact = true;
    machine_copy(ctx, machine, set_part, &s, draft);
    s.is_exact = false;
    for (int create = 0; create < 2 && !s.matches && !s.has_failed; ++create) {
        s.may_create = create;
        machine_copy(ctx, machine, set_part, &s, draft);
    }
    if (!s.matches && !s.has_failed)
        machine_copy(ctx, machine, find_wrong_unit, &s, draft);
    if (!s.matches && !s.has_failed)
        machine_report_path(ctx, machine, change->path);
    if (!s.matches || s.has_failed)
        return false;
    *what = sentence(&s);
    return true;
}
