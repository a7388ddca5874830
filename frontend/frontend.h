#ifndef FPREDICT_FRONTEND_FRONTEND_H
#define FPREDICT_FRONTEND_FRONTEND_H

/* Reads C with HPF or XcalableMP directives into the neutral tree. Decides
 * nothing: no mapping is composed, no communication is looked for.
 *
 * In the order in which data passes: syntax/ (the tree of C, for all that follow), clang/
 * (cursors to that tree), directive/ (words to typed directives), pragma/ (where directives
 * stand), resolve/ (declarations to mappings, clauses to owners), value/ (what integers,
 * names and places are), lower/ (statements and loops to nodes). */

#include "program/tree/tree.h"
#include "support/vec.h"

/* One file, and how it is compiled. */
typedef struct frontend_options {
    const char *path; /* "-": standard input, whose text is `text` */
    const char *text; /* null: read the file */
    size_t text_length;
    int argument_count; /* compile flags: -I, -D, -std, …; what only says how to compile is dropped
                         */
    const char *const *arguments;
    const char *header_dir; /* where fpredict's own xmp.h is; searched last */
    bool quiet_compiler;    /* fpredict-cc: the compiler has printed its errors */
    /* fpredict-cc: the compiler has been told not to speak of unknown pragmas, for directives
     * are. Those that are none are reported here, as this; null: not at all. */
    diag_list *pragmas;
    diag_severity pragma_severity;
} frontend_options;

/* The files of one program, linked as C says: what has external linkage in several is one object
 * or function, and the bodies of functions may stand in any of them. */
typedef struct frontend_source {
    int count;
    const frontend_options *files;
    bool is_called_with; /* known are main's arguments, after the program's name: */
    int word_count;
    const char *const *words;
    const char *entry; /* the function that the program begins with; null: main */
    bool keeps_loops;  /* a program is generated: each loop of the text is one of the tree, and
                        * no hint says which iterations it has */
} frontend_source;

/* Finds the compile flags that folder/compile_commands.json has for a file, those that decide what
 * the source means; false after reporting that there are none. */
bool frontend_database_flags(fp_context *ctx, const char *folder, const char *path, int *count,
                             const char *const **flags);

/* Returns how many C files folder/compile_commands.json has, in its order, and which; -1 after
 * reporting that it cannot be read. */
int frontend_database_files(fp_context *ctx, const char *folder, const char *const **files);

/* Returns the program; null after an error. A program without directives has
 * spelling DIALECT_NONE and entry_count 0. Clang's own errors are passed on
 * once, in clang's words. */
const program *frontend_read_program(fp_context *ctx, const frontend_source *source);
/* Of one file, which need not have a main. */
const program *frontend_read(fp_context *ctx, const frontend_options *options);

typedef VEC(const char *) frontend_files;

/* Lists the headers of the program that a file includes with these flags, as clang reads it. False
 * where it cannot be read to its end. Errors are not reported. */
bool frontend_list_files(fp_context *ctx, const frontend_options *options, frontend_files *out);

/* Expands the uses of macros that the places begin or end in, in the text of the program's files:
 * the next frontend_read_program reads that. The other macros stay, and those that stand for
 * integers within. Returns how many it has expanded: none of a macro of the system, or of one whose
 * expansion would not mean the same as text. */
int frontend_expand_macros(fp_context *ctx, const program *p, int count,
                           const source_range *places);

/* The directives as parsed, one a line, for `dump --stage directives`. */
void frontend_dump_directives(const program *p, FILE *out);

#endif
