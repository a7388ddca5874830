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
    const function *in; /* which the text is written for; null: for all */
    int copy;           /* likewise of a body that is there for each iteration; 0: all */
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
    bool is_round[MAX_RANK]; /* the halo has room beyond the ends of the array, too */
    /* data/dense.c: of a dimension in cycles, only what the processor owns is stored; else null.
     * For so many other indices there is room; by owners, for all, each processor's together. */
    const axis_map *dense[MAX_RANK];
    int64_t received[MAX_RANK];
    bool is_by_owner;      /* the last dimension is */
    int64_t apart;         /* elements that are stored each by itself */
    const char *why_whole; /* a dimension in cycles is not; or null */
} array_info;

/* What a function is passed besides its formals: a variable of those that call it. */
typedef struct passed_value {
    const expr *leaf;
    const char *name; /* of the formal */
} passed_value;

/* A function as one place calls it. */
typedef struct instance {
    const function *function;
    const call_node *call; /* null: the entry */
    const node *body;
    const char *name, *text;
    size_t head; /* how long its head is, up to the brace */
    int passed_count;
    const passed_value *passed;     /* text/passed_value.c */
    bool is_shared;                 /* an earlier one reads the same */
    const source_file *called_from; /* of an intrinsic function, which each file has its own of */
} instance;

/* What a function calls the elements of an array. */
typedef struct pointer {
    const array_info *array;
    const char *name;
    bool is_whole;             /* the text has (*name)[i] for an element, as its declaration says */
    bool has_places[MAX_RANK]; /* the text asks a table for the places of a dense dimension */
} pointer;

/* A divided loop around, of which one variable more goes along with the places of its cells. */
typedef struct local_index {
    const axis_map *map;
    const expr *cell; /* of the iteration */
    const char *name;
} local_index;

/* A variable of such a loop: how far an index that is so many cells further is beyond that place,
 * in the last dimension of an array by owners. */
typedef struct beside_index {
    const char *along; /* the local index's */
    const array_info *array;
    int64_t by;
    const char *name;
} beside_index;

/* Subscripts of what may be dense begin there. */
typedef struct bracket {
    const source_file *file;
    size_t at;
    const outline_name *name;
} bracket_place;

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

typedef VEC(const source_region *) region_list;

/* One whose text is being written (statement/open_loop.h). */
typedef struct open_loop open_loop;

/* A variable of another file that the text of `file` names, and need not declare itself. */
typedef struct extern_name {
    const source_file *file;
    const variable *var;
} extern_name;

typedef struct emitter {
    fp_context *ctx;
    const node_program *planned;
    env *env;
    const codegen_options *options;
    const bindings *asked;    /* what --set says */
    FILE *out;                /* at present: the function's, or the program's */
    const source_file *file;  /* whose text is written at present */
    VEC(extern_name) externs; /* variables of other files that the text of some names */
    VEC(axis_name) axes;
    VEC(array_info) arrays;
    VEC(instance) instances;
    VEC(edit) edits;
    VEC(const need *) apart;                    /* what they read is stored apart: data/dense.c */
    VEC(const communication *) fetches_apart;   /* likewise */
    VEC(bracket_place) brackets;                /* data/dense.c */
    VEC(source_range) in_macros;                /* what was refused for a macro that writes it */
    VEC(const communication *) redistributions; /* each of them one call */
    VEC(const array_exchange *) exchanges;      /* data/exchange.c */
    VEC(const node *) printed;                  /* check/output.c: what others print, too */
    VEC(const param *) given;                   /* by --set, which the program compares */
    VEC(const char *) works;                    /* text/work.c: what is counted, each once */
    /* The function being written. */
    const instance *at;
    const function *text_of; /* what is edited, or written, is its text; null: not known */
    VEC(int) copies;     /* bodies for one iteration around, the outermost first (outline.copy) */
    bool is_before_body; /* before the function's own declarations */
    VEC(passed_value) passed;
    VEC(counter) counters;
    VEC(local_index) local_indices;
    VEC(beside_index) beside_indices;
    VEC(local) locals;
    VEC(pointer) pointers;
    VEC(source_range) known_at; /* elements that the plan has a reference of (data/place.c) */
    VEC(source_range) left_out; /* values of pointers: data/followed_pointer.c */
    VEC(open_loop *) loops;     /* around what is being written, the outermost first */
    region_list regions;        /* marked, and not ended: around what is being written */
    region_list marked;         /* each once */
    int flags;                  /* variables that say who executes what */
    int operands;               /* variables that keep an operand of a loop */
    int parts;                  /* divided loops and guards around */
    bool connects;              /* something is MPI's collective, of a part of the processors */
    bool has_inserted;          /* a line that the source has not, since it was last cleared */
    bool has_guard; /* a condition that the source has not, and no braces around it: likewise */
    work inside;    /* text/work.c: what the body written next counts first */
    const node *is_set_up; /* a divided loop: what its head sets besides has been written */
    bool takes_pointers;   /* after the statement at hand, where it exchanges arrays */
    bool has_needs;        /* in some function: the program's head says how they read */
    bool only_counts;      /* generated statements are counted, and left out */
} emitter;

/* Reports that this cannot be generated. */
void emit_refuse(emitter *e, source_range where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same, where it can be if the uses of macros are expanded that `of` begins or ends in. */
void emit_refuse_macro(emitter *e, source_range of, source_range where, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
