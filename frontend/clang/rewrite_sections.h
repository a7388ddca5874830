#ifndef FPREDICT_FRONTEND_CLANG_REWRITE_SECTIONS_H
#define FPREDICT_FRONTEND_CLANG_REWRITE_SECTIONS_H

/* Finds what is to be rewritten. Private to the rewrite files. */

#include "frontend/clang/rewrite.h"
#include "support/vec.h"

typedef struct numbered_edit {
    rewrite_edit edit;
    int number; /* edits at one place stay in this order */
} numbered_edit;

typedef VEC(numbered_edit) edit_list;

/* The files of rewriting share this while one source is scanned. */
typedef struct rewrite_job {
    fp_context *ctx;
    const user_file *file;
    const rewrite_wishes *wishes;
    edit_list edits;
    bool has_failed;
} rewrite_job;

/* clang/rewrite_sections.c: scans the text [begin, end). */
void rewrite_scan(rewrite_job *job, size_t begin, size_t end, bool with_sections);

/* clang/rewrite.c */
void rewrite_sort(rewrite_job *job);
/* Adds text of ours at an offset, or text from elsewhere in the file. */
void rewrite_add(rewrite_job *job, size_t at, size_t removed, const char *text);
/* Adds what an edit says elsewhere. */
void rewrite_move(rewrite_job *job, size_t at, const rewrite_edit *e);
void rewrite_copy(rewrite_job *job, size_t at, size_t begin, size_t end);
/* Reports an error at [begin, end), unless an #if leaves that out. */
void rewrite_fail(rewrite_job *job, const char *rule, size_t begin, size_t end, const char *text);
bool rewrite_is_skipped(const rewrite_job *job, size_t at);

/* clang/rewrite_where.c: `#pragma hpf where(mask)` and `elsewhere`. */
typedef struct where_scan {
    bool has_mask;
    bool is_pending; /* the next statement is guarded */
    bool is_negated;
    size_t begin, end; /* of the mask's text, inside the parentheses */
    int depth;         /* of the brackets around it; with them it is forgotten */
} where_scan;

/* A pragma's text, [begin, end). */
void where_note(rewrite_job *job, where_scan *w, size_t begin, size_t end);
/* The statement at `at` is the one that is meant: puts the `if` into it. */
void where_guard(rewrite_job *job, where_scan *w, size_t at);

#endif
