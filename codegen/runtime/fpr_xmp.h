#ifndef FPREDICT_CODEGEN_RUNTIME_FPR_XMP_H
#define FPREDICT_CODEGEN_RUNTIME_FPR_XMP_H

/* The part of fpr.h that XcalableMP's programs need: coarrays, and what its library is asked of by
 * name. fpr.h includes it; no one else need. */

/* --- Coarrays ----------------------------------------------------------------------- */

/* Elements of memory: `count[k]` of them along dimension k, so many bytes apart, in C's order.
 * Of rank 0: one. */
typedef struct fpr_section {
    void *at; /* the first */
    int rank;
    long count[FPR_RANK], stride[FPR_RANK];
} fpr_section;

/* Makes known a variable that each process has one of, all in the same order. In the others,
 * addresses are those of this process's own. */
void fpr_coarray(void *at, size_t bytes);
/* Fetches what is at `at` on an image, which is the number of a process, to `value`; returns that.
 */
void *fpr_image_get(const void *at, void *value, size_t bytes, int image);
/* When it returns, the image has it. */
void fpr_image_put(void *at, const void *value, size_t bytes, int image);
/* Elements of `size` bytes: `to` is on the image. One element is put to all of a section. */
void fpr_image_put_section(int image, size_t size, fpr_section to, fpr_section from);
/* `from` is on the image. */
void fpr_image_get_section(int image, size_t size, fpr_section to, fpr_section from);

/* --- Names ---------------------------------------------------------------------------- */

/* For programs that ask XcalableMP's library of them: what they are. Dimensions in C's order. */
typedef struct fpr_template_dim {
    long lower, extent;
    const fpr_axis *axis; /* null: not distributed */
    int on;               /* which axis of the nodes that `distribute` names, which may be a part */
} fpr_template_dim;

/* What a dimension of a template is to an array. */
typedef struct fpr_aligned {
    int dim; /* of the array; -1: none */
    long offset;
    bool is_everywhere; /* a copy at each of its cells */
} fpr_aligned;

/* What the directive says after `=`: nothing, `*` or `**`. */
typedef enum fpr_node_set { FPR_ENTIRE_NODES, FPR_EXECUTING_NODES, FPR_PRIMARY_NODES } fpr_node_set;

void fpr_name_nodes(const char *name, const fpr_grid *nodes, fpr_node_set set);
/* Nodes that are these coordinates of others, of `rank`; lower -1: each node's own coordinate. */
void fpr_name_part(const char *name, const fpr_grid *nodes, const char *of, int rank,
                   const fpr_range *part);
void fpr_name_template(const char *name, const char *nodes, int rank, const fpr_template_dim *dim);
/* A template whose bounds a template_fix gives has none yet; and: it has, from here on. */
void fpr_open_template(const char *name);
void fpr_fix_template(const char *name);
/* `rank` of the template; shadows by dimension of the array, and FPR_WHOLE after them. */
void fpr_name_array(const char *name, const fpr_array *array, const char *template, int rank,
                    const fpr_aligned *aligned, const fpr_halo *shadow);

/* For functions that work on whole arrays, such as xmp_matmul (fpr_whole.c): what a name is of from
 * here on; `type` of the elements, as C spells it. */
void fpr_name_whole(const char *name, fpr_array *array, const char *type);
/* XcalableMP's compilers know it without <xmp.h>, which defines it anew. */
#ifndef xmp_desc_of
#define xmp_desc_of(name) ((void *)#name)
#endif

#endif
