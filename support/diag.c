#include "support/diag.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

#include "support/diag_list.h"

diag_list *diag_list_new(arena *a)
{
    diag_list *list = ARENA_NEW(a, diag_list);
    list->arena = a;
    return list;
}

static bool is_same_entry(const diag_entry *a, const diag_entry *b)
{
    return source_range_equal(a->where, b->where) && !strcmp(a->text, b->text);
}

static void promote(diag *d)
{
    if (d->severity == DIAG_WARNING) {
        d->severity = DIAG_ERROR;
        d->is_promoted = true;
    }
}

/* Adds a diagnostic, or finds the same one. */
static diag *keep(diag_list *list, const diag *fresh)
{
    list->errors_reported += fresh->severity == DIAG_ERROR;
    for (int i = 0; i < list->diags.count; i++) {
        diag *known = list->diags.data[i];
        if (known->severity == fresh->severity && is_same_entry(&known->message, &fresh->message))
            return known;
    }
    diag *kept = arena_copy(list->arena, fresh, sizeof *fresh);
    VEC_PUSH(list->arena, &list->diags, kept);
    return kept;
}

diag *diag_report(diag_list *list, diag_severity severity, const char *rule, source_range where,
                  const char *format, ...)
{
    va_list args;
    va_start(args, format);
    diag_entry message = {source_as_written(where), arena_vprintf(list->arena, format, args)};
    va_end(args);

    diag fresh = {.arena = list->arena, .severity = severity, .message = message};
    if (list->promotes_warnings)
        promote(&fresh);
    fresh.rule = rule ? arena_strdup(list->arena, rule) : NULL;
    return keep(list, &fresh);
}

void diag_note(diag *parent, source_range where, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    diag_entry note = {source_as_written(where), arena_vprintf(parent->arena, format, args)};
    va_end(args);
    /* The same mistake found twice has the same notes twice. */
    for (int i = 0; i < parent->notes.count; i++)
        if (is_same_entry(&parent->notes.data[i], &note))
            return;
    VEC_PUSH(parent->arena, &parent->notes, note);
}

int diag_count(const diag_list *list, diag_severity severity)
{
    int count = 0;
    if (list->drops_warnings && severity == DIAG_WARNING)
        return 0;
    for (int i = 0; i < list->diags.count; i++)
        count += list->diags.data[i]->severity == severity;
    return count;
}

const char *const *diag_texts(arena *a, const diag_list *list, diag_severity severity)
{
    int count = diag_count(list, severity), next = 0;
    const char **texts = ARENA_ARRAY(a, count, const char *);
    for (int i = 0; next < count; i++)
        if (list->diags.data[i]->severity == severity)
            texts[next++] = list->diags.data[i]->message.text;
    return texts;
}

bool diag_has_errors(const diag_list *list)
{
    return diag_count(list, DIAG_ERROR) > 0;
}

int diag_errors_reported(const diag_list *list)
{
    return list->errors_reported;
}

diag_mark diag_mark_here(const diag_list *list)
{
    return (diag_mark){list->diags.count, list->errors_reported};
}

void diag_forget(diag_list *list, diag_mark since)
{
    list->diags.count = since.count;
    list->errors_reported = since.errors_reported;
}

const char *diag_first_error(const diag_list *list, source_range *where)
{
    for (int i = 0; i < list->diags.count; i++)
        if (list->diags.data[i]->severity == DIAG_ERROR) {
            *where = list->diags.data[i]->message.where;
            return list->diags.data[i]->message.text;
        }
    return NULL;
}

static bool is_of_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static bool has_word(const char *line, size_t length, const char *word)
{
    size_t size = strlen(word);
    for (size_t at = 0; at + size <= length; at++)
        if (memcmp(line + at, word, size) == 0 && (at == 0 || !is_of_word(line[at - 1])) &&
            (at + size == length || !is_of_word(line[at + size])))
            return true;
    return false;
}

bool diag_has_error_beside(const diag_list *list, const char *rule, const char *word)
{
    for (int i = 0; i < list->diags.count; i++) {
        const diag *d = list->diags.data[i];
        const source_range at = d->message.where;
        size_t length = 0;
        const bool is_of_rule = d->severity == DIAG_ERROR && d->rule && strcmp(d->rule, rule) == 0;
        const char *line =
            is_of_rule && at.file && at.line > 0 ? source_line(at.file, at.line, &length) : NULL;
        if (line && has_word(line, length, word))
            return true;
    }
    return false;
}

diag_list *diag_list_aside(const diag_list *list, arena *a)
{
    diag_list *aside = diag_list_new(a);
    aside->promotes_warnings = list->promotes_warnings;
    aside->drops_warnings = list->drops_warnings;
    return aside;
}

void diag_add_all(diag_list *list, const diag_list *aside)
{
    diag_add_all_but(list, aside, NULL);
}

void diag_add_all_but(diag_list *list, const diag_list *aside, const char *rule)
{
    for (int i = 0; i < aside->diags.count; i++) {
        const diag *from = aside->diags.data[i];
        if (rule && from->rule && strcmp(from->rule, rule) == 0)
            continue;
        diag fresh = *from;
        fresh.arena = list->arena;
        memset(&fresh.notes, 0, sizeof fresh.notes);
        diag *kept = keep(list, &fresh);
        for (int k = 0; k < from->notes.count; k++)
            diag_note(kept, from->notes.data[k].where, "%s", from->notes.data[k].text);
    }
}

void diag_promote_warnings(diag_list *list)
{
    list->promotes_warnings = true;
    for (int i = 0; i < list->diags.count; i++)
        promote(list->diags.data[i]);
}

void diag_drop_warnings(diag_list *list)
{
    list->drops_warnings = true;
}
