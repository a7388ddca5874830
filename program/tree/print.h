#ifndef FPREDICT_PROGRAM_TREE_PRINT_H
#define FPREDICT_PROGRAM_TREE_PRINT_H

/* Pieces of text that the printers of trees, programs and layouts share; and, of those of
 * trees, what tree/print_comm.c prints for tree/print.c. */

#include "program/tree/tree.h"

/* "u[i - 1][j]", "a[?][:]": ? is indirect, : the whole dimension. */
void tree_print_reference(FILE *out, const reference *ref);
/* "P(i + 1 by block, *)": who owns template cell i + 1, on all of axis 1. */
void tree_print_home(FILE *out, const home *at);
/* The same of an array whose indices are i, j, k, …; "every processor". */
void tree_print_map(FILE *out, const array_map *map);
/* "T[i][j]", "P[0:1]", "home(u[i][j])". */
void tree_print_clause(FILE *out, const on_clause *clause);
/* "T(i, 2*j + 1)" */
void tree_print_alignment(FILE *out, const alignment *a);
/* "(block, *) onto P" */
void tree_print_distribution(FILE *out, const dist_template *t);

typedef struct tree_printer {
    FILE *out;
    int indent;
} tree_printer;

/* Begins a line of output; line 0: no line of the source of its own. */
void tree_print_begin(tree_printer *p, int line);
/* "i in 0:N - 1:2" */
void tree_print_range(FILE *out, const loop_range *range);
/* " async id"; nothing without one. */
void tree_print_async(FILE *out, const expr *id);
/* The rest of the lines of such a node, and of the needs of a communication those below it. */
void tree_print_comm(tree_printer *p, const communication *c);
void tree_print_reflect(FILE *out, const reflect_node *r);
void tree_print_xmp_comm(FILE *out, const char *word, const xmp_comm_node *s);
void tree_print_collective(FILE *out, const collective_node *c);
void tree_print_one_sided(FILE *out, const char *word, const xmp_comm_node *s);
void tree_print_post(FILE *out, const char *word, const xmp_comm_node *s);
void tree_print_remap(FILE *out, const remap_node *r);

#endif
