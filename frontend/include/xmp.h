#ifndef FPREDICT_XMP_H
#define FPREDICT_XMP_H

/* The run-time functions of XcalableMP's C binding, by their public names
 * (XcalableMP language specification 1.4, chapters 4 and 7), so that a program
 * which includes <xmp.h> can be predicted where no XcalableMP compiler is
 * installed.
 *
 * They are declarations. With XMP_SEQUENTIAL defined, those that mean something
 * on one processor have bodies, and the program compiles with any C compiler
 * and runs on one processor, the directives ignored. */

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef void *xmp_desc_t;

/* What lock and unlock name; only their directives look inside. */
typedef struct xmp_lock {
    void *state;
} xmp_lock_t;

/* The descriptor of an array, a template or nodes: the last two are no names of
 * C, so that the operator cannot look at more than the spelling. */
#undef xmp_desc_of
#define xmp_desc_of(name) ((xmp_desc_t) #name)

#define XMP_TRUE 1
#define XMP_FALSE 0

/* Kinds of node sets, and formats of distribution. */
enum { XMP_ENTIRE_NODES = 2000, XMP_EXECUTING_NODES, XMP_PRIMARY_NODES, XMP_EQUIVALENCE_NODES };
enum { XMP_NOT_DISTRIBUTED = 2100, XMP_BLOCK, XMP_CYCLIC, XMP_GBLOCK };

/* --- Nodes and time ------------------------------------------------------- */

#ifdef XMP_SEQUENTIAL

#include <stdlib.h>
#include <time.h>

static inline int xmp_node_num(void)
{
    return 1;
}
static inline int xmp_num_nodes(void)
{
    return 1;
}
static inline int xmp_all_node_num(void)
{
    return 1;
}
static inline int xmp_all_num_nodes(void)
{
    return 1;
}
static inline int xmpc_node_num(void)
{
    return 0;
}
static inline double xmp_wtime(void)
{
    return (double)clock() / (double)CLOCKS_PER_SEC;
}
static inline double xmp_wtick(void)
{
    return 1.0 / (double)CLOCKS_PER_SEC;
}
static inline void xmp_exit(int status)
{
    exit(status);
}

#else

int xmp_node_num(void); /* of the executing nodes, from 1 */
int xmp_num_nodes(void);
int xmp_all_node_num(void); /* of all nodes, from 1 */
int xmp_all_num_nodes(void);
int xmpc_node_num(void); /* from 0 */
double xmp_wtime(void);  /* seconds since some moment in the past */
double xmp_wtick(void);  /* its resolution, seconds */
void xmp_exit(int status);

#endif

void xmp_init(); /* (&argc, &argv), or a communicator of MPI: compilers differ */
void xmp_finalize(void);
void xmp_init_mpi(int *argc, char ***argv);
void xmp_finalize_mpi(void);
int xmp_test_async(int async_id);

#ifdef MPI_VERSION               /* <mpi.h> before this */
MPI_Comm xmp_get_mpi_comm(void); /* of the executing nodes */
#endif

/* --- Inquiry; each returns 0 when it could tell ----------------------------- */

int xmp_nodes_ndims(xmp_desc_t nodes, int *ndims);
int xmp_nodes_index(xmp_desc_t nodes, int dim, int *index);
int xmp_nodes_size(xmp_desc_t nodes, int dim, int *size);
int xmp_nodes_attr(xmp_desc_t nodes, int *attr);
int xmp_nodes_equiv(xmp_desc_t nodes, xmp_desc_t *other, int lower[], int upper[], int step[]);

int xmp_template_fixed(xmp_desc_t tmpl, int *fixed);
int xmp_template_ndims(xmp_desc_t tmpl, int *ndims);
int xmp_template_lbound(xmp_desc_t tmpl, int dim, int *lower);
int xmp_template_ubound(xmp_desc_t tmpl, int dim, int *upper);

int xmp_dist_format(xmp_desc_t tmpl, int dim, int *format);
int xmp_dist_blocksize(xmp_desc_t tmpl, int dim, int *size);
int xmp_dist_gblockmap(xmp_desc_t tmpl, int dim, int map[]);
int xmp_dist_nodes(xmp_desc_t tmpl, xmp_desc_t *nodes);
int xmp_dist_axis(xmp_desc_t tmpl, int dim, int *axis);

