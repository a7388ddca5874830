#ifndef FPREDICT_FRONTEND_CLANG_IMPORT_H
#define FPREDICT_FRONTEND_CLANG_IMPORT_H

/* From libclang's cursors to syntax.h.
 *
 * Comes in: files and compile flags. Goes out: a c_program (program.h); the text is rewritten
 * before the parse (rewrite.h) where it is not C. May include syntax/ and support/, and
 * nothing else includes clang's headers. This header is what the files of the folder
 * share while one translation unit is imported; only they include it. */

#include <clang-c/Index.h>

#include "frontend/clang/rewrite.h"
#include "frontend/frontend.h"
#include "frontend/syntax/syntax.h"
#include "support/vec.h"

typedef struct file_entry {
    CXFile handle;
    const source_file *file;    /* null: a system header, or no file */
    const rewritten *rewritten; /* null: parsed as it is written */
    bool has_intrinsics;        /* the bodies of <hpf.h>: imported where they are called */
} file_entry;

typedef VEC(rewritten) rewritten_list;
typedef VEC(const char *) flag_list;

/* A variable that is an extent at file scope. */
typedef struct extent_place {
    const char *path;
    rewrite_const variable;
} extent_place;

typedef struct decl_entry {
    CXCursor cursor; /* canonical */
    decl *decl;
} decl_entry;

/* Where a macro's body is written, in clang's files. */
typedef struct body_entry {
    CXFile file;         /* null: the command line */
    unsigned begin, end; /* name, formals and body */
    unsigned body;       /* the first token of the body */
    const char *name;
} body_entry;

/* The `for`s that one use of a macro has expanded to so far. */
typedef struct for_count {
    source_range where;
    int count;
} for_count;

/* A file of the user's, in whatever units. */
typedef struct known_file {
    const char *real_path; /* interned; empty: none */
    const source_file *file;
} known_file;

/* What the translation units of a program have in common. */
typedef struct program_import {
    VEC(decl *) decls;         /* by id */
    VEC(decl *) functions;     /* with bodies */
    VEC(const syntax *) calls; /* of functions by their names */
    VEC(known_file) files;
    struct linkage *linkage; /* clang/link.c */
} program_import;

typedef struct clang_import {
    fp_context *ctx;
    program_import *shared;
    int index; /* of the unit */
    const frontend_options *options;
    const source_file *main_file;
    rewritten_list *rewrites; /* of files that are not parsed as they are written */
    CXTranslationUnit tu;
    VEC(file_entry) files;
    VEC(user_file) user_files;
    VEC(c_macro) macros;
    VEC(const char *) macro_names; /* with arguments; where sections are looked for */
    VEC(body_entry) bodies;
    VEC(c_expansion) expansions;
    VEC(c_macro) system_macros;
    int size_count;
    const c_named_size *sizes;
    VEC(c_condition) conditions;
    VEC(source_range) left_out; /* functions whose body is another unit's */
    VEC(CXCursor) intrinsics;   /* definitions of those that are called */
    decl_entry *table;          /* open addressing; size a power of 2 */
    unsigned table_size, table_used;
    c_type *scalars[CXType_LastBuiltin + 1];
    decl *function;    /* the one whose body is being imported */
    bool has_cleanups; /* it has variables with an attribute `cleanup` */
    VEC(extent_place) extents;
    VEC(const char *) linked;     /* names of objects that attributes of others give */
    VEC(const char *) weak_names; /* interned: of #pragma weak */
    bool are_weak_names_read;
    bool has_conflicts; /* declarations of one function differ: clang does not join them */
    VEC(for_count) for_counts;
    source_range scope;    /* the innermost block */
    int depth;             /* of statements and expressions within each other */
    source_range too_deep; /* the first that is nested deeper than depth_most */
    int depth_most;
} clang_import;

/* Declares what sections are rewritten to; no file has this name. */
#define SECTION_HEADER "/fpredict-sections.h"

