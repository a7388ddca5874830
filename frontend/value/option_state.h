#ifndef FPREDICT_FRONTEND_VALUE_OPTION_STATE_H
#define FPREDICT_FRONTEND_VALUE_OPTION_STATE_H

/* What a statement that looks at the words which the program is called with does, step by step.
 * option_value.c has expressions, option_library.c functions of the C library, option_run.c
 * statements, option_words.c what those do that stay as they are, option_loop.c which statements,
 * and what stands in the program instead of them. */

#include "frontend/pragma/pragma.h"
#include "frontend/syntax/syntax.h"
#include "support/vec.h"

typedef enum option_kind {
    OPTION_LOST,   /* not known */
    OPTION_NUMBER, /* an integer; 0: also the null pointer */
    OPTION_TEXT,   /* a string, from byte `number` on */
    OPTION_WORDS,  /* argv, from word `number` on */
    OPTION_PLACE,  /* the address of a variable, or of a structure's member */
    OPTION_TREE    /* a number that is no integer, as an expression of main's names */
} option_kind;

typedef struct option_value {
    option_kind kind;
    int64_t number;
    const char *text;    /* OPTION_TEXT */
    const syntax *tree;  /* the literal that has it; null: word `word`. OPTION_TREE */
    int word;            /* from 1 */
    const decl *place;   /* OPTION_PLACE, */
    const char *member;  /* or null; interned */
    const c_type *holds; /* what is there */
} option_value;

/* What a variable, or a member of one, holds. */
typedef struct option_cell {
    const decl *variable;
    const char *member;
    const c_type *type;
    option_value value;
    bool is_set; /* by the statement */
} option_cell;

typedef struct option_run {
    fp_context *ctx;
    const c_program *source;
    const pragma_list *pragmas;
    const decl *counts, *words; /* main's formals */
    int count;                  /* of the words, without the program's name */
    const char *const *word;
    VEC(option_cell) cells;
    VEC(const decl *) functions; /* that are being executed */
    VEC(syntax *) printed;       /* calls that stay: what they print */
    option_value returned;
    int next_word, next_letter; /* getopt: optind, or 0, and where it is in that word */
    bool has_other_pass;        /* getopt has been called by a statement that stays */
    int steps;
    bool is_begun; /* variables of files may hold something else than at first */
    bool is_lost;  /* something that decides, or is set, is not known */
} option_run;

/* Does a directive stand in it, or between it and the statement before (or null)? */
bool option_has_directive(const option_run *r, const syntax *before, const syntax *s);

/* What an expression is, and does. */
option_value option_value_of(option_run *r, const syntax *s);
/* 1 or 0, as a condition; otherwise the run is lost. */
int option_holds(option_run *r, const syntax *s);
/* A function of the program. */
option_value option_call(option_run *r, const syntax *call);
/* A function of the C library, by its name. */
option_value option_library(option_run *r, const syntax *call, const char *name);

option_value option_number(int64_t number);
option_value option_lose(option_run *r);
/* Counts a step; false: the run is lost, with too many of them, too. */
bool option_step(option_run *r);
option_cell *option_find(option_run *r, const decl *d, const char *member);
void option_set(option_run *r, const decl *d, const char *member, const c_type *type,
                option_value value);
/* Forgets what is local to that function. */
void option_leave(option_run *r, const decl *f);
/* Is it argc or argv of main? */
bool option_is_main_s(const option_run *r, const decl *d);
/* Does it set something by an address, or what is no variable, or call what may? */
bool option_sets_elsewhere(const syntax *s);
/* Forgets what a statement that stays may set. */
void option_forget(option_run *r, const syntax *s);
/* May it set argc, argv or a word? MPI_Init and its like leave the program its own arguments. */
bool option_changes_words(const option_run *r, const syntax *s);
/* The value as main may write it; null: it may not. */
syntax *option_tree_of(const option_run *r, const option_value *v, const syntax *at,
                       const c_type *type);
/* A copy of the expression with what is known in it; null: it has something that is not. */
syntax *option_copy(option_run *r, const syntax *s);

#endif
