#include "sysmodels/file/schema_check.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/format.h"
#include "support/suggest.h"
#include "support/vec.h"
#include "sysmodels/file/word.h"

/* After so many mistakes the file is another kind of file. */
enum { MISTAKES_MAX = 50 };

typedef struct checker {
    fp_context *ctx;
    yaml_tree *tree;
    const schema_form *form;
    int mistakes;
} checker;

/* A value of the file; `key` names it in messages, and `key_node` is where a
 * message about what is missing in it points: its key, if it has one. */
typedef struct item {
    const char *key;
    const yaml_node_t *key_node, *node;
} item;

static void check_value(checker *c, const cyaml_schema_value_t *schema, item at);

/* "machine-key" of "key". */
static const char *rule_name(const checker *c, const char *rule)
{
    return arena_printf(c->ctx->arena, "%s-%s", c->tree->kind, rule);
}

static void say(checker *c, const char *rule, const yaml_node_t *node, const char *message)
{
    diag_report(c->ctx->diags, DIAG_ERROR, rule_name(c, rule), yaml_tree_place(c->tree, node), "%s",
                message);
    ++c->mistakes;
}

#define SAY(c, rule, node, ...) say(c, rule, node, arena_printf((c)->ctx->arena, __VA_ARGS__))

/* ---- what was meant ---- */

static size_t stem_length(const char *key)
{
    const char *unit = strrchr(key, '_');
    return unit ? (size_t)(unit - key) : strlen(key);
}

/* A right name with a wrong unit, or none, is nearer than any other word. */
static bool is_same_stem(const char *word, const char *candidate)
{
    size_t n = stem_length(candidate);
    return (strlen(word) == n && strncmp(word, candidate, n) == 0) ||
           (stem_length(word) == n && strncmp(word, candidate, n) == 0);
}

static const char *nearest_key(const char *word, const char *const *keys, int count)
{
    for (int i = 0; i < count; ++i)
        if (is_same_stem(word, keys[i]))
            return keys[i];
    return suggest_closest(word, keys, count);
}

/* ---- mappings ---- */

static int field_names(const cyaml_schema_field_t *fields, arena *a, const char *const **names)
{
    int count = 0;
    const char **list;

    while (fields[count].key)
        ++count;
    list = ARENA_ARRAY(a, count, const char *);
    for (int i = 0; i < count; ++i)
        list[i] = fields[i].key;
    *names = list;
    return count;
}

/* Returns the key that was probably meant, or null. */
static const char *report_unknown(checker *c, const cyaml_schema_field_t *fields,
                                  const yaml_node_t *key)
{
    enum { LISTED = 12 };
    const char *const *names;
    const char *word = yaml_scalar_text(key), *what = c->form->mapping_name(fields);
    int count = field_names(fields, c->ctx->arena, &names);
    const char *meant = nearest_key(word, names, count);

    if (meant)
        SAY(c, "key", key, "'%s' is not a key of %s; did you mean '%s'?", word, what, meant);
    else if (count <= LISTED)
        SAY(c, "key", key, "'%s' is not a key of %s; its keys are %s", word, what,
            format_list(c->ctx->arena, count, names, "and"));
    else
        SAY(c, "key", key, "'%s' is not a key of %s; docs/%ss.md lists them", word, what,
            c->tree->kind);
    return meant;
}

static const cyaml_schema_field_t *find_field(const cyaml_schema_field_t *fields, const char *key)
{
    for (; fields->key; ++fields)
        if (strcmp(fields->key, key) == 0)
            return fields;
    return NULL;
}

/* Checks one pair of a mapping. Returns the key that an unknown one was
 * probably meant to be, or null. */
