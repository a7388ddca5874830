#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "driver/fpredict/session.h"

/* --set for a program that is generated: the source as if it had said so. A macro gets another
 * text, and a variable another value where it is declared. What the program works out when it runs
 * keeps its text, but for a number that it begins with, and the generator is told the value. */

static const source_range nowhere = {0};

static bool is_of_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Where the first use of the word in a text ends, as an offset; 0: there is none. */
static size_t end_of_word(const char *text, size_t length, const char *word)
{
    const size_t size = strlen(word);
    for (size_t at = 0; at + size <= length; at++)
        if (memcmp(text + at, word, size) == 0 && (at == 0 || !is_of_word(text[at - 1])) &&
            (at + size == length || !is_of_word(text[at + size])))
            return at + size;
    return 0;
}

/* The value of a macro goes to the end of its line, or to the blanks before a comment. */
static size_t end_of_macro(const char *text, size_t at, size_t length)
{
    while (at < length && text[at] != '\\' &&
           !(text[at] == '/' && at + 1 < length && strchr("/*", text[at + 1])))
        at++;
    while (text[at - 1] == ' ' || text[at - 1] == '\t')
        at--;
    return at;
}

/* An initialiser goes to the ',' or ';' after it; 0: it does not end on the line. */
static size_t end_of_value(const char *text, size_t at, size_t length)
{
    int depth = 0;
    for (; at < length; at++) {
        depth += text[at] == '(' || text[at] == '{' || text[at] == '[';
        depth -= text[at] == ')' || text[at] == '}' || text[at] == ']';
        if (depth == 0 && (text[at] == ',' || text[at] == ';'))
            return at;
    }
    return 0;
}

/* Does the line, from the '#' at `at` on, define a macro? Directives that name it give it no value.
 */
static bool is_definition(const char *line, size_t at, size_t length)
{
    static const char word[] = "define";
    at += 1;
    while (at < length && (line[at] == ' ' || line[at] == '\t'))
        at++;
    return at + sizeof word - 1 <= length && memcmp(line + at, word, sizeof word - 1) == 0;
}

/* Finds the text of the value that the line gives to the name. */
static bool find_value(const char *line, size_t length, const char *name, size_t *begin,
                       size_t *end)
{
    const size_t margin = strspn(line, " \t");
    const bool is_macro = margin < length && line[margin] == '#';
    size_t at = end_of_word(line, length, name);
    if (is_macro && !is_definition(line, margin, length))
        return false;
    if (at == 0 || at == length || (is_macro && line[at] == '('))
        return false;
    while (at < length && (line[at] == ' ' || line[at] == '\t'))
        at++;
    if (!is_macro && (at == length || line[at++] != '='))
        return false;
    *begin = at;
    *end = is_macro ? end_of_macro(line, at, length) : end_of_value(line, at, length);
    return *end > *begin;
}

/* A formal of the name has its values from calls: it is asked about where there is nothing else. */
static const param *find_param(const program *p, const char *name)
{
    const param *formal = NULL;
    for (int id = 0; id < expr_pool_param_count(p->pool); id++) {
        const param *one = expr_pool_param(p->pool, id);
        if (one->name == name && one->origin != PARAM_FORMAL)
            return one;
        formal = one->name == name && !formal ? one : formal;
    }
    return formal;
}

/* Does the program work it out when it runs, as n = atoi(argv[1])? */
static bool is_worked_out(const session *s, const set_values *set)
{
    const param *p = find_param(s->program, set->name);
    return p && p->origin == PARAM_VARIABLE && !p->value;
}

/* int n = 64; if (argc > 1) n = atoi(argv[1]): does the declaration give it a number? */
static bool begins_with_number(const session *s, const set_values *set)
{
    const param *p = find_param(s->program, set->name);
    size_t length, begin, end;
    const char *line = source_line(p->where.file, p->where.line, &length);
    if (!find_value(line, length, set->name, &begin, &end))
        return false;
    return !memchr(line + begin, '(', end - begin) && !memchr(line + begin, '[', end - begin);
}

