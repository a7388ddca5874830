/* The program: the source's text, descriptors of what is distributed, functions as they are
 * called, and a main that begins with laying out. */

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "codegen/check/collective_participation.h"
#include "codegen/check/exchanged_pointers.h"
#include "codegen/check/given_size.h"
#include "codegen/check/image_numbers.h"
#include "codegen/check/input.h"
#include "codegen/check/intrinsic_extents.h"
#include "codegen/check/linear_row.h"
#include "codegen/check/mpi_calls.h"
#include "codegen/check/output.h"
#include "codegen/check/shared_calls.h"
#include "codegen/check/threads.h"
#include "codegen/check/unknown_effects.h"
#include "codegen/check/whole_array.h"
#include "codegen/check/xmp_library.h"
#include "codegen/communication/communication.h"
#include "codegen/data/allocation.h"
#include "codegen/data/declaration.h"
#include "codegen/data/dense.h"
#include "codegen/data/descriptors.h"
#include "codegen/data/exchange.h"
#include "codegen/data/struct_member.h"
#include "codegen/statement/copies.h"
#include "codegen/statement/function.h"
#include "codegen/statement/region.h"
#include "codegen/text/edit.h"
#include "codegen/text/emitter.h"
#include "codegen/text/names.h"
#include "codegen/text/work.h"
#include "program/membership.h"

static const char *algorithm_name(codegen_algorithm how)
{
    switch (how) {
    case CODEGEN_DIRECT:
        return "FPR_DIRECT";
    case CODEGEN_BINOMIAL:
        return "FPR_BINOMIAL";
    case CODEGEN_DOUBLING:
        return "FPR_DOUBLING";
    case CODEGEN_RING:
        return "FPR_RING";
    case CODEGEN_LINEAR:
        return "FPR_LINEAR";
    case CODEGEN_OF_MPI:
        return "FPR_OF_MPI";
    }
    assert(false && "an algorithm without a name");
    return NULL;
}

static const char *cube_name(codegen_cube cube)
{
    switch (cube) {
    case CODEGEN_NO_CUBE:
        return "FPR_NO_CUBE";
    case CODEGEN_GRAY:
        return "FPR_GRAY";
    case CODEGEN_BY_RANK:
        return "FPR_BY_RANK";
    }
    assert(false && "a cube without a name");
    return NULL;
}

static int processes(const emitter *e)
{
    return e->options->processes ? e->options->processes : env_procs(e->env);
}

static const char *choice_text(emitter *e, codegen_choice how)
{
    const int procs = processes(e);
    for (int i = 0; i < how.of_mpi_count; i++)
        if (procs >= how.of_mpi[i].first && procs <= how.of_mpi[i].last)
            how.all = CODEGEN_OF_MPI;
    return arena_printf(e->ctx->arena, "{%s, %s}", algorithm_name(how.all),
                        algorithm_name(how.part));
}

/* What is no C, and what it is in the program. */
static void replace_text(emitter *e)
{
    const program *p = e->planned->program;
    for (int i = 0; i < p->replacement_count; i++) {
        const source_replacement *r = &p->replacements[i];
        if (r->reason)
            emit_refuse(e, r->where, "%s", r->reason);
        else
            emit_edit(e, r->where.file, emit_begin(r->where), emit_end(r->where), r->text);
    }
}

/* All processes make them known in the same order. */
static void emit_coarrays(emitter *e)
{
    const program *p = e->planned->program;
    for (int i = 0; i < p->variable_count; i++) {
        const variable *v = p->variables[i];
        if (v->is_coarray && v->owner)
            emit_refuse(e, v->where,
                        "the coarray '%s' is declared in a function, and no others know when it is "
                        "there; declare it outside of it",
                        v->name);
        else if (v->is_coarray)
            fprintf(e->out, "    fpr_coarray(&%s, sizeof %s);\n", v->name, v->name);
    }
}

