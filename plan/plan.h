#ifndef FPREDICT_PLAN_PLAN_H
#define FPREDICT_PLAN_PLAN_H

/* From the neutral tree to the node program: data mapping of arrays, owner-
 * computes partition, dependence, communication. Symbolic: one plan serves all
 * sizes and processor counts. */

#include "program/tree/layout.h"

/* Replaces a template's DISTRIBUTE (--distribute 'T(block,*)'). The onto grid
 * is kept when as many dimensions stay distributed, else one of the right rank
 * is implied whose extents come from --procs or the old grid's product. */
typedef struct distribute_override {
    const char *name; /* template, or directly distributed array; interned */
    int rank;
    dist_format format[MAX_RANK];
} distribute_override;

/* Parses "T(block,cyclic(4),*)". Reports without a place and returns false. */
bool plan_parse_override(fp_context *ctx, expr_pool *pool, const char *text,
                         distribute_override *out);

/* What a compiler does to the program, and does not do by itself here. */
typedef struct plan_options {
    bool moves_all; /* at a redistribute or realign: also values that nothing reads again */
    /* Of what a gmove or a remapping only copies: also what could be received where it goes. */
    bool copies_all;
    /* Messages stand in all loops around a reference but the innermost: none is taken out of more
     * of them (message vectorization), whatever dependences allow. */
    bool keeps_messages;
    bool orders_loops; /* for locality: the loops of nests whose order does not matter */
} plan_options;

typedef struct node_program {
    const program *program; /* and `layout`: with compiler-generated temporaries in them */
    const layout *layout;
    const function *entry;
    node *body;
    int comm_count;
    const communication *const *comms; /* by id */
} node_program;

/* Composes the mappings. Reports circular or ill-ranked alignments, unknown
 * override names; returns null after an error. */
const layout *plan_layout(fp_context *ctx, const program *p, int override_count,
                          const distribute_override *overrides);

/* Where an array is that is aligned so with a template: `target` is the template's map. Null:
 * on every processor. */
const array_map *layout_compose(fp_context *ctx, expr_pool *pool, const alignment *align,
                                const array_map *target);

/* Plans one entry. Remarks and warnings go to ctx; returns null after an error. Without
 * options: none of them. */
const node_program *plan_entry(fp_context *ctx, const program *p, const layout *where,
                               const function *entry, const plan_options *options);

#endif
