#ifndef FPREDICT_PROGRAM_TREE_PRINT_H
#define FPREDICT_PROGRAM_TREE_PRINT_H

/* Pieces of text that the printers of trees, programs and layouts share. */

#include "program/tree.h"

/* "block", "cyclic(4)", "gen_block(m)", "gen_block(10, 20)" */
void tree_print_format(FILE *out, dist_kind kind, const expr *block, const gen_sizes *sizes);
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
/* The index that an alignment or a mapping gives the name of dimension dim. */
const char *tree_dim_name(int dim);

#endif
