/* Lines of the program's text that belong to no statement: directives, and the comments before
 * functions. */

#include "frontend/lower/text_lines.h"

#include <string.h>

#include "frontend/syntax/lexer.h"

typedef VEC(source_range) range_list;

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static size_t skip_blanks(const char *text, size_t at)
{
    while (is_blank(text[at]))
        at++;
    return at;
}

static const char *const ours[] = {"hpf", "xmp", "fpredict", NULL};
static const char *const of_threads[] = {"omp", NULL};

/* Is the line that begins here a pragma that begins with one of these words? */
static bool is_pragma(const c_text *file, size_t at, const char *const *words)
{
    c_text s = *file;
    s.at = skip_blanks(s.text, at);
    if (s.text[s.at] != '#')
        return false;
    s.at = skip_blanks(s.text, s.at + 1);
    if (!c_text_take_word(&s, "pragma"))
        return false;
    s.at = skip_blanks(s.text, s.at);
    for (; *words; words++)
        if (c_text_take_word(&s, *words))
            return true;
    return false;
}

/* After the line, and those that it is continued on. A text may hold null bytes. */
static size_t end_of_line(const c_text *file, size_t at)
{
    const char *text = file->text;
    for (;;) {
        const char *newline = memchr(text + at, '\n', file->length - at);
        if (!newline)
            return file->length;
        at = (size_t)(newline - text) + 1;
        if (newline == text || newline[-1] != '\\')
            return at;
    }
}

static void add_lines(lowering *lo, const source_file *file, range_list *out)
{
    c_text s = {source_text(file), 0, source_length(file)};
    for (size_t at = 0; at < s.length;) {
        size_t begin = at;
        bool is_after_blank = at < 2 || s.text[at - 2] == '\n';
        while (at < s.length && is_pragma(&s, at, ours))
            at = end_of_line(&s, at);
        if (at > begin) {
            at += is_after_blank && at < s.length && s.text[at] == '\n';
            VEC_PUSH(lo->ctx->arena, out, source_range_of(file, begin, at));
        } else {
            const char *newline = strchr(s.text + at, '\n');
            at = newline ? (size_t)(newline - s.text) + 1 : s.length;
        }
    }
}

/* Appends OpenMP's directives, each by itself. */
static void add_of_threads(lowering *lo, const source_file *file, range_list *out)
{
    c_text s = {source_text(file), 0, source_length(file)};
    for (size_t at = 0, end; at < s.length; at = end) {
        end = end_of_line(&s, at);
        if (is_pragma(&s, at, of_threads))
            VEC_PUSH(lo->ctx->arena, out, source_range_of(file, at, end));
    }
}

/* Is it a file of a unit before that one, too? */
static bool is_of_earlier(const lowering *lo, int unit, const source_file *file)
{
    for (int u = 0; u < unit; u++)
        for (int i = 0; i < lo->source->units[u].file_count; i++)
            if (lo->source->units[u].files[i].file == file)
                return true;
    return false;
}

void lower_directive_lines(lowering *lo, program *p)
{
    range_list lines = {0}, threads = {0};
    for (int u = 0; u < lo->source->unit_count; u++)
        for (int i = 0; i < lo->source->units[u].file_count; i++)
            if (!is_of_earlier(lo, u, lo->source->units[u].files[i].file)) {
                add_lines(lo, lo->source->units[u].files[i].file, &lines);
                add_of_threads(lo, lo->source->units[u].files[i].file, &threads);
            }
    p->directive_count = lines.count;
    p->directives = lines.data;
    p->thread_count = threads.count;
    p->threads = threads.data;
}

/* After the last empty line before the function, and the last line that is not of comments. */
static size_t begin_of_comment(const source_file *file, size_t from, size_t begin)
{
    c_text s = {source_text(file), begin, begin};
    size_t first = from;
    while (s.at > from + 1 && (s.text[s.at - 1] != '\n' || s.text[s.at - 2] != '\n'))
        s.at--;
    s.at = s.at > from + 1 ? s.at : begin;
    size_t at = s.at;
    while (s.at < begin) {
        if (c_text_skip_comment(&s))
            continue;
        char c = s.text[s.at];
        bool is_code = !is_blank(c) && c != '\n';
        if (c == '"' || c == '\'')
            c_text_skip_literal(&s);
        else
            s.at++;
        const char *newline = is_code ? strchr(s.text + s.at, '\n') : NULL;
        first = newline ? (size_t)(newline - s.text) + 1 : first;
    }
    return first > at && first <= begin ? first : first > begin ? begin : at;
}

/* How far the functions so far go in a file. */
typedef struct file_end {
    const source_file *file;
    size_t end;
} file_end;

typedef VEC(file_end) file_ends;

/* Where those end that are in the file; null: there are none. */
static file_end *end_in(file_ends *ends, const source_file *file)
{
    for (int i = 0; i < ends->count; i++)
        if (ends->data[i].file == file)
            return &ends->data[i];
    return NULL;
}

void lower_function_comments(lowering *lo)
{
    file_ends ends = {0};
    for (int i = 0; i < lo->source->function_count; i++) {
        function *f = lo->info[lo->source->functions[i]->id].fn;
        const source_file *file = f->text.file;
        if (!file)
            continue;
        size_t begin = source_begin(f->text);
        file_end *before = end_in(&ends, file);
        size_t at = begin_of_comment(file, before ? before->end : 0, begin);
        f->comment = source_range_of(file, at, begin);
        if (before)
            before->end = source_end(f->text);
        else
            VEC_PUSH(lo->ctx->arena, &ends, ((file_end){file, source_end(f->text)}));
    }
}
