/* XcalableMP's library (frontend/include/xmp.h), for programs that ask which node they are: of
 * all nodes, for the generator refuses programs that ask inside of tasks. */

#include <stdlib.h>

#include "codegen/runtime/fpr_internal.h"

int xmp_node_num(void);
int xmp_num_nodes(void);
int xmp_all_node_num(void);
int xmp_all_num_nodes(void);
int xmpc_node_num(void);
double xmp_wtime(void);
double xmp_wtick(void);
void xmp_exit(int status);

int xmpc_node_num(void)
{
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

int xmp_node_num(void)
{
    return xmpc_node_num() + 1;
}

int xmp_all_node_num(void)
{
    return xmpc_node_num() + 1;
}

int xmp_all_num_nodes(void)
{
    int size;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    return size;
}

int xmp_num_nodes(void)
{
    return xmp_all_num_nodes();
}

double xmp_wtime(void)
{
    return MPI_Wtime();
}

double xmp_wtick(void)
{
    return MPI_Wtick();
}

void xmp_exit(int status)
{
    exit(fpr_finish(status));
}