static bool is_of_mpi(const emitter *e, const codegen_choice *how)
{
    const int procs = processes(e);
    bool is = how->all == CODEGEN_OF_MPI || how->part == CODEGEN_OF_MPI;
    for (int i = 0; i < how->of_mpi_count; i++)
        is |= procs >= how->of_mpi[i].first && procs <= how->of_mpi[i].last;
    return is;
}

/* Do processors meet in collectives of MPI? */
static bool meets_in_mpi(const emitter *e)
{
    const codegen_options *how = e->options;
    return e->connects || how->calls_all_to_all || is_of_mpi(e, &how->broadcast) ||
           is_of_mpi(e, &how->reduce) || is_of_mpi(e, &how->gather) || is_of_mpi(e, &how->barrier);
}

static bool calls_library(const codegen_options *how)
{
    return how->broadcast.is_library || how->reduce.is_library || how->gather.is_library ||
           how->barrier.is_library;
}

static const char *library_text(const emitter *e, const codegen_options *how)
{
    static const char *const called = "                               .%s = true,\n";
    const char *text =
        calls_library(how) ? arena_printf(e->ctx->arena, called, "calls_library") : "";
    return how->calls_all_to_all
               ? arena_printf(e->ctx->arena, "%s                               .%s = true,\n", text,
                              "calls_all_to_all")
               : text;
}

static void emit_main(emitter *e, const function *entry)
{
    const codegen_options *how = e->options;
    const bool reads = emit_reads_input(e);
    fprintf(e->out,
            "\nint main(int argc, char **argv)\n{\n    fpr_start(&argc, &argv, %d);\n%s"
            "    fpr_use(&(fpr_collectives){.broadcast = %s,\n"
            "                               .reduce = %s,\n"
            "                               .gather = %s,\n"
            "                               .barrier = %s,\n"
            "                               .cube = %s,\n"
            "%s"
            "                               .%s = %s});\n",
            processes(e), reads ? "    fpr_share_input();\n" : "", choice_text(e, how->broadcast),
            choice_text(e, how->reduce), choice_text(e, how->gather), choice_text(e, how->barrier),
            cube_name(how->cube), library_text(e, how),
            how->is_sendrecv ? "is_sendrecv" : "is_phased",
            how->is_phased || how->is_sendrecv ? "true" : "false");
    if (emit_counts(e))
        fprintf(e->out, "    fpr_count(%d, fpr_what, fpr_ran);\n", e->works.count);
    static const char *const given[] = {"", "argc", "argc, argv"};
    int count = entry->formal_count;
    if (count > 2)
        emit_refuse(
            e, entry->where,
            "'%s' has %d parameters, and MPI passes two, 'argc' and 'argv': leave the others out",
            entry->name, count);
    emit_coarrays(e);
    fprintf(e->out, "    lay_out();\n%s    return fpr_finish(program_%s(%s));\n}\n",
            meets_in_mpi(e) ? "    fpr_connect();\n" : "", entry->name,
            given[count > 2 ? 2 : count]);
}

static void emit_head(emitter *e)
{
    const program *p = e->planned->program;
    const char *part = e->file == p->file ? ""
                                          : arena_printf(e->ctx->arena, ", with what is from %s",
                                                         emit_file_name(p->file));
    fprintf(e->out,
            "/* Generated by fpredict from %s, for %d processors%s.\n"
            " * Build it with %s.%s */\n\n"
            "#include <%s.h>\n\n",
            emit_file_name(e->file), processes(e), part,
            e->options->is_shared ? "a C compiler, and with fpredict's run-time library of shared "
                                    "access"
                                  : "mpicc, and with fpredict's run-time library",
            e->has_needs ? emit_need_legend : "", e->options->is_shared ? "fpr_shared" : "fpr");
}

/* What the functions of the file name. */
static void emit_declarations(emitter *e)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = e->out;
    e->out = open_memstream(&text, &length); /* for which variables it names */
    emit_descriptors(e);
    fclose(e->out);
    e->out = out;
    for (int i = 0; i < e->externs.count; i++) {
        const extern_name *x = &e->externs.data[i];
        if (x->file == e->file)
            fprintf(e->out, "extern %s %s;\n", x->var->type, x->var->name);
    }
    fwrite(text, 1, length, e->out);
    free(text);
    emit_work_table(e);
    emit_intrinsics(e);
    emit_prototypes(e);
}

