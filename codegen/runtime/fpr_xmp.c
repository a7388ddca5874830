/* XcalableMP's library (frontend/include/xmp.h), for programs that ask which node they are: of
 * those that execute a task, in it. */

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
int xmpc_all_node_num(void);
int xmpc_this_image(void);
int xmpc_num_images(void);
int xmp_num_images(void);
void xmp_sync_all(int *status);
void xmp_sync_images_all(int *status);
void xmp_sync_memory(int *status);
void xmp_sync_image(int image, int *status);
void xmp_sync_images(int count, const int images[], int *status);
MPI_Comm xmp_get_mpi_comm(void);
void xmp_init(void); /* with arguments, which it does not look at */
void xmp_finalize(void);
void xmp_init_mpi(int *argc, char ***argv);
void xmp_finalize_mpi(void);

int xmpc_node_num(void)
{
    int rank;
    MPI_Comm_rank(fpr_executing(), &rank);
    return rank;
}

int xmp_node_num(void)
{
    return xmpc_node_num() + 1;
}

int xmp_all_node_num(void)
{
    return xmpc_all_node_num() + 1;
}

int xmp_all_num_nodes(void)
{
    int size;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    return size;
}

int xmp_num_nodes(void)
{
    int size;
    MPI_Comm_size(fpr_executing(), &size);
    return size;
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

/* --- MPI, whose beginning and end are the program's ------------------------------------- */

MPI_Comm xmp_get_mpi_comm(void)
{
    return fpr_executing();
}

void xmp_init(void)
{
}

void xmp_finalize(void)
{
}

void xmp_init_mpi(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
}

void xmp_finalize_mpi(void)
{
}

int xmpc_all_node_num(void)
{
    return fpr_me;
}

/* --- Images ------------------------------------------------------------------------- */

int xmpc_this_image(void)
{
    return fpr_me;
}

int xmpc_num_images(void)
{
    return xmp_all_num_nodes();
}

int xmp_num_images(void)
{
    return xmp_all_num_nodes();
}

static void succeed(int *status)
{
    if (status)
        *status = 0;
}

void xmp_sync_memory(int *status)
{
    fpr_images_sync();
    succeed(status);
}

void xmp_sync_all(int *status)
{
    fpr_images_sync();
    MPI_Barrier(MPI_COMM_WORLD);
    fpr_images_sync();
    succeed(status);
}

void xmp_sync_images_all(int *status)
{
    xmp_sync_all(status);
}

void xmp_sync_images(int count, const int images[], int *status)
{
    fpr_images_meet(count, images);
    succeed(status);
}

void xmp_sync_image(int image, int *status)
{
    xmp_sync_images(1, &image, status);
}