static const char *check_pair(checker *c, const cyaml_schema_field_t *fields, item mapping,
                              const yaml_node_pair_t *pair)
{
    const yaml_node_t *key = yaml_tree_node(c->tree, pair->key);
    const char *word = yaml_scalar_text(key);
    yaml_node_t *first = NULL;
    const cyaml_schema_field_t *field;
    item value = {word, key, yaml_tree_node(c->tree, pair->value)};

    if (!word) {
        SAY(c, "key", key, "a key of %s is one word", c->form->mapping_name(fields));
        return NULL;
    }
    yaml_tree_get(c->tree, mapping.node, word, &first);
    if (first != key) {
        diag *d = diag_report(c->ctx->diags, DIAG_ERROR, rule_name(c, "key"),
                              yaml_tree_place(c->tree, key), "'%s' is given twice", word);
        diag_note(d, yaml_tree_place(c->tree, first), "the first is here");
        ++c->mistakes;
        return NULL;
    }
    field = find_field(fields, word);
    if (!field)
        return report_unknown(c, fields, key);
    if (strcmp(word, "value") == 0)
        value.key = mapping.key;
    check_value(c, &field->value, value);
    return NULL;
}

static void report_no_mapping(checker *c, const cyaml_schema_field_t *fields, item at)
{
    const char *text = yaml_scalar_text(at.node);

    if (!at.key)
        SAY(c, "value", at.node, "a%s %s file is a mapping; begin with 'schema: %s'",
            strchr("aeiou", c->tree->kind[0]) ? "n" : "", c->tree->kind, c->form->version);
    else if (!find_field(fields, "value"))
        SAY(c, "value", at.node, "'%s' is %s; indent its keys below it", at.key,
            c->form->mapping_name(fields));
    else
        SAY(c, "provenance", at.node,
            "'%s' must say where its value comes from: {value: %s, from: seed, seen, derived, "
            "recollected or trained, source: \"…\"}",
            at.key, text && *text ? text : "…");
}

static void check_mapping(checker *c, const cyaml_schema_field_t *fields, item at)
{
    arena *a = c->ctx->arena;
    const char *missing = NULL;
    VEC(const char *) meant = {0};

    if (at.node->type != YAML_MAPPING_NODE) {
        report_no_mapping(c, fields, at);
        return;
    }
    for (const yaml_node_pair_t *pair = at.node->data.mapping.pairs.start;
         pair < at.node->data.mapping.pairs.top && c->mistakes < MISTAKES_MAX; ++pair) {
        const char *key = check_pair(c, fields, at, pair);
        if (key)
            VEC_PUSH(a, &meant, key);
    }
    for (const cyaml_schema_field_t *f = fields; f->key; ++f) {
        bool is_there =
            (f->value.flags & CYAML_FLAG_OPTIONAL) || yaml_tree_get(c->tree, at.node, f->key, NULL);
        for (int i = 0; i < meant.count && !is_there; ++i)
            is_there = meant.data[i] == f->key; /* it was reported as misspelt */
        if (!is_there)
            missing = missing ? arena_printf(a, "%s, '%s'", missing, f->key)
                              : arena_printf(a, "'%s'", f->key);
    }
    if (missing && at.key)
        SAY(c, "missing", at.key_node, "'%s' lacks %s", at.key, missing);
    else if (missing)
        SAY(c, "missing", at.node, "%s lacks %s", c->form->mapping_name(fields), missing);
}

/* ---- scalars ---- */

/* Returns the length of the decimal number that `text` begins with. */
static size_t number_length(const char *text)
{
    const char *p = text;
    size_t digits = 0;

    if (*p == '+' || *p == '-')
        ++p;
    for (; isdigit((unsigned char)*p); ++p)
        ++digits;
    if (*p == '.')
        for (++p; isdigit((unsigned char)*p); ++p)
            ++digits;
    if (!digits)
        return 0;
    if (*p == 'e' || *p == 'E') {
        const char *exponent = p + 1;
        if (*exponent == '+' || *exponent == '-')
            ++exponent;
        if (isdigit((unsigned char)*exponent)) {
            while (isdigit((unsigned char)*exponent))
                ++exponent;
            p = exponent;
        }
    }
    return (size_t)(p - text);
}

