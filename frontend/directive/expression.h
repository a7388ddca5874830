#ifndef FPREDICT_FRONTEND_DIRECTIVE_EXPRESSION_H
#define FPREDICT_FRONTEND_DIRECTIVE_EXPRESSION_H

/* Integer expressions as directives and macro bodies write them, and the
 * values of macros. Macros stay symbolic: one whose body is an integer literal
 * becomes a parameter (PARAM_MACRO) that --set can override; one whose body is
 * an expression is that expression. */

#include "program/expr/c_integer.h"
#include "program/tree/tree.h"

/* What an identifier means at a place. */
typedef enum meaning_kind {
    MEANING_NONE, /* not declared */
    MEANING_MACRO,
    MEANING_DECLARED /* enum constant, variable, formal, loop variable, function, … */
} meaning_kind;

typedef struct meaning {
    meaning_kind kind;
    source_range where;    /* its definition; may be unset */
    const char *body;      /* macro: replacement text */
    bool is_system;        /* macro: of the system's headers; its number is no parameter */
    bool is_function_like; /* macro: name(formals) */
    int formal_count;
    const char *const *formals; /* interned */
    const expr *value;          /* declared: its integer value; null when it has none */
    c_integer_type type;        /* likewise, or its elements'; of no bytes: int */
    variable *var;              /* declared: the variable, array or scalar; null otherwise */
} meaning;

/* A type that a name or keywords stand for. */
typedef struct named_type {
    int64_t bytes;
    bool is_integer;
    c_integer_type integer;
} named_type;

/* "c.n#57": the name that the declaration 57 has, of several with it; as the front end writes
 * names of members that a directive means (value/structure_member.h). */
#define DIRECTIVE_NAME_ID '#'
#define DIRECTIVE_NAME_ENDS "#"

/* The names in scope, which the caller looks up. */
typedef struct directive_names {
    void *data;
    const function *owner; /* the enclosing function; null at file scope */
    int unit;              /* the translation unit: another's file scope is not seen */
    /* Fills *out (zeroed by the caller) and returns true when `name` (interned)
     * means something at `at`. A loop variable in scope gives expr_loop_var. */
    bool (*find)(void *data, const char *name, source_range at, meaning *out);
    /* Fills *out and returns true for a type, "unsigned int" or "struct cell". May be null. */
    bool (*type)(void *data, const char *name, named_type *out);
    /* The bytes of a variable, after `level` subscripts; null: not known. May be null. */
    const expr *(*object_bytes)(void *data, const char *name, source_range at, int level);
    /* Returns the names of variables in scope, for "did you mean"; may be null. */
    int (*list)(void *data, const char *const **names);
    /* The elements of an integer array of one dimension, their number; -1: `name` is
     * none, 0: how many it has is not known. May be null. */
    int (*elements)(void *data, const char *name, source_range at, const expr *const **elements);
} directive_names;

/* An expression not yet evaluated: some tokens of a directive. */
typedef struct directive_token directive_token;
typedef struct directive_expr {
    const directive_token *tokens;
    int count; /* 0: absent */
    source_range where;
} directive_expr;

/* Returns the name that is all of the expression; null when it is more. */
const char *directive_expr_name(directive_expr e);

/* Holds the parameters that stand for macros, so that each macro has one. One for a
 * program, shared by directives and code. */
typedef struct expr_reader expr_reader;
expr_reader *expr_reader_new(fp_context *ctx, expr_pool *pool);

/* Returns the expression's value; null after a diagnostic. */
const expr *expr_read(expr_reader *r, const directive_names *names, directive_expr e);

/* Returns the value of an object-like macro at `at`, null when `name` is no
 * macro or its body is not an integer expression. Reports nothing. */
const expr *expr_read_macro(expr_reader *r, const directive_names *names, const char *name,
                            source_range at);

/* The macros whose values went into expressions as numbers, because operators
 * such as << have no symbolic form: --set cannot change them. */
int expr_reader_fixed(const expr_reader *r, const fixed_name **fixed);

/* A value that is taken to be in its type's range, which other values of parameters may leave. */
typedef struct directive_check {
    const expr *value;
    c_integer_type type;
    range_kind kind;
    source_range where;
} directive_check;
int expr_reader_checks(const expr_reader *r, const directive_check **checks);

#endif
