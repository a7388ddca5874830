#include "support/diag.h"

#include <stdarg.h>
#include <string.h>

#include "support/diag_list.h"

diag_list *diag_list_new(arena *a)
{
    diag_list *list = ARENA_NEW(a, diag_list);
    list->arena = a;
    return list;
}

static bool is_same_place(source_range a, source_range b)
{
    return a.file == b.file && a.line == b.line && a.column == b.column &&
           a.end_line == b.end_line && a.end_column == b.end_column;
}

static bool is_same_entry(const diag_entry *a, const diag_entry *b)
{
    return is_same_place(a->where, b->where) && !strcmp(a->text, b->text);
}

static void promote(diag *d)
{
    if (d->severity == DIAG_WARNING) {
        d->severity = DIAG_ERROR;
        d->is_promoted = true;
    }
}

diag *diag_report(diag_list *list, diag_severity severity, const char *rule, source_range where,
                  const char *format, ...)
{
    va_list args;
    va_start(args, format);
    diag_entry message = {where, arena_vprintf(list->arena, format, args)};
    va_end(args);

    diag fresh = {.arena = list->arena, .severity = severity, .message = message};
    if (list->promotes_warnings)
        promote(&fresh);
    for (int i = 0; i < list->diags.count; i++) {
        diag *known = list->diags.data[i];
        if (known->severity == fresh.severity && is_same_entry(&known->message, &message))
            return known;
    }
    fresh.rule = rule ? arena_strdup(list->arena, rule) : NULL;
    diag *kept = arena_copy(list->arena, &fresh, sizeof fresh);
    VEC_PUSH(list->arena, &list->diags, kept);
    return kept;
}

void diag_note(diag *parent, source_range where, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    diag_entry note = {where, arena_vprintf(parent->arena, format, args)};
    va_end(args);
    /* The same mistake found twice brings the same notes twice. */
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

bool diag_has_errors(const diag_list *list)
{
    return diag_count(list, DIAG_ERROR) > 0;
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
