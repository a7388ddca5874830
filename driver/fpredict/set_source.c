#include <stdlib.h>
#include <string.h>

#include "driver/fpredict/macro_text.h"
#include "driver/fpredict/session.h"

/* --set for a program that is generated: the source as if it had said so. A macro gets another
 * text, and a variable another value where it is declared. What the program works out when it runs
 * keeps its text, but for a number that it begins with, and the generator is told the value. */

static const source_range nowhere = {0};

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

/* Finds the text of the value that the line gives to the variable. */
static bool find_value(const char *line, size_t length, const char *name, size_t *begin,
                       size_t *end)
{
    const size_t margin = strspn(line, " \t");
    size_t at = macro_text_word(line, length, name);
    if ((margin < length && line[margin] == '#') || at == 0 || at == length)
        return false;
    while (at < length && (line[at] == ' ' || line[at] == '\t'))
        at++;
    if (at == length || line[at++] != '=')
        return false;
    *begin = at;
    *end = end_of_value(line, at, length);
    return *end > *begin;
}

/* A formal of the name has its values from calls: it is asked about where there is nothing else. */
const param *session_param(const program *p, const char *name)
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
    const param *p = session_param(s->program, set->name);
    return p && p->origin == PARAM_VARIABLE && !p->value;
}

/* int n = 64; if (argc > 1) n = atoi(argv[1]): does the declaration give it a number? */
static bool begins_with_number(const session *s, const set_values *set)
{
    const param *p = session_param(s->program, set->name);
    size_t length, begin, end;
    const char *line = source_line(p->where.file, p->where.line, &length);
    if (!find_value(line, length, set->name, &begin, &end))
        return false;
    return !memchr(line + begin, '(', end - begin) && !memchr(line + begin, '[', end - begin);
}

/* Of several files, how many lines give the variable a value: all of them would have to be changed.
 */
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

static bool is_macro_of(const source_file *const *files, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (macro_text_is_defined(files[i], name))
            return true;
    return false;
}

/* Does the text of one of the files that are compiled define the macro? */
static bool is_macro(const program *all, const char *name)
{
    const param *p = session_param(all, name);
    return (!p || p->origin == PARAM_MACRO) && is_macro_of(all->files, all->file_count, name);
}

static void report_unset(const session *s, const set_values *set)
{
    const program *all = s->program;
    const param *p = session_param(all, set->name);
    const char *name = set->name;
    if ((!p || p->origin == PARAM_MACRO) &&
        (!p || !p->where.file || is_macro_of(all->headers, all->header_count, name) || !p->value))
        diag_report(
            s->ctx->diags, DIAG_ERROR, "set", p ? p->where : nowhere,
            p || is_macro_of(all->headers, all->header_count, name)
                ? "--set %s: what is generated includes the header that defines '%s', or is "
                  "compiled with the flag that does: write '#ifndef %s' before the "
                  "definition and '#endif' after it, and compile with -D%s=VALUE, here after "
                  "'--'"
                : "--set %s: the source has no macro or variable '%s' that could be set",
            name, name, name, name);
    else
        diag_report(
            s->ctx->diags, DIAG_ERROR, "set", p ? p->where : nowhere,
            p && strchr(name, '.')
                ? "--set %s: what gives the member '%s' its value is not rewritten in what "
                  "is generated; change it in the source, or let a macro stand there and "
                  "set that"
                : "--set %s: the program works out '%s' when it runs, and what is generated "
                  "does, too; only a macro, or a variable with an initialiser, in the "
                  "source itself can be set",
            name, name);
}

bool session_value_change(const session *s, const set_values *set, int64_t value,
                          source_change *out)
{
    const param *p = session_param(s->program, set->name);
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
    if (!line || !find_value(line, length, set->name, &begin, &end)) {
        report_unset(s, set);
        return false;
    }
    const size_t first = source_offset(file, p->where.line, 1);
    *out = (source_change){
        first + begin, first + end,
        arena_printf(s->ctx->arena, "%s%lld", line[begin - 1] == '=' ? " " : "", (long long)value)};
    return true;
}

/* A variable's initialiser, which is in this file, or nowhere: then the main one reports it. */
static bool set_variable(const session *s, const source_file *file, const set_values *set,
                         change_list *all)
{
    const param *p = session_param(s->program, set->name);
    const bool is_here = p && p->where.file == file;
    source_change one;
    if (is_worked_out(s, set) && !begins_with_number(s, set))
        return true;
    if (!is_here && (file != s->program->file || (p && is_of_program(s->program, p->where.file))))
        return true;
    if (!session_value_change(s, set, set->values[0], &one))
        return false;
    change_list_add(s->ctx->arena, all, one);
    return true;
}

/* The changes of one file; returns whether those of all can be made. */
static bool set_in_file(const session *s, const source_file *file)
{
    change_list all = {0};
    bool ok = true;
    for (int i = 0; i < s->opt->sets.count; i++) {
        const set_values *set = &s->opt->sets.data[i];
        if (set->count > 1 && file == s->program->file) {
            diag_report(s->ctx->diags, DIAG_ERROR, "set", nowhere,
                        "--set %s: one program is generated at a time: choose one value",
                        set->name);
            ok = false;
        } else if (set->count == 1 && is_macro(s->program, set->name))
            macro_text_set(s->ctx->arena, file, set->name, set->values[0], &all);
        else if (set->count == 1)
            ok = set_variable(s, file, set, &all) && ok;
    }
    if (ok && all.count > 0)
        source_replace(s->ctx->sources, file, all.count, all.data);
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

bool session_is_given_once(const session *s, const set_values *set)
{
    const param *p = session_param(s->program, set->name);
    size_t length, begin, end;
    if (!p || !p->value || !is_of_program(s->program, p->where.file) ||
        count_values(s->program, set->name) != 1)
        return false;
    const char *line = source_line(p->where.file, p->where.line, &length);
    return line && find_value(line, length, set->name, &begin, &end);
}

/* --- Programs that are compiled as they are ------------------------------------------- */

bool session_flag_reaches(const source_file *file, const char *name)
{
    bool is_fixed = macro_text_is_defined(file, name);
    for (int n = 1; n <= source_line_count(file); n++) {
        size_t length, begin, end;
        const char *line = source_line(file, n, &length);
        if (macro_text_is_asked_on(line, length, name))
            return true;
        is_fixed |= find_value(line, length, name, &begin, &end);
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
        const param *p = session_param(s->program, name);
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
