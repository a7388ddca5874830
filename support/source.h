#ifndef FPREDICT_SUPPORT_SOURCE_H
#define FPREDICT_SUPPORT_SOURCE_H

/* Source buffers and places in them. Lines and columns count from 1; columns
 * count bytes, as clang's do. */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "support/arena.h"

typedef struct source_file source_file;
typedef struct source_set source_set;

/* A range of one file; [line:column, end_line:end_column), end exclusive.
 * A zero range (file null) is "no place". */
typedef struct source_range {
    const source_file *file;
    int line, column;
    int end_line, end_column;
} source_range;

source_set *source_set_new(arena *a);

/* Returns the file of this path, read once; null when it cannot be read. */
const source_file *source_open(source_set *set, const char *path);
/* As source_open, of a file of at most so many bytes, a power of two; errno is EFBIG where it has
 * more. */
const source_file *source_open_large(source_set *set, const char *path, size_t most);

/* Reads a stream to its end, into the arena, with a byte 0 after its *length bytes. Null, errno
 * set, where that fails; what has no end is no source (EFBIG). */
char *source_read(arena *a, FILE *in, size_t *length);

/* Registers `text` as the contents of `path` (standard input, tests). */
const source_file *source_add(source_set *set, const char *path, const char *text, size_t length);

/* A piece of a text that reads otherwise, as many lines as before. */
typedef struct source_change {
    size_t begin, end; /* offsets in the text */
    const char *text;
} source_change;

/* Registers what `file` reads with the changes, which are in the order of the text and apart:
 * from now on, its path stands for that. Places in it are reported as those of `file`. */
const source_file *source_replace(source_set *set, const source_file *file, int count,
                                  const source_change *changes);

/* Is that its path, or as many of the last parts of it as `name` has? */
bool source_is_named(const source_file *file, const char *name, size_t length);

/* The text that has replaced that of the path; null: none has. */
const source_file *source_replaced(const source_set *set, const char *path);

/* Those that replace others, each path once. */
int source_replacement_count(const source_set *set);
const source_file *source_replacement_at(const source_set *set, int i);

/* The place in the file as its author wrote it: of replaced text, all that it replaces. */
source_range source_as_written(source_range range);

const char *source_path(const source_file *file);
const char *source_text(const source_file *file);
size_t source_length(const source_file *file);
int source_line_count(const source_file *file);

/* Returns the text of a line without its newline, its length in *length;
 * null when there is no such line. */
const char *source_line(const source_file *file, int line, size_t *length);

/* Returns the byte offset of a place, clamped to the file. */
size_t source_offset(const source_file *file, int line, int column);
/* The same of a range's beginning, and of its end. */
size_t source_begin(source_range range);
size_t source_end(source_range range);

/* Returns the place of the byte range [begin, end). */
source_range source_range_of(const source_file *file, size_t begin, size_t end);

bool source_range_is_set(source_range range);

/* Lines [first, last] of a file. */
typedef struct source_lines {
    const source_file *file;
    int first, last;
} source_lines;

/* Is the place in the file, as it is or as it was replaced? */
bool source_is_of(source_range range, const source_file *file);
/* Does the place begin on one of the lines? */
bool source_begins_in(source_range range, const source_lines *lines);

/* Is it the same text of the same file? */
bool source_range_equal(source_range a, source_range b);
/* Do both begin at one place? */
bool source_begin_together(source_range a, source_range b);

/* Does place `a` come before place `b` of the same file? */
bool source_is_before(source_range a, source_range b);
/* Does `outer` contain the beginning of `inner`? */
bool source_contains(source_range outer, source_range inner);

#endif