/* clang/parse.c: parses the main file, with what has been rewritten so far. */
bool clang_import_parse(clang_import *in, CXIndex index, const frontend_options *options);
/* How the file of this path is parsed; null: as it is written. */
const rewritten *clang_import_rewritten(const clang_import *in, const char *path);

/* clang/extents.c: lists `extents`, from what clang says of the present parse. */
void clang_import_open_extents(clang_import *in);

/* clang/unit.c */
/* Reads declarations and functions; when all units are, clang_import_result gives the unit. */
void clang_import_unit(clang_import *in);
c_unit clang_import_result(clang_import *in);
/* Lists what #if leaves out of each file, and the functions that are left out. */
void clang_import_skipped(clang_import *in);
/* Imports the file of an inclusion; it is known by this alone. */
void clang_import_file(clang_import *in, CXFile file);
bool clang_import_is_intrinsic(clang_import *in, CXSourceLocation location);
source_range clang_import_range(clang_import *in, CXCursor cursor);
source_range clang_import_place(clang_import *in, CXSourceLocation location);
const char *clang_import_string(clang_import *in, CXString text);

/* Reports the pragmas that nobody knows to options->pragmas, where there is such a list. */
void clang_import_report_pragmas(clang_import *in, const frontend_options *options);
/* clang/diagnostics.c: passes on what clang found wrong; returns whether the source cannot be
 * predicted for it. */
bool clang_import_report_errors(clang_import *in, const frontend_options *options);

/* clang/macros.c */
void clang_import_macro(clang_import *in, CXCursor definition);
/* Of any macro: name, formals and body; false: its text cannot be had. */
bool clang_import_macro_text(clang_import *in, CXCursor definition, c_macro *out);
/* Notes an expansion, and whether it stands in an #if. */
void clang_import_expansion(clang_import *in, CXCursor expansion);
/* The macro in whose body the token at `location` is written (at the beginning
 * of which, with at_begin); null: none. */
const char *clang_import_macro_of(clang_import *in, CXSourceLocation location, bool at_begin);

/* clang/attributes.c: what the declaration of a function at `cursor` says of it. */
void clang_import_function_type(clang_import *in, decl *f, CXCursor cursor);
/* Does an attribute of that name, without underscores around, stand at the declaration? */
bool clang_import_has_attribute(clang_import *in, CXCursor cursor, const char *name);
/* clang/weak_pragma.c: may another file define what `cursor` declares, by an attribute or by
 * #pragma weak? */
bool clang_import_is_weak(clang_import *in, CXCursor cursor);
/* The word, or what the string holds, in the brackets of an attribute of that name; null: another
 * attribute, or more in its brackets. */
const char *clang_import_attribute_argument(clang_import *in, CXCursor attribute, const char *name);

/* clang/declaration.c */
const c_type *clang_import_type(clang_import *in, CXType type);
/* The declaration, created at its first mention. Null for what is neither a
 * variable, a function nor an enumerator. */
decl *clang_import_decl(clang_import *in, CXCursor cursor);
/* The enumerators that an enum declares, which directives may name. */
void clang_import_enumerators(clang_import *in, CXCursor enumeration);
/* A function definition of the user's: formals and body. */
/* Objects that attributes name are replaceable, too; after all declarations. */
void clang_import_links(clang_import *in);
void clang_import_function(clang_import *in, CXCursor definition);
/* A variable or formal, its extents and initialiser. */
decl *clang_import_variable(clang_import *in, CXCursor cursor);
/* The dimensions and the elements' type of what `cursor` declares; *element is that type
 * as clang has it. */
void clang_import_extents(clang_import *in, decl *d, CXCursor cursor, CXType *element);

/* clang/extents.c: what elements that are pointers lead to. */
void clang_import_pointed(clang_import *in, decl *d, CXType element);

/* clang/records.c: what elements of type `element` are, and the members of `d`. */
void clang_import_record(clang_import *in, decl *d, CXType element);

typedef VEC(CXCursor) cursor_list;
typedef VEC(const syntax *) syntax_list;