int xmp_align_axis(xmp_desc_t array, int dim, int *axis);
int xmp_align_offset(xmp_desc_t array, int dim, int *offset);
int xmp_align_replicated(xmp_desc_t array, int dim, int *replicated);
int xmp_align_template(xmp_desc_t array, xmp_desc_t *tmpl);

int xmp_array_ndims(xmp_desc_t array, int *ndims);
int xmp_array_lbound(xmp_desc_t array, int dim, int *lower);
int xmp_array_ubound(xmp_desc_t array, int dim, int *upper);
int xmp_array_lbound_global(xmp_desc_t array, int dim, int *lower); /* of the node's part, */
int xmp_array_ubound_global(xmp_desc_t array, int dim, int *upper); /* in global indices; */
int xmp_array_lbound_local(xmp_desc_t array, int dim, int *lower);  /* in local ones */
int xmp_array_ubound_local(xmp_desc_t array, int dim, int *upper);
int xmp_array_lshadow(xmp_desc_t array, int dim, int *width);
int xmp_array_ushadow(xmp_desc_t array, int dim, int *width);
int xmp_array_lsize(xmp_desc_t array, int dim, int *size);
int xmp_array_laddr(xmp_desc_t array, void **address);
int xmp_array_lead_dim(xmp_desc_t array, int sizes[]);
int xmp_array_gtol(xmp_desc_t array, int dim, int global, int *local);

/* Of Omni XcalableMP, beyond the specification. */
size_t xmp_array_type_size(xmp_desc_t array);
int xmp_array_gsize(xmp_desc_t array, int dim);
int xmp_array_gcllbound(xmp_desc_t array, int dim); /* bounds: of the node's part, or of all; */
int xmp_array_gclubound(xmp_desc_t array, int dim); /* in global indices, or in local ones */
int xmp_array_lcllbound(xmp_desc_t array, int dim);
int xmp_array_lclubound(xmp_desc_t array, int dim);
int xmp_array_gcglbound(xmp_desc_t array, int dim);
int xmp_array_gcgubound(xmp_desc_t array, int dim);
int xmp_array_owner(xmp_desc_t array, int rank, int index[], int dim);
int xmp_align_format(xmp_desc_t array, int dim);
int xmp_align_size(xmp_desc_t array, int dim);
int xmp_template_gsize(xmp_desc_t tmpl, int dim);
int xmp_template_lsize(xmp_desc_t tmpl, int dim);
int xmp_dist_stride(xmp_desc_t tmpl, int dim);
int xmp_nodes_rank(xmp_desc_t nodes, int *rank);
int xmp_nodes_comm(xmp_desc_t nodes, void **communicator);
int xmp_num_images(void);

/* --- Storage and whole arrays ------------------------------------------------ */

void *xmp_malloc(xmp_desc_t array, ...); /* ..: the extents */
void xmp_transpose(xmp_desc_t result, xmp_desc_t source, int may_change_source);
void xmp_matmul(xmp_desc_t result, xmp_desc_t left, xmp_desc_t right);
void xmp_gather(xmp_desc_t result, xmp_desc_t source, ...);  /* ..: the index arrays */
void xmp_scatter(xmp_desc_t result, xmp_desc_t source, ...); /* ..: the index arrays */
void xmp_pack(xmp_desc_t vector, xmp_desc_t array, xmp_desc_t mask);
void xmp_unpack(xmp_desc_t array, xmp_desc_t vector, xmp_desc_t mask);
void xmp_sort_up(xmp_desc_t source, xmp_desc_t result);
void xmp_sort_down(xmp_desc_t source, xmp_desc_t result);

/* --- Coarray images ------------------------------------------------------------ */

int xmpc_this_image(void); /* from 0 */
int xmpc_num_images(void);
/* Writes a scalar coarray, or reads one into *result, of any image: x, or x:[i]. */
#define xmp_atomic_define(x, value) ((x) = (value))
#define xmp_atomic_ref(result, x) (*(result) = (x))
void xmp_sync_all(int *status);
void xmp_sync_memory(int *status);
void xmp_sync_image(int image, int *status);
void xmp_sync_images(int count, const int images[], int *status);

#ifdef __cplusplus
}
#endif

#endif
