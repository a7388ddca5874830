#include "sysmodels/file/measured.h"

const sag_library *machine_build_library(machine_draft *draft, int count, const file_library *file,
                                         const yaml_node_t *list)
{
    sag_library *all = ARENA_ARRAY(draft->ctx->arena, count, sag_library);
    for (int i = 0; i < count; ++i) {
        const file_library *f = &file[i];
        machine_keep_place(draft, &all[i], yaml_tree_entry(draft->tree, list, i));
        all[i] = (sag_library){
            .processors = f->processors,
            .from_bytes = f->from_bytes,
            .how = (library_algorithm)f->algorithm,
            .segment_bytes = f->segment_bytes ? *f->segment_bytes : 0,
            .hands_over = (root_hands)f->hands_over,
            .hands_over_apart = f->hands_over_apart != 0,
            .sends_first = f->sends_first != 0,
            .stretch = f->stretch ? *f->stretch : 1,
            .from = {(provenance)f->from, intern(draft->ctx->names, f->source)},
        };
    }
    return all;
}

static bool has_function(const sag_collective *c, int processors)
{
    for (int i = 0; i < c->measured_count; ++i)
        if (c->measured[i].processors == processors && c->measured[i].function.piece_count > 0)
            return true;
    return false;
}

/* The order of the list, in which the last that applies counts. */
static void check_order(machine_draft *draft, const sag_library *l, const sag_library *before)
{
    bool is_first = !before || before->processors != l->processors;
    if (before && l->processors < before->processors)
        machine_report(draft, "machine-library", l,
                       "%d processors come after %d; put the entries in ascending order",
                       l->processors, before->processors);
    else if (is_first && (l->from_bytes < 0 || l->from_bytes > 0))
        machine_report(draft, "machine-library", l,
                       "the first entry of %d processors is from 0 bytes on", l->processors);
    else if (!is_first && l->from_bytes <= before->from_bytes)
        machine_report(draft, "machine-library", l,
                       "%g bytes come after %g; put the entries of so many processors in "
                       "ascending order",
                       l->from_bytes, before->from_bytes);
}

void machine_verify_library(machine_draft *draft, const sag_collective *c)
{
    for (int i = 0; i < c->library_count; ++i) {
        const sag_library *l = &c->library[i];
        check_order(draft, l, i ? &c->library[i - 1] : NULL);
        if (l->processors < 2)
            machine_report(draft, "machine-library", l,
                           "a collective is of two processors or more, and not of %d",
                           l->processors);
        if (!(l->segment_bytes >= 0) || !(l->stretch > 0))
            machine_report(draft, "machine-library", l,
                           "'segment_bytes' is not negative, and 'stretch' above 0");
        if (l->how == LIBRARY_MEASURED && !has_function(c, l->processors))
            machine_report(draft, "machine-library", l,
                           "'measured' lists no function of %d processors", l->processors);
    }
}
