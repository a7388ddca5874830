/* On 2 x 2 processors collectives of MPI make no communicator when the time has begun, whoever is
 * the root, and lines along either axis neither. What they give is worked out by hand. */

#include <mpi.h>
#include <stdio.h>

#define FPR_INTERNAL /* exit is C's */
#include "codegen/runtime/fpr.h"

static int made;

int MPI_Comm_create_group(MPI_Comm all, MPI_Group group, int tag, MPI_Comm *out)
{
    made++;
    return PMPI_Comm_create_group(all, group, tag, out);
}

int MPI_Comm_split(MPI_Comm all, int color, int key, MPI_Comm *out)
{
    made++;
    return PMPI_Comm_split(all, color, key, out);
}

static int wrong;

static void expect(const char *what, double got, double wanted)
{
    if (got != wanted) {
        fprintf(stderr, "%s: %g, not %g\n", what, got, wanted);
        wrong++;
    }
}

int main(int argc, char **argv)
{
    fpr_start(&argc, &argv, 4);
    fpr_use(&(fpr_collectives){.broadcast = {FPR_OF_MPI, FPR_OF_MPI},
                               .reduce = {FPR_OF_MPI, FPR_OF_MPI},
                               .gather = {FPR_OF_MPI, FPR_OF_MPI},
                               .barrier = {FPR_OF_MPI, FPR_OF_MPI}});
    fpr_grid g = fpr_arrange(2, (int[]){2, 2});
    fpr_axis rows = fpr_distribute(&g, 0, FPR_BLOCK, 0, 2, 0);
    fpr_axis columns = fpr_distribute(&g, 1, FPR_BLOCK, 0, 2, 0);
    fpr_connect();
    expect("lines along one axis, and the other", made, 2);
    int row = g.me[0], column = g.me[1], me = 2 * row + column;

    /* 1 + 2 + 3 + 4; a column has ranks c and c + 2, a row 2r and 2r + 1. */
    expect("the sum of all", fpr_combined_double(me + 1, FPR_SUM, &g, 3), 10);
    expect("of a column", fpr_combined_double(me + 1, FPR_SUM, &g, 1), 2 * column + 4);
    expect("of a row", fpr_combined_double(me + 1, FPR_SUM, &g, 2), 4 * row + 3);

    /* The least of a row, and where it is: the values fall with the rank. */
    double least = 10 - me;
    int where = 100 + me;
    fpr_combine_locations(&least, FPR_DOUBLE, FPR_MIN, false, 1, (fpr_at[]){{&where, FPR_INT}}, &g,
                          2);
    expect("the least of a row", least, 10 - (2 * row + 1));
    expect("where it is", where, 100 + 2 * row + 1);

    for (int root = 0; root < 4; root++) {
        double value = me;
        fpr_place from[] = {{&rows, root / 2}, {&columns, root % 2}};
        fpr_send_to_all(&value, sizeof value, &g, 2, from);
        expect("from each root", value, root);
    }
    expect("communicators made since", made, 2);
    return fpr_finish(wrong > 0);
}
