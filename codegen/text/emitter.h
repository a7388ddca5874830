#ifndef FPREDICT_CODEGEN_TEXT_EMITTER_H
#define FPREDICT_CODEGEN_TEXT_EMITTER_H

/* What the files of codegen/ share while one program is written. */

#include "codegen/codegen.h"
#include "support/vec.h"

/* A place of the source that reads otherwise in the program. */
typedef struct edit {
    const source_file *file;
    size_t begin, end;
    const char *text;
} edit;

/* One dimension of a template on one axis of a grid: `name` in the program. */
typedef struct axis_name {
    const axis_map *map;
    const char *name;
} axis_name;

/* A distributed array: how it is kept. */
typedef struct array_info {
    const variable *var;
    const array_map *map;    /* of a version that is everywhere, too: replicated on all axes */
    const char *name;        /* of its descriptor */
    const char *own_name;    /* of its elements, where another array has the name of the source */
    const char *values;      /* what the program calls those that it is declared with; or null */
    bool is_zeroed;          /* each time that its function is called */
    bool is_whole[MAX_RANK]; /* the dimension is kept whole */
    const expr *below[MAX_RANK], *above[MAX_RANK];
} array_info;

/* A function as one place calls it. */
typedef struct instance {
    const function *function;
    const call_node *call; /* null: the entry */
    const node *body;
    const char *name, *text;
    size_t head;    /* how long its head is, up to the brace */
    bool is_shared; /* an earlier one reads the same */
} instance;

/* What a function calls the elements of an array. */
typedef struct pointer {
    const array_info *array;
    const char *name;
} pointer;

/* A loop around, whose variable is not one of the source: it is counted beside. */
typedef struct counter {
    const loop_var *var;
    const char *name;
    bool is_used;
} counter;

/* A variable that a function of the program has, and the source's has not. */
typedef struct local {
    const char *type, *name;
} local;

/* Operations that are executed together (text/work.c): "1 loop_iteration; 2 load"; null: none. */
typedef struct work {
    const char *what;
} work;

typedef struct emitter {
    fp_context *ctx;
    const node_program *planned;
    env *env;
    const codegen_options *options;
    FILE *out; /* at present: the function's, or the program's */
    VEC(axis_name) axes;
    VEC(array_info) arrays;
    VEC(instance) instances;
    VEC(edit) edits;
    VEC(const communication *) redistributions; /* which are calls of their own */
    VEC(const char *) works;                    /* text/work.c: what is counted, each once */
    /* The function being written. */
    const instance *at;
    bool is_before_body; /* before the function's own declarations */
    VEC(counter) counters;
    VEC(local) locals;
    VEC(pointer) pointers;
    int parts;         /* divided loops and guards around */
    bool has_inserted; /* a line that the source has not, since it was last cleared */
    bool has_guard;    /* a condition that the source has not, and no braces around it: likewise */
    work inside;       /* text/work.c: what the body written next counts first */
    bool has_needs;    /* in some function: the program's head says how they read */
    bool only_counts;  /* statements of the plan's own are counted, and left out */
} emitter;

