/* XcalableMP's library: of its functions the run-time library has those of runtime/fpr_xmp.c,
 * fpr_inquiry.c, fpr_inquiry_array.c and fpr_whole.c (tests/codegen/library.sh compares the two).
 */

#include <string.h>

#include "codegen/check/xmp_library.h"
#include "codegen/text/emitter.h"

static bool is_there(const char *name)
{
    static const char *const there[] = {
        "xmp_node_num", "xmp_num_nodes", "xmp_all_node_num", "xmp_all_num_nodes", "xmpc_node_num",
        "xmpc_all_node_num", "xmpc_this_image", "xmpc_num_images", "xmp_num_images", "xmp_sync_all",
        "xmp_sync_memory", "xmp_sync_image", "xmp_sync_images", "xmp_sync_images_all", "xmp_wtime",
        "xmp_wtick", "xmp_exit", "xmp_get_mpi_comm", "xmp_init_mpi", "xmp_finalize_mpi", "xmp_init",
        "xmp_finalize",
        /* runtime/fpr_inquiry.c */
        "xmp_nodes_attr", "xmp_nodes_equiv", "xmp_template_fixed", "xmp_nodes_ndims",
        "xmp_nodes_index", "xmp_nodes_size", "xmp_template_ndims", "xmp_template_lbound",
        "xmp_template_ubound", "xmp_dist_format", "xmp_dist_blocksize", "xmp_dist_gblockmap",
        "xmp_dist_nodes", "xmp_dist_axis",
        /* runtime/fpr_inquiry_array.c */
        "xmp_array_gtol", "xmp_array_lsize", "xmp_array_gsize", "xmp_array_gcglbound",
        "xmp_array_gcgubound", "xmp_array_gcllbound", "xmp_array_gclubound", "xmp_align_axis",
        "xmp_align_offset", "xmp_align_replicated", "xmp_align_template", "xmp_array_ndims",
        "xmp_array_lbound", "xmp_array_ubound", "xmp_array_lshadow", "xmp_array_ushadow",
        "xmp_array_lbound_global", "xmp_array_ubound_global",
        /* runtime/fpr_whole.c */
        "xmp_transpose", "xmp_matmul", "xmp_gather", "xmp_scatter", "xmp_pack", "xmp_unpack",
        "xmp_sort_up", "xmp_sort_down"};
    for (size_t i = 0; i < sizeof there / sizeof *there; i++)
        if (strcmp(name, there[i]) == 0)
            return true;
    return false;
}

void emit_check_library(emitter *e)
{
    const program *p = e->planned->program;
    for (int i = 0; i < p->library_count; i++)
        if (!is_there(p->library[i].name))
            emit_refuse(
                e, p->library[i].where,
                "the run-time library of generated programs has no '%s': do without this call",
                p->library[i].name);
}
