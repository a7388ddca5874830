#include "support/source.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "support/vec.h"

struct source_file {
    const char *path;
    const char *text; /* a byte 0 follows the last */
    size_t length;
    int line_count;
    const size_t *line_begin;  /* line_count + 1 offsets; the last is length */
    const source_file *before; /* source_replace: with the changes, this is that; or null */
    int change_count;
    const source_change *changes;
};

struct source_set {
    arena *arena;
    VEC(source_file *) files;
};

source_set *source_set_new(arena *a)
{
    source_set *set = ARENA_NEW(a, source_set);
    set->arena = a;
    return set;
}

/* Notes where each line begins. A text that ends with a newline has no further,
 * empty line after it. */
static void index_lines(arena *a, source_file *file)
{
    VEC(size_t) begin = {0};
    for (size_t at = 0; at < file->length;) {
        VEC_PUSH(a, &begin, at);
        const char *newline = memchr(file->text + at, '\n', file->length - at);
        at = newline ? (size_t)(newline - file->text) + 1 : file->length;
    }
    file->line_count = begin.count;
    VEC_PUSH(a, &begin, file->length);
    file->line_begin = begin.data;
}

static const source_file *find(const source_set *set, const char *path)
{
    for (int i = 0; i < set->files.count; i++)
        if (!strcmp(set->files.data[i]->path, path))
            return set->files.data[i];
    return NULL;
}

/* A carriage return alone ends a line for compilers, too. */
static void end_lines_alike(char *text, size_t length)
{
    for (char *at = text; (at = memchr(at, '\r', length - (size_t)(at - text))); at++)
        if (at[1] != '\n')
            *at = '\n';
}

/* Registers a text that already lives in the arena with a byte 0 after it. */
static const source_file *add(source_set *set, const char *path, char *text, size_t length)
{
    end_lines_alike(text, length);
    source_file *file = ARENA_NEW(set->arena, source_file);
    file->path = arena_strdup(set->arena, path);
    file->text = text;
    file->length = length;
    index_lines(set->arena, file);
    VEC_PUSH(set->arena, &set->files, file);
    return file;
}

const source_file *source_add(source_set *set, const char *path, const char *text, size_t length)
{
    return add(set, path, arena_strndup(set->arena, text, length), length);
}

static const char *changed_text(arena *a, const source_file *file, int count,
                                const source_change *changes, size_t *length)
{
    *length = file->length;
    for (int i = 0; i < count; i++)
        *length += strlen(changes[i].text) - (changes[i].end - changes[i].begin);
    char *text = arena_alloc(a, *length + 1), *to = text;
    size_t at = 0;
    for (int i = 0; i < count; i++) {
        memcpy(to, file->text + at, changes[i].begin - at);
        to += changes[i].begin - at;
        memcpy(to, changes[i].text, strlen(changes[i].text));
        to += strlen(changes[i].text);
        at = changes[i].end;
    }
    memcpy(to, file->text + at, file->length - at);
    text[*length] = '\0';
    return text;
}

const source_file *source_replace(source_set *set, const source_file *file, int count,
                                  const source_change *changes)
{
    source_file *after = ARENA_NEW(set->arena, source_file);
    *after =
        (source_file){.path = file->path,
                      .before = file,
                      .change_count = count,
                      .changes = arena_copy(set->arena, changes, (size_t)count * sizeof *changes)};
    after->text = changed_text(set->arena, file, count, changes, &after->length);
    index_lines(set->arena, after);
    VEC_PUSH(set->arena, &set->files, after);
    return after;
}

const source_file *source_replaced(const source_set *set, const char *path)
{
    for (int i = set->files.count; i-- > 0;)
        if (set->files.data[i]->before && !strcmp(set->files.data[i]->path, path))
            return set->files.data[i];
    return NULL;
}

bool source_is_named(const source_file *file, const char *name, size_t length)
{
    const char *path = source_path(file);
    const size_t whole = strlen(path);
    return length <= whole && strncmp(path + whole - length, name, length) == 0 &&
           (length == whole || path[whole - length - 1] == '/');
}

static bool is_replacement(const source_set *set, int i)
{
    const source_file *file = set->files.data[i];
    return file->before && source_replaced(set, file->path) == file;
}

int source_replacement_count(const source_set *set)
{
    int count = 0;
    for (int i = 0; i < set->files.count; i++)
        count += is_replacement(set, i);
    return count;
}

const source_file *source_replacement_at(const source_set *set, int i)
{
    for (int k = 0; k < set->files.count; k++)
        if (is_replacement(set, k) && i-- == 0)
            return set->files.data[k];
    return NULL;
}

/* Growing: a pipe does not tell its size. */
static char *read_all(arena *a, FILE *in, size_t most, size_t *length)
{
    size_t capacity = 32 * 1024;
    char *text = arena_alloc(a, capacity + 1);
    *length = 0;
    for (;;) {
        *length += fread(text + *length, 1, capacity - *length, in);
        if (*length < capacity)
            break;
        if (capacity >= most) {
            errno = EFBIG;
            return NULL;
        }
        char *larger = arena_alloc(a, 2 * capacity + 1);
        memcpy(larger, text, *length);
        text = larger;
        capacity *= 2;
    }
    text[*length] = '\0';
    return ferror(in) ? NULL : text;
}

