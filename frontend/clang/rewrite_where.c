/* `#pragma hpf where(mask)`: the mask becomes an `if` inside the loops that
 * follow, where its names mean what they should. */

#include "frontend/clang/rewrite_sections.h"

#include <string.h>
#include <strings.h>

#include "frontend/syntax/lexer.h"

/* Skips from an opening parenthesis past the one that closes it. */
static bool skip_parens(c_text *s)
{
    int depth = 0;
    while (s->at < s->length) {
        char c = s->text[s->at];
        if (c == '"' || c == '\'') {
            c_text_skip_literal(s);
            continue;
        }
        if (c_text_skip_splice(s) || c_text_skip_comment(s))
            continue;
        depth += c == '(';
        depth -= c == ')';
        s->at++;
        if (depth == 0)
            return true;
    }
    return false;
}

/* Directives may be written in either letter case. */
static bool take_any_case(c_text *s, const char *word)
{
    c_text after = *s;
    if (!c_text_skip_word(&after) || after.at - s->at != strlen(word) ||
        strncasecmp(s->text + s->at, word, strlen(word)) != 0)
        return false;
    *s = after;
    return true;
}

void where_note(rewrite_job *job, where_scan *w, size_t begin, size_t end)
{
    c_text s = {source_text(job->file->file), begin, end};
    c_text_skip_blanks(&s);
    if (!c_text_take_word(&s, "hpf") || rewrite_is_skipped(job, begin))
        return;
    c_text_skip_blanks(&s);
    size_t word = s.at;
    if (take_any_case(&s, "elsewhere")) {
        if (!w->has_mask)
            rewrite_fail(job, "where", word, s.at,
                         "'elsewhere' follows a 'where(mask)', and there is none before it");
        w->is_pending = w->is_negated = w->has_mask;
        return;
    }
    if (!take_any_case(&s, "where"))
        return;
    c_text_skip_blanks(&s);
    size_t open = s.at;
    w->has_mask = open < end && s.text[open] == '(' && skip_parens(&s);
    w->begin = open + 1;
    w->end = s.at - 1;
    if (w->has_mask) { /* of nothing there is none */
        c_text inside = {s.text, w->begin, w->end};
        c_text_skip_blanks(&inside);
        w->has_mask = inside.at < inside.length;
    }
    w->is_pending = w->has_mask;
    w->is_negated = false;
}

/* Joined lines are one line, and comments nothing: what is copied stays on the
 * statement's own line. */
static void drop_line_ends(rewrite_job *mask, c_text s)
{
    while (s.at < s.length) {
        size_t begin = s.at;
        if (c_text_skip_splice(&s) || c_text_skip_comment(&s))
            rewrite_add(mask, begin, s.at - begin, " ");
        else if (s.text[s.at] == '"' || s.text[s.at] == '\'')
            c_text_skip_literal(&s);
        else
            s.at++;
    }
}

/* The text between the parentheses, whose own sections are rewritten as well. */
static void copy_mask(rewrite_job *job, const where_scan *w, size_t at)
{
    rewrite_job mask = {.ctx = job->ctx, .file = job->file, .wishes = job->wishes};
    rewrite_scan(&mask, w->begin, w->end, true);
    drop_line_ends(&mask, (c_text){source_text(job->file->file), w->begin, w->end});
    rewrite_sort(&mask);
    size_t from = w->begin;
    for (int i = 0; i < mask.edits.count; i++) {
        const rewrite_edit *e = &mask.edits.data[i].edit;
        rewrite_copy(job, at, from, e->at);
        rewrite_move(job, at, e);
        from = e->at + e->removed;
    }
    rewrite_copy(job, at, from, w->end);
    job->has_failed |= mask.has_failed;
}

/* Skips a `for` and its head; false: it is none. */
static bool skip_for(c_text *s)
{
    c_text ahead = *s;
    if (!c_text_take_word(&ahead, "for"))
        return false;
    c_text_skip_space(&ahead);
    if (ahead.at >= ahead.length || ahead.text[ahead.at] != '(' || !skip_parens(&ahead))
        return false;
    c_text_skip_space(&ahead);
    *s = ahead;
    return true;
}

void where_guard(rewrite_job *job, where_scan *w, size_t at)
{
    c_text s = {source_text(job->file->file), at, source_length(job->file->file)};
    w->is_pending = false;
    while (skip_for(&s)) {
        c_text inside = s;
        inside.at += inside.at < inside.length && inside.text[inside.at] == '{';
        c_text_skip_space(&inside);
        if (c_text_take_word(&inside, "for")) {
            inside.at -= 3;
            s = inside;
        }
    }
    rewrite_add(job, s.at, 0, w->is_negated ? "if (!(" : "if (");
    copy_mask(job, w, s.at);
    rewrite_add(job, s.at, 0, w->is_negated ? ")) " : ") ");
}