/* Reports that this cannot be generated. */
void emit_refuse(emitter *e, source_range where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* check/intrinsic_extents.c: refuses calls of intrinsic functions with other extents than their
 * arrays'. */
void emit_check_extents(emitter *e);

/* check/xmp_library.c: refuses calls of functions of XcalableMP's that the run-time library has
 * not. */
void emit_check_library(emitter *e);

/* check/output.c: warns of what is printed, and does not appear. */
void emit_check_prints(emitter *e);

/* check/collective_participation.c: refuses communications to which not all come who are to take
 * part. */
void check_participants(emitter *e);
/* And assignments to what a processor may not have. */
void emit_check_writes(emitter *e);

/* text/edit.c: the source, with the edits, and without directives. */
size_t emit_begin(source_range where);
size_t emit_end(source_range where);
void emit_source(emitter *e, const source_file *file, size_t begin, size_t end);
void emit_edit(emitter *e, const source_file *file, size_t begin, size_t end, const char *text);
/* The columns before a place of the source, as they are written there. */
const char *emit_indent(emitter *e, const source_file *file, size_t at);

/* data/halo.c: the widths of `a`; before it, the communications that are calls of their own, and
 * need no room where they take from. */
void emit_find_redistributions(emitter *e, const node *list);
void emit_find_windows(emitter *e, array_info *a);
/* Does the communication serve nothing but the nest after it, which copies an array from one
 * distribution to another? */
bool emit_is_redistribution(const node *comm, const node *nest);

/* data/declaration.c: edits for all that is declared and distributed. */
void emit_drop_declarations(emitter *e);

/* data/struct_member.c: is it a member of a structure, `c.a`? What the program calls it. */
bool emit_is_member(const variable *v);
const char *emit_member_name(emitter *e, const variable *v);
/* Edits for all that the text says of them. */
void emit_rename_members(emitter *e);

/* check/whole_array.c: edits for the sizes of distributed arrays that the text asks for; refuses
 * those of their parts. */
void emit_edit_sizes(emitter *e);

/* text/names.c: refuses names of the source that the program has for something else. */
void emit_check_names(emitter *e);
/* The same of one that the function at hand gets. */
void emit_check_local(emitter *e, const char *name);
/* What the program calls a grid. */
const char *emit_grid_name(const emitter *e, const proc_grid *g);

/* text/expression.c */
void emit_expr(emitter *e, const expr *x);
/* As an operand of a comparison; of a product. */
void emit_operand(emitter *e, const expr *x);
void emit_factor(emitter *e, const expr *x);

/* text/leaf.c: refuses those that nothing names or tells here. */
void emit_loop_var(emitter *e, const loop_var *v);
void emit_param(emitter *e, const expr *x); /* an EXPR_PARAM */

/* A word and expressions behind it, each in brackets: "a[i][j + 1]", "double[N]". In the arena. */
const char *emit_bracketed(emitter *e, const char *word, int count, const expr *const *inside);

/* A name for the variable of a loop; "log_s" for one that counts how often s doubles. */
const char *emit_counter_name(emitter *e, const loop_var *v);

/* data/descriptors.c: grids, templates and arrays. */
void emit_find_arrays(emitter *e);
const array_info *emit_array(const emitter *e, const variable *v);
/* Is it a temporary that every processor has the whole of? Its name; its declaration. */
bool emit_is_copy(const emitter *e, const variable *v);
void emit_copy(emitter *e, const variable *v, const char *indent);
const char *emit_copy_name(const emitter *e, const variable *v);
const char *emit_axis(emitter *e, const axis_map *map);
void emit_descriptors(emitter *e);
/* The call that lays the array out. */
void emit_array_layout(emitter *e, const array_info *a, const char *indent);
/* The declaration of the pointer that the function's text knows it by. */
void emit_pointer(emitter *e, const array_info *a, const char *name, const char *indent);

/* communication/need.c: a communication, as lines before a statement. */
void emit_comm(emitter *e, const communication *c, const char *indent);
/* Before the statements that make what it combines or takes home. */
void emit_comm_prologue(emitter *e, const communication *c, const char *indent);
/* Is it the communication `comm`, and the nest of the plan's own that copies an array from
 * one distribution to another? Then it is one call. */
bool emit_redistribution(emitter *e, const node *comm, const node *nest, const char *indent);

/* statement/function.c: the function has such a variable. */
void emit_declare(emitter *e, const char *type, const char *name);

/* statement/loop.c: the head of a loop, from `for` to what stands before its body. */
void emit_loop_head(emitter *e, const node *n, const outline *o);
/* Of a loop that the source has not. */
void emit_generated_loop_head(emitter *e, const node *n);
/* The same, the variable declared with a type, or (null) not here. */
void emit_nest_head(emitter *e, const node *n, const char *declared);
/* Refuses a loop of which the plan has made two (loop_piece), and whose text tells no bound. */
void emit_refuse_piece(emitter *e, const node *n);
void emit_condition_of_home(emitter *e, const home *at);

/* statement/copy.c: statements of the plan's own, which copy values. */
void emit_copy_statement(emitter *e, const node *n);

/* statement/statement.c */
/* A list of nodes, up to `stop` (null: all), over the statements of a block. */
void emit_block(emitter *e, const outline *o, const node *list, const node *stop);

/* data/local_pointer.c */
/* What the function at hand calls the array; null: it does not know it. */
const char *emit_pointer_name(const emitter *e, const variable *v);
/* What the function's text calls the array, or that of which it is a version: a formal that it is
 * passed for, or as it is declared; null: a name that the program makes. */
const char *emit_text_name(const instance *f, const variable *v);

/* An element whose subscripts are expressions of the plan. */
void emit_element(emitter *e, const reference *r);

/* statement/function.c */
const char *emit_instance_name(const emitter *e, const call_node *c);
/* All functions as they are called, those that are called before who calls them. */
void emit_find_instances(emitter *e);
/* How many there are of one that do not read the same; and these. */
int emit_instance_count(const emitter *e, const function *f);
void emit_instances_of(emitter *e, const function *f);
void emit_prototypes(emitter *e);
void emit_intrinsics(emitter *e);

#endif