/* clang/expression.c */
syntax *clang_import_expression(clang_import *in, CXCursor cursor);
syntax *clang_import_node(clang_import *in, syntax_kind kind, CXCursor cursor, int child_count);
/* A node whose children are the cursor's, one for one. */
syntax *clang_import_parts(clang_import *in, syntax_kind kind, CXCursor cursor,
                           const cursor_list *children);
/* The number that the expression is for the compiler, SYNTAX_OTHER without parts: none. */
syntax *clang_import_integer(clang_import *in, CXCursor cursor);
/* Notes that an integer is converted to a type, if that does not hold all of its values. */
void clang_import_conversion(fp_context *ctx, syntax *operand, const c_type *type);
/* clang/text.c: a string literal, with its bytes. */
syntax *clang_import_text(clang_import *in, CXCursor cursor, const cursor_list *children);
/* clang/selection.c: expressions whose operands are not evaluated, or one of them; null: another.
 */
syntax *clang_import_selection(clang_import *in, CXCursor cursor, const cursor_list *children);
/* clang/call.c */
syntax *clang_import_call(clang_import *in, CXCursor cursor, const cursor_list *children);
/* After all units: a function converts what it is given to the types of its formals, where no
 * prototype has done so before (6.5.2.2, 6.9.1). */
void clang_import_arguments(fp_context *ctx, const program_import *all);

/* clang/init_list.c: elements in their order, where designators are written, too. */
syntax *clang_import_init_list(clang_import *in, CXCursor cursor, const cursor_list *children);
/* What is nested deeper is left out, and the unit says so: the passes that follow
 * walk trees by recursion. */
enum { STATEMENT_DEPTH_MAX = 1000, EXPRESSION_DEPTH_MAX = 5000 };
/* Is the node of `cursor` nested deeper than `most`? The first is noted. */
bool clang_import_is_too_deep(clang_import *in, CXCursor cursor, int most);
/* The children of a cursor, in clang's order. */
cursor_list clang_import_children(clang_import *in, CXCursor cursor);

/* clang/array_size.c: what the sizes that a declaration writes do; */
void clang_import_sizes(clang_import *in, CXCursor declared, syntax_list *out);
/* `s`, which is the cast or the sizeof, after what its sizes do. */
syntax *clang_import_cast_sizes(clang_import *in, CXCursor cursor, const cursor_list *children,
                                syntax *s);
syntax *clang_import_sizeof_sizes(clang_import *in, CXCursor cursor, const cursor_list *children,
                                  syntax *s);

/* a * b, both of which stand at the cursor. */
syntax *clang_import_product(clang_import *in, CXCursor cursor, const syntax *a, const syntax *b,
                             const c_type *type);

/* Is the unary expression an alignment, whose operand nothing evaluates? */
bool clang_import_is_alignof(CXTranslationUnit tu, CXCursor cursor);

/* clang/cleanup.c: notes the function of a variable's attribute `cleanup`, if it has one; */
void clang_import_cleanup(clang_import *in, CXCursor variable, decl *d);
/* and puts its calls into a body with such variables. */
void clang_import_cleanups(clang_import *in, syntax *body);

/* clang/assembly.c: a statement of assembly, of these operands. */
syntax *clang_import_assembly(clang_import *in, CXCursor cursor, const cursor_list *children);

/* clang/statement.c: a statement, or an expression that is one. */
syntax *clang_import_statement(clang_import *in, CXCursor cursor);

/* clang/system_macros.c: what directives may name of the system; after everything else. */
void clang_import_system(clang_import *in);

/* clang/mpi_header.c: where mpi.h is on this machine; null: not found. */
const char *clang_mpi_directory(fp_context *ctx);

/* clang/flags.c: how many words a flag has that decides what a source means, with its value; 0: it
 * does not, or is none. */
int clang_flag_words(const char *word);
/* The arguments for libclang. */
flag_list clang_flags_kept(fp_context *ctx, const frontend_options *options);
/* Does clang take the compile flags? Reports those that it does not. */
bool clang_flags_check(fp_context *ctx, CXIndex index, const frontend_options *options);

#endif