static void emit_file(emitter *e)
{
    const source_file *file = e->file;
    size_t at = 0;
    bool is_declared = false;
    emit_head(e);
    for (const function *f = e->planned->program->functions; f; f = f->next) {
        if (f->text.file != file || f->twin_of)
            continue;
        size_t begin = emit_begin(f->text), comment = emit_begin(f->comment);
        if (!is_declared) {
            emit_source(e, file, at, comment);
            emit_declarations(e);
            at = comment;
        }
        is_declared = true;
        emit_source(e, file, at, begin);
        at = emit_end(f->text);
        if (emit_instance_count(e, f))
            emit_instances_of(e, f);
        else if (!f->has_distributed) {
            e->text_of = f;
            emit_source(e, file, emit_begin(f->text), emit_end(f->text));
            e->text_of = NULL;
        }
    }
    emit_source(e, file, at, source_length(file));
    if (!is_declared)
        emit_declarations(e);
}

/* Has the file nothing that is otherwise in the program? */
static bool is_unchanged(const emitter *e, const source_file *file)
{
    const program *p = e->planned->program;
    bool is = file != p->file && !emit_lay_out_name(e, file);
    for (int i = 0; i < e->edits.count; i++)
        is &= e->edits.data[i].file != file;
    for (int i = 0; i < p->directive_count; i++)
        is &= p->directives[i].file != file;
    for (const function *f = p->functions; f && is; f = f->next)
        is = f->text.file != file || emit_is_as_written(e, f);
    return is;
}

static codegen_file make_file(emitter *e, const source_file *file, const function *entry)
{
    char *text = NULL;
    size_t length = 0;
    if (is_unchanged(e, file))
        return (codegen_file){file, source_text(file), source_length(file), false};
    e->file = file;
    e->out = open_memstream(&text, &length);
    emit_file(e);
    if (file == e->planned->program->file)
        emit_main(e, entry);
    fclose(e->out);
    const char *kept = arena_strndup(e->ctx->arena, text, length);
    free(text);
    return (codegen_file){file, kept, length, true};
}

/* The text of headers stays as it is. */
static void check_headers(emitter *e)
{
    const program *p = e->planned->program;
    for (const function *f = p->functions; f; f = f->next) {
        bool is_header = f->text.file && !f->intrinsic;
        for (int i = 0; i < p->file_count; i++)
            is_header &= f->text.file != p->files[i];
        if (is_header && !emit_is_as_written(e, f))
            emit_refuse(e, f->where,
                        "'%s' works on what is distributed, and stands in a header: move it to a "
                        "source file, and leave its declaration here",
                        f->name);
    }
}

/* `int main(void);` before its definition is of the program's own, too. */
static void rename_declaration(emitter *e, const function *entry)
{
    const source_range where = entry->declared;
    if (where.file && where.file == entry->text.file)
        emit_edit(e, where.file, emit_begin(where), emit_begin(where) + strlen(entry->name),
                  arena_printf(e->ctx->arena, "program_%s", entry->name));
}

static void emit_files(emitter *e, const function *entry, codegen_files *out)
{
    const program *p = e->planned->program;
    codegen_file *files = ARENA_ARRAY(e->ctx->arena, p->file_count, codegen_file);
    rename_declaration(e, entry);
    for (int i = 0; i < p->file_count; i++)
        files[i] = make_file(e, p->files[i], entry);
    *out = (codegen_files){p->file_count, files};
}

static bool bind(emitter *e, const bindings *values)
{
    const layout *l = e->planned->layout;
    e->env = env_new(e->ctx, e->planned->program->pool, l->grids, l->grid_count, values);
    return e->env;
}