/* Of several files, how many lines give the macro or variable a value: all of them would have to be
 * changed. */
static int count_values(const program *all, const char *name)
{
    int count = 0;
    for (int f = 0; f < all->file_count; f++)
        for (int n = 1; n <= source_line_count(all->files[f]); n++) {
            size_t length, begin, end;
            const char *line = source_line(all->files[f], n, &length);
            count += find_value(line, length, name, &begin, &end);
        }
    return count;
}

static bool is_of_program(const program *all, const source_file *file)
{
    for (int i = 0; i < all->file_count; i++)
        if (all->files[i] == file)
            return true;
    return false;
}

/* What the source reads with one --set; false after saying why it cannot. */
static bool change_of(const session *s, const set_values *set, source_change *out)
{
    const param *p = find_param(s->program, set->name);
    size_t length = 0, begin = 0, end = 0;
    const source_file *file = p ? p->where.file : NULL;
    const char *line =
        p && is_of_program(s->program, file) ? source_line(file, p->where.line, &length) : NULL;
    if (s->program->file_count > 1 && !is_worked_out(s, set) &&
        count_values(s->program, set->name) > 1) {
        diag_report(s->ctx->diags, DIAG_ERROR, "set", p ? p->where : nowhere,
                    "--set %s: several lines of these files give '%s' a value: write it once, in a "
                    "header, between '#ifndef %s' and '#endif', and set it by -D%s=VALUE after "
                    "'--'",
                    set->name, set->name, set->name, set->name);
        return false;
    }
    if (set->count > 1) {
        diag_report(s->ctx->diags, DIAG_ERROR, "set", nowhere,
                    "--set %s: one program is generated at a time: choose one value", set->name);
        return false;
    }
    if (!line || !find_value(line, length, set->name, &begin, &end)) {
        diag_report(
            s->ctx->diags, DIAG_ERROR, "set", p ? p->where : nowhere,
            p && strchr(set->name, '.')
                ? "--set %s: what gives the member '%s' its value is not rewritten in what is "
                  "generated; change it in the source, or let a macro stand there and set that"
            : p ? "--set %s: the program works out '%s' when it runs, and what is generated "
                  "does, too; only a macro, or a variable with an initialiser, in the source "
                  "itself can be set"
                : "--set %s: the source has no macro or variable '%s' that could be set",
            set->name, set->name);
        return false;
    }
    const size_t first = source_offset(file, p->where.line, 1);
    *out = (source_change){first + begin, first + end,
                           arena_printf(s->ctx->arena, "%s%lld", line[begin - 1] == '=' ? " " : "",
                                        (long long)set->values[0])};
    return true;
}

static void insert(source_change *all, int count, source_change fresh)
{
    for (; count > 0 && all[count - 1].begin > fresh.begin; count--)
        all[count] = all[count - 1];
    all[count] = fresh;
}

/* The changes of one file; returns whether those of all can be made. */
static bool set_in_file(const session *s, const source_file *file)
{
    const int count = s->opt->sets.count;
    source_change *all = ARENA_ARRAY(s->ctx->arena, count + 1, source_change);
    int changes = 0;
    bool ok = true;
    for (int i = 0; i < count; i++) {
        const param *p = find_param(s->program, s->opt->sets.data[i].name);
        bool is_here = p && p->where.file == file;
        source_change one = {0};
        if (s->opt->sets.data[i].count == 1 && is_worked_out(s, &s->opt->sets.data[i]) &&
            !begins_with_number(s, &s->opt->sets.data[i]))
            continue;
        if (!is_here &&
            (file != s->program->file || (p && is_of_program(s->program, p->where.file))))
            continue;
        ok = change_of(s, &s->opt->sets.data[i], &one) && ok;
        insert(all, changes++, one);
    }
    if (ok && changes > 0)
        source_replace(s->ctx->sources, file, changes, all);
    return ok;
}

static bool set_in_source(const session *s)
{
    bool ok = true;
    for (int i = 0; i < s->program->file_count; i++)
        ok = set_in_file(s, s->program->files[i]) && ok;
    return ok;
}