static void check_float(checker *c, const char *key, const yaml_node_t *node, const char *text)
{
    size_t n = number_length(text);

    if (n && !text[n]) {
        /* What overflows, or is below the smallest normal number, is a slip. */
        double value;
        errno = 0;
        value = strtod(text, NULL);
        if (!isfinite(value) || errno == ERANGE)
            SAY(c, "value", node, "%s is no number that a %s can have", text, c->tree->kind);
    } else if (n) {
        SAY(c, "value", node, "'%s' is not a number; the unit stands in the key, so write %.*s",
            text, (int)n, text);
    } else {
        SAY(c, "value", node, "'%s' is not a number; '%s' is one, in decimal", text, key);
    }
}

static void check_int(checker *c, const char *key, const yaml_node_t *node, const char *text)
{
    char *end;
    long long value;

    errno = 0;
    value = strtoll(text, &end, 10);
    /* libcyaml reads 010 as octal. */
    if (end == text || *end || !(isdigit((unsigned char)*text) || *text == '-') ||
        (*text == '0' && text[1]) || errno || value > INT_MAX || value < INT_MIN)
        SAY(c, "value", node, "'%s' is not a whole number; '%s' is one, in decimal", text, key);
}

static void check_enum(checker *c, const cyaml_schema_value_t *schema, const yaml_node_t *node,
                       const char *text)
{
    int count = (int)schema->enumeration.count;
    const cyaml_strval_t *words = schema->enumeration.strings;
    const char **names = ARENA_ARRAY(c->ctx->arena, count, const char *);
    const char *meant;

    for (int i = 0; i < count; ++i) {
        names[i] = words[i].str;
        if (strcmp(text, words[i].str) == 0)
            return;
    }
    const char *what = (c->form->word_name ? c->form->word_name : machine_enum_name)(words);
    meant = suggest_closest(text, names, count);
    if (meant)
        SAY(c, "word", node, "'%s' is not %s; did you mean '%s'?", text, what, meant);
    else
        SAY(c, "word", node, "'%s' is not %s: write %s", text, what,
            format_list(c->ctx->arena, count, names, "or"));
}

static void check_scalar(checker *c, const cyaml_schema_value_t *schema, item at)
{
    const char *text = yaml_scalar_text(at.node);

    if (!text || !*text) {
        SAY(c, "value", at.node, "'%s' needs a %s", at.key,
            schema->type == CYAML_FLOAT || schema->type == CYAML_INT ? "number" : "word or text");
        return;
    }
    if (strlen(text) != at.node->data.scalar.length) {
        SAY(c, "value", at.node, "the text of '%s' holds a zero byte", at.key);
        return;
    }
    if (schema->type == CYAML_FLOAT)
        check_float(c, at.key, at.node, text);
    else if (schema->type == CYAML_INT)
        check_int(c, at.key, at.node, text);
    else if (schema->type == CYAML_ENUM)
        check_enum(c, schema, at.node, text);
}

static void check_sequence(checker *c, const cyaml_schema_value_t *schema, item at)
{
    int i = 0;

    if (at.node->type != YAML_SEQUENCE_NODE) {
        SAY(c, "value", at.node, "'%s' is a list: begin each entry with '- '", at.key);
        return;
    }
    for (yaml_node_t *entry;
         (entry = yaml_tree_entry(c->tree, at.node, i)) && c->mistakes < MISTAKES_MAX; ++i) {
        const char *key = arena_printf(c->ctx->arena, "%s[%d]", at.key, i);
        check_value(c, schema->sequence.entry, (item){key, entry, entry});
    }
    if (i < (int)schema->sequence.min)
        SAY(c, "missing", at.node, "'%s' is an empty list", at.key);
}

static void check_value(checker *c, const cyaml_schema_value_t *schema, item at)
{
    if (schema->type == CYAML_MAPPING)
        check_mapping(c, schema->mapping.fields, at);
    else if (schema->type == CYAML_SEQUENCE)
        check_sequence(c, schema, at);
    else
        check_scalar(c, schema, at);
}

bool schema_check(fp_context *ctx, yaml_tree *tree, const schema_form *form)
{
    checker c = {.ctx = ctx, .tree = tree, .form = form};
    check_value(&c, form->schema, (item){NULL, tree->root, tree->root});
    return c.mistakes == 0;
}