/* From here on a size that is set has its value only where the program compares it. */
static bool keep_given(emitter *e, const bindings *values)
{
    bindings kept = *values;
    binding *set = ARENA_ARRAY(e->ctx->arena, values->count + 1, binding);
    kept.count = 0;
    kept.set = set;
    for (int i = 0; i < values->count; i++) {
        bool is = false;
        for (int k = 0; k < e->given.count; k++)
            is |= strcmp(e->given.data[k]->name, values->set[i].name) == 0;
        if (is)
            set[kept.count++] = values->set[i];
    }
    return bind(e, &kept);
}

static void refuse_implied_calls(emitter *e)
{
    for (int i = 0; i < e->planned->program->implied_count; i++)
        emit_refuse(e, e->planned->program->implied[i],
                    "a function is called here because of an attribute 'cleanup': take that away, "
                    "and call the function");
}

static bool has_null_byte(emitter *e, const source_file *file)
{
    const char *text = source_text(file), *at = memchr(text, '\0', source_length(file));
    if (at)
        emit_refuse(e, source_range_of(file, (size_t)(at - text), (size_t)(at - text) + 1),
                    "there is a null byte here: take it out");
    return at != NULL;
}

/* Compilers pass over a byte 0; texts that are put together end there. */
static bool has_null_bytes(emitter *e)
{
    const program *p = e->planned->program;
    for (int i = 0; i < p->file_count; i++)
        if (has_null_byte(e, p->files[i]))
            return true;
    for (const function *f = p->functions; f; f = f->next) /* and headers */
        if (f->text.file && has_null_byte(e, f->text.file))
            return true;
    return false;
}

static bool emit_program(fp_context *ctx, const node_program *planned, const bindings *procs,
                         const codegen_options *options, bool is_dense, codegen_files *out,
                         codegen_macros *macros)
{
    const program *p = planned->program;
    emitter e = {
        .ctx = ctx, .planned = planned, .options = options, .asked = procs, .file = p->file};
    int errors = diag_count(ctx->diags, DIAG_ERROR);
    *out = (codegen_files){0};
    if (!bind(&e, procs) || has_null_bytes(&e))
        return false;
    emit_check_exchanged_pointers(&e);
    emit_check_library(&e);
    refuse_implied_calls(&e);
    emit_check_mpi(&e);
    emit_check_shared_calls(&e);
    check_participants(&e);
    emit_check_images(&e);
    emit_check_writes(&e);
    emit_find_prints(&e);
    emit_leave_out_threads(&e);
    emit_find_arrays(&e);
    emit_find_exchanges(&e);
    if (is_dense)
        emit_find_dense(&e);
    replace_text(&e);
    emit_drop_declarations(&e);
    emit_drop_allocations(&e);
    emit_drop_exchanges(&e);
    emit_stop_beyond(&e);
    emit_check_given_sizes(&e);
    if (!keep_given(&e, procs))
        return false;
    emit_check_extents(&e);
    emit_check_rows(&e);
    if (p->member_count)
        members_report(ctx, p, e.env);
    emit_rename_members(&e);
    emit_edit_sizes(&e);
    emit_edit_tests(&e);
    emit_find_instances(&e);
    check_headers(&e);
    emit_check_names(&e);
    emit_check_grids(&e);
    emit_files(&e, planned->entry, out);
    emit_check_regions(&e);
    *macros = (codegen_macros){e.in_macros.count, e.in_macros.data};
    if (diag_count(ctx->diags, DIAG_ERROR) == errors) /* or else their text has been refused */
        emit_check_unknowns(&e);
    return diag_count(ctx->diags, DIAG_ERROR) == errors;
}

/* What the text does not let be dense is whole: so is all, where anything is refused otherwise. */
bool codegen_emit(fp_context *ctx, const node_program *planned, const bindings *procs,
                  const codegen_options *options, codegen_files *out, codegen_macros *macros)
{
    const diag_mark before = diag_mark_here(ctx->diags);
    if (emit_program(ctx, planned, procs, options, true, out, macros))
        return true;
    diag_forget(ctx->diags, before);
    return emit_program(ctx, planned, procs, options, false, out, macros);
}