bool session_set_sizes(session *s, fp_context *ctx, options *opt)
{
    diag_list *shown = ctx->diags;
    if (opt->sets.count == 0)
        return true;
    ctx->diags = diag_list_aside(shown, ctx->arena);
    const bool ok = session_open(s, ctx, opt) && set_in_source(s);
    if (!ok)
        diag_add_all(shown, ctx->diags);
    ctx->diags = shown;
    int kept = 0;
    for (int i = 0; ok && i < opt->sets.count; i++)
        if (is_worked_out(s, &opt->sets.data[i]))
            opt->sets.data[kept++] = opt->sets.data[i];
    opt->sets.count = kept;
    return ok;
}

/* --- Sizes that are in the tree as numbers ---------------------------------------------- */

static bool is_fixed(const program *p, const char *name)
{
    for (int f = 0; f < p->fixed_count; f++)
        if (p->fixed[f].name == name)
            return true;
    return false;
}

/* Does one line of the program's own files give the name its value? */
static bool is_given_once(const session *s, const set_values *set)
{
    const param *p = find_param(s->program, set->name);
    size_t length, begin, end;
    if (set->count != 1 || !p || !p->value || !is_of_program(s->program, p->where.file) ||
        count_values(s->program, set->name) != 1)
        return false;
    const char *line = source_line(p->where.file, p->where.line, &length);
    return line && find_value(line, length, set->name, &begin, &end);
}

bool session_set_fixed(session *s, bool *is_in_text)
{
    bool any = false;
    for (int f = 0; f < s->program->file_count; f++) {
        const source_file *file = s->program->files[f];
        source_change *all = ARENA_ARRAY(s->ctx->arena, s->opt->sets.count + 1, source_change);
        int changes = 0;
        for (int i = 0; i < s->opt->sets.count; i++) {
            const set_values *set = &s->opt->sets.data[i];
            source_change one;
            if (!is_fixed(s->program, set->name) || !is_given_once(s, set) ||
                find_param(s->program, set->name)->where.file != file || !change_of(s, set, &one))
                continue;
            insert(all, changes++, one);
            is_in_text[i] = any = true;
        }
        if (changes > 0)
            source_replace(s->ctx->sources, file, changes, all);
    }
    return any;
}

/* --- Programs that are compiled as they are ------------------------------------------- */

bool session_flag_reaches(const source_file *file, const char *name)
{
    bool is_fixed = false;
    for (int n = 1; n <= source_line_count(file); n++) {
        size_t length, begin, end;
        const char *line = source_line(file, n, &length);
        const size_t margin = strspn(line, " \t");
        const char *word = line + margin + 1;
        const bool is_directive = margin < length && line[margin] == '#';
        if (is_directive)
            word += strspn(word, " \t");
        const bool is_condition = is_directive && strncmp(word, "if", 2) == 0;
        if (is_condition && end_of_word(line, length, name))
            return true;
        if (!is_directive || strncmp(word, "define", 6) == 0)
            is_fixed |= find_value(line, length, name, &begin, &end) && line[begin] != '=';
    }
    return !is_fixed;
}

bool session_check_flags(session *s, int count, const char *const *flags)
{
    bool ok = true;
    for (int i = 0; i < count; i++) {
        const char *equals = strncmp(flags[i], "-D", 2) == 0 ? strchr(flags[i], '=') : NULL;
        if (!equals)
            continue;
        const char *name = intern_n(s->ctx->names, flags[i] + 2, (size_t)(equals - flags[i] - 2));
        const param *p = find_param(s->program, name);
        int64_t value;
        if (!p || !p->value || !expr_is_int(p->value, &value) ||
            value == strtoll(equals + 1, NULL, 10))
            continue;
        ok = false;
        diag_report(s->ctx->diags, DIAG_ERROR, "set", p->where,
                    "--set %s does not reach the program, which gets '%s' from here: write "
                    "'#ifndef %s' before this, and '#endif' after it",
                    name, name, name);
    }
    return ok;
}
