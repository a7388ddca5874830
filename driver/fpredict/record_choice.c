/* Which functions and loops are recorded: a file of commands has a line for each,
 *
 *     function PATTERN
 *     loop FILE:LINE
 *     loop FILE:*
 */

#include <stdlib.h>
#include <string.h>

#include "driver/fpredict/record.h"

static bool fail(const recording *r, source_range where, const char *text)
{
    diag_report(r->ctx->diags, DIAG_ERROR, "record-commands", where, "%s", text);
    return false;
}

/* FILE:LINE. */
static bool take_loop(const recording *r, source_range where, const char *text, record_choice *out)
{
    const char *colon = strrchr(text, ':');
    char *end = NULL;
    const bool is_all = colon && strcmp(colon + 1, "*") == 0;
    const long line = colon && !is_all ? strtol(colon + 1, &end, 10) : 0;
    if (!colon || colon == text || (!is_all && (end == colon + 1 || *end || line < 1)))
        return fail(r, where, "a loop is named by its place, FILE:LINE, or FILE:* for all");
    if (line > 99999999)
        return fail(r, where, "no file has so many lines");
    VEC_PUSH(r->ctx->arena, &out->loops,
             ((record_loop){.where = where,
                            .file = arena_strndup(r->ctx->arena, text, (size_t)(colon - text)),
                            .line = (int)line}));
    return true;
}

/* One line, without what stands behind '#'. */
static bool take_line(const recording *r, const source_file *file, int number, record_choice *out)
{
    arena *a = r->ctx->arena;
    size_t length;
    const char *text = source_line(file, number, &length);
    const char *comment = memchr(text, '#', length);
    length = comment ? (size_t)(comment - text) : length;
    while (length && strchr(" \t\r", text[length - 1]))
        length--;
    const size_t blank = strspn(text, " \t");
    if (blank >= length)
        return true;
    const char *word = arena_strndup(a, text + blank, length - blank);
    const size_t verb = strcspn(word, " \t"), gap = verb + strspn(word + verb, " \t");
    const size_t begin = source_offset(file, number, 1) + blank;
    const source_range whole = source_range_of(file, begin, begin + verb),
                       rest = source_range_of(file, begin + gap, begin + length - blank);
    const bool is_function = verb == strlen("function") && strncmp(word, "function", verb) == 0,
               is_loop = verb == strlen("loop") && strncmp(word, "loop", verb) == 0;
    if (!is_function && !is_loop)
        return fail(r, whole, "a line says 'function PATTERN' or 'loop FILE:LINE'");
    if (!word[gap])
        return fail(r, whole, "which? 'function PATTERN', 'loop FILE:LINE'");
    if (is_loop)
        return take_loop(r, rest, word + gap, out);
    if (strpbrk(word + gap, " \t,"))
        return fail(r, rest, "one pattern of names stands in a line: 'function solve*'");
    VEC_PUSH(a, &out->functions, ((record_pattern){rest, word + gap, false}));
    return true;
}

bool record_choose(const recording *r, record_choice *out)
{
    arena *a = r->ctx->arena;
    *out = (record_choice){.all_loops = r->opt->record_loops};
    for (const char *at = r->opt->record_functions; at && *at; at += *at == ',') {
        const size_t length = strcspn(at, ",");
        if (length)
            VEC_PUSH(a, &out->functions,
                     ((record_pattern){{0}, arena_strndup(a, at, length), false}));
        at += length;
    }
    if (!r->opt->record_commands)
        return true;
    const source_file *file = source_open(r->ctx->sources, r->opt->record_commands);
    if (!file)
        return record_fail(r, "--commands '%s': it cannot be read", r->opt->record_commands);
    bool is_good = true;
    for (int i = 1; i <= source_line_count(file); i++)
        is_good &= take_line(r, file, i, out);
    return is_good;
}