enum { SOURCE_MOST = 1 << 28 };

char *source_read(arena *a, FILE *in, size_t *length)
{
    return read_all(a, in, SOURCE_MOST, length);
}

const source_file *source_open(source_set *set, const char *path)
{
    return source_open_large(set, path, SOURCE_MOST);
}

const source_file *source_open_large(source_set *set, const char *path, size_t most)
{
    const source_file *replaced = source_replaced(set, path);
    const source_file *known = replaced ? replaced : find(set, path);
    if (known)
        return known;
    FILE *in = fopen(path, "rb");
    if (!in)
        return NULL;
    size_t length;
    char *text = read_all(set->arena, in, most, &length);
    fclose(in);
    return text ? add(set, path, text, length) : NULL;
}

const char *source_path(const source_file *file)
{
    return file->path;
}

const char *source_text(const source_file *file)
{
    return file->text;
}

size_t source_length(const source_file *file)
{
    return file->length;
}

int source_line_count(const source_file *file)
{
    return file->line_count;
}

const char *source_line(const source_file *file, int line, size_t *length)
{
    *length = 0;
    if (line < 1 || line > file->line_count)
        return NULL;
    size_t begin = file->line_begin[line - 1], end = file->line_begin[line];
    if (end > begin && file->text[end - 1] == '\n')
        end--;
    if (end > begin && file->text[end - 1] == '\r')
        end--;
    *length = end - begin;
    return file->text + begin;
}

size_t source_offset(const source_file *file, int line, int column)
{
    if (line < 1)
        return 0;
    if (line > file->line_count)
        return file->length;
    size_t offset = file->line_begin[line - 1] + (column > 1 ? (size_t)column - 1 : 0);
    return offset < file->length ? offset : file->length;
}

/* Finds the line of an offset by bisection; the end of a text that ends with a
 * newline counts as the line after it. */
static void place(const source_file *file, size_t offset, int *line, int *column)
{
    int low = 0, high = file->line_count; /* line_begin[low] <= offset */
    if (file->line_count == 0 || (offset == file->length && file->text[file->length - 1] == '\n')) {
        *line = file->line_count + 1;
        *column = 1;
        return;
    }
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (file->line_begin[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    *line = low + 1;
    *column = (int)(offset - file->line_begin[low]) + 1;
}

size_t source_begin(source_range range)
{
    return source_offset(range.file, range.line, range.column);
}

size_t source_end(source_range range)
{
    return source_offset(range.file, range.end_line, range.end_column);
}

source_range source_range_of(const source_file *file, size_t begin, size_t end)
{
    assert(begin <= end && end <= file->length);
    assert(file->length < INT_MAX);
    source_range range = {.file = file};
    place(file, begin, &range.line, &range.column);
    place(file, end, &range.end_line, &range.end_column);
    return range;
}

bool source_range_is_set(source_range range)
{
    return range.file != NULL;
}

bool source_range_equal(source_range a, source_range b)
{
    return source_begin_together(a, b) && a.end_line == b.end_line && a.end_column == b.end_column;
}

bool source_begin_together(source_range a, source_range b)
{
    return a.file == b.file && a.line == b.line && a.column == b.column;
}

bool source_is_of(source_range range, const source_file *file)
{
    return range.file == file ||
           (range.file && file && strcmp(source_path(range.file), source_path(file)) == 0);
}

bool source_begins_in(source_range range, const source_lines *lines)
{
    return source_is_of(range, lines->file) && range.line >= lines->first &&
           range.line <= lines->last;
}

bool source_is_before(source_range a, source_range b)
{
    return a.line != b.line ? a.line < b.line : a.column < b.column;
}

bool source_contains(source_range outer, source_range inner)
{
    if (outer.file != inner.file || source_is_before(inner, outer))
        return false;
    return inner.line != outer.end_line ? inner.line < outer.end_line
                                        : inner.column < outer.end_column;
}

/* The offset before the changes; within one, its beginning, or with `at_end` its end. */
static size_t offset_before(const source_file *file, size_t offset, bool at_end)
{
    size_t grown = 0; /* by the changes so far, modulo 2^n */
    for (int i = 0; i < file->change_count; i++) {
        const source_change *c = &file->changes[i];
        size_t begin = c->begin + grown, end = begin + strlen(c->text);
        if (offset < begin || (at_end && offset == begin))
            break;
        if (at_end ? offset <= end : offset < end)
            return at_end ? c->end : c->begin;
        grown = end - c->end;
    }
    return offset - grown;
}

source_range source_as_written(source_range range)
{
    while (range.file && range.file->before) {
        const source_file *file = range.file;
        size_t begin = source_offset(file, range.line, range.column);
        size_t end = source_offset(file, range.end_line, range.end_column);
        size_t from = offset_before(file, begin, false);
        size_t to = end > begin ? offset_before(file, end, true) : from;
        range = source_range_of(file->before, from, to < from ? from : to);
    }
    return range;
}
