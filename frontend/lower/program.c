#include <string.h>

#include "frontend/clang/program.h"
#include "frontend/lower/declarator.h"
#include "frontend/lower/directive.h"
#include "frontend/lower/function.h"
#include "frontend/lower/image_text.h"
#include "frontend/lower/macro_text.h"
#include "frontend/lower/macro_use.h"
#include "frontend/lower/range_checks.h"
#include "frontend/lower/text_lines.h"
#include "frontend/lower/unknown.h"
#include "frontend/lower/unused_template.h"
#include "frontend/value/alias.h"
#include "frontend/value/called_with.h"
#include "frontend/value/constant_propagation.h"
#include "frontend/value/decl_index.h"
#include "frontend/value/exchange.h"
#include "frontend/value/inquiry.h"
#include "frontend/value/local_section.h"
#include "frontend/value/made_array.h"
#include "frontend/value/node_queries.h"
#include "frontend/value/passed_function.h"
#include "frontend/value/pointer_walk.h"
#include "frontend/value/row_table.h"
#include "frontend/value/structure_member.h"
#include "frontend/value/variable.h"
#include "frontend/value/whole_pointer.h"
#include "support/format.h"

struct directive_listing {
    pragma_list pragmas;
    const c_program *source;
};

static void keep_listing(program *p, lowering *lo)
{
    struct directive_listing *listing = ARENA_NEW(lo->ctx->arena, struct directive_listing);
    *listing = (struct directive_listing){lo->pragmas, lo->source};
    p->listing = listing;
}

/* What sets up rows, with the variables that these are rows of. */
static void keep_rows(program *p, lowering *lo)
{
    row_edit *edits = ARENA_ARRAY(lo->ctx->arena, lo->source->row_count, row_edit);
    for (int i = 0; i < lo->source->row_count; i++) {
        const row_setting *r = &lo->source->rows[i];
        const char *text = r->text == ROW_TEXT_ZERO     ? "0"
                           : r->text == ROW_TEXT_MEMORY ? "(void *)1"
                           : r->text == ROW_TEXT_VOID   ? "(void)0"
                           : r->text == ROW_TEXT_LOOK   ? NULL
                           : r->text == ROW_TEXT_HEAD   ? NULL
                                                        : "";
        edits[i] = (row_edit){lower_widen(lo, r->where),
                              lo->info[r->table->id].var,
                              text,
                              r->in_macro,
                              r->pointer ? r->pointer->id : -1,
                              r->sets,
                              r->text == ROW_TEXT_HEAD};
    }
    p->row_count = lo->source->row_count;
    p->rows = edits;
}

/* Macros that --set cannot change everywhere: their values went into the tree as
 * numbers, or decided an #if. */
static void keep_fixed(program *p, lowering *lo)
{
    const fixed_name *read;
    int count = expr_reader_fixed(lo->reader, &read);
    for (int i = 0; i < count; i++)
        VEC_PUSH(lo->ctx->arena, &lo->found.fixed, read[i]);
    for (int u = 0; u < lo->source->unit_count; u++)
        for (int i = 0; i < lo->source->units[u].condition_count; i++) {
            const c_condition *c = &lo->source->units[u].conditions[i];
            VEC_PUSH(lo->ctx->arena, &lo->found.fixed, ((fixed_name){c->name, c->where}));
        }
    for (int i = 0; i < lo->source->fixed_count; i++)
        VEC_PUSH(lo->ctx->arena, &lo->found.fixed,
                 ((fixed_name){lo->source->fixed[i].name, lo->source->fixed[i].where}));
    p->fixed_count = lo->found.fixed.count;
    p->fixed = lo->found.fixed.data;
    p->library_count = lo->found.library.count;
    p->library = lo->found.library.data;
    p->implied_count = lo->found.implied.count;
    p->implied = lo->found.implied.data;
    p->followed_count = lo->found.followed.count;
    p->followed = lo->found.followed.data;
    keep_rows(p, lo);
    p->region_count = lo->found.regions.count;
    p->regions = lo->found.regions.data;
}

/* What expressions have left, beside what functions have. */
static void keep_unknowns(program *p, const lowering *lo)
{
    for (const unknown_effect *u = lo->found.unknowns; u; u = u->next) {
        unknown_effect *kept = arena_copy(lo->ctx->arena, u, sizeof *u);
        kept->next = p->unknowns;
        p->unknowns = kept;
    }
}

/* The first use of a function or object that the files declare, and none defines. */
static source_range find_elsewhere(const syntax *s)
{
    const decl *d = s && s->kind == SYNTAX_NAME ? s->decl : NULL;
    bool is_missing = d && d->is_external && !d->is_defined && !d->intrinsic && d->where.file &&
                      (d->kind == DECL_FUNCTION || d->kind == DECL_VARIABLE);
    source_range found = is_missing ? s->where : (source_range){0};
    for (int i = 0; s && i < s->child_count && !source_range_is_set(found); i++) {
        found = find_elsewhere(s->child[i]);
        if (s->kind == SYNTAX_DECLARATION && !source_range_is_set(found))
            found = find_elsewhere(s->child[i]->decl->init);
    }
    return found;
}

/* The user's files that others include, each once. */
static void keep_headers(program *p, fp_context *ctx, const c_program *source)
{
    VEC(const source_file *) headers = {0};
    for (int u = 0; u < source->unit_count; u++)
        for (int i = 0; i < source->units[u].file_count; i++) {
            const source_file *file = source->units[u].files[i].file;
            bool is_new = true;
            for (int k = 0; k < source->unit_count; k++)
                is_new &= source->units[k].file != file;
            for (int k = 0; k < headers.count; k++)
                is_new &= headers.data[k] != file;
            if (is_new)
                VEC_PUSH(ctx->arena, &headers, file);
        }
    p->header_count = headers.count;
    p->headers = headers.data;
}

static void keep_files(program *p, fp_context *ctx, const c_program *source)
{
    const source_file **files = ARENA_ARRAY(ctx->arena, source->unit_count, const source_file *);
    for (int i = 0; i < source->unit_count; i++)
        files[i] = source->units[i].file;
    p->file_count = source->unit_count;
    p->files = files;
    p->file = files[0];
    keep_headers(p, ctx, source);
    for (int i = 0; i < source->function_count && !source_range_is_set(p->elsewhere); i++)
        p->elsewhere = find_elsewhere(source->functions[i]->body);
    for (int i = 0; i < source->function_count; i++)
        if (source->functions[i]->name == intern(ctx->names, "main"))
            p->file = files[source->functions[i]->unit];
}

/* The first coarray; null: there is none. */
static const decl *first_coarray(const c_program *source)
{
    for (int i = 0; i < source->decl_count; i++)
        if (source->decls[i]->is_coarray)
            return source->decls[i];
    return NULL;
}

static source_range first_coarray_place(const lowering *lo)
{
    for (int i = 0; i < lo->found.variables.count; i++)
        if (lo->found.variables.data[i]->is_coarray)
            return lo->found.variables.data[i]->where;
    return (source_range){0};
}

/* Does it ask XcalableMP's library what nodes are? */
static bool asks_of_nodes(const lowering *lo)
{
    for (int i = 0; i < lo->found.library.count; i++)
        if (strncmp(lo->found.library.data[i].name, "xmp_nodes_", strlen("xmp_nodes_")) == 0)
            return true;
    return false;
}

static program *lower_program(lowering *lo, bool *beyond)
{
    lo->info = ARENA_ARRAY(lo->ctx->arena, lo->source->decl_count, decl_info);
    decl_index_make(lo);
    lo->reader = expr_reader_new(lo->ctx, lo->pool);
    lo->table = directive_table_new(lo->ctx, lo->pool, lo->reader);
    lower_make_functions(lo);
    constants_propagate(lo);
    value_add_variables(lo);
    value_find_aliases(lo);
    lower_declare_directives(lo);
    if (lo->spelling == DIALECT_NONE && first_coarray(lo->source))
        lo->spelling = DIALECT_XMP; /* they need no directive */
    value_find_ranks(lo);
    directive_table_resolve(lo->table);
    const source_range images = first_coarray_place(lo);
    if (source_range_is_set(images))
        directive_table_imply_images(lo->table, images);
    constants_refine(lo);
    value_add_missing_extents(lo);
    exchanges_find(lo);
    value_find_sections(lo);
    points_to_find(lo);
    value_find_unseen(lo);
    program *p = ARENA_NEW(lo->ctx->arena, program);
    p->ctx = lo->ctx;
    keep_files(p, lo->ctx, lo->source);
    p->pool = lo->pool;
    lower_functions(lo, p);
    p->unknowns = lower_unknown_functions(lo);
    lower_range_checks(lo, p, beyond);
    p->spelling = lo->spelling;
    p->keeps_loops = lo->keeps_loops;
    if (asks_of_nodes(lo))
        directive_table_use_grids(lo->table);
    p->grid_count = directive_table_grids(lo->table, &p->grids);
    p->template_count = directive_table_templates(lo->table, &p->templates);
    p->redistribution_count = directive_table_redistributions(lo->table, &p->redistributions);
    p->variable_count = lo->found.variables.count;
    p->variables = lo->found.variables.data;
    lower_declarations(lo);
    lower_check_templates(lo, p);
    lower_directive_lines(lo, p);
    lower_image_texts(lo, p);
    lower_function_comments(lo);
    keep_fixed(p, lo);
    keep_unknowns(p, lo);
    keep_listing(p, lo);
    return p;
}

/* What formals are passed is known when all functions are lowered. Where they were divided as what
 * is 0 or more, and are not, or what was taken to be in an unsigned type is not, all is lowered
 * again with what has been learnt. */
static program *lower_until_known(fp_context *ctx, const c_program *source,
                                  const pragma_list *pragmas, bool keeps_loops)
{
    enum { TIMES_MOST = 4 }; /* what is left then is a check of the program */
    const diag_mark since = diag_mark_here(ctx->diags);
    bool *beyond = ARENA_ARRAY(ctx->arena, source->decl_count + 1, bool);
    for (int i = 1;; i++) {
        lowering lo = {
            .ctx = ctx, .source = source, .pragmas = *pragmas, .keeps_loops = keeps_loops};
        lo.pool = expr_pool_new(ctx);
        lo.beyond = arena_copy(ctx->arena, beyond, (size_t)(source->decl_count + 1));
        program *p = lower_program(&lo, beyond);
        bool is_known = memcmp(lo.beyond, beyond, (size_t)source->decl_count) == 0;
        if (is_known || i == TIMES_MOST)
            return p;
        diag_forget(ctx->diags, since);
    }
}

static int mpi_calls(const syntax *s)
{
    if (!s)
        return 0;
    const char *name = s->kind == SYNTAX_CALL ? syntax_callee_name(s) : NULL;
    int count = name && strncmp(name, "MPI_", 4) == 0;
    for (int i = 0; i < s->child_count; i++)
        count += mpi_calls(syntax_part(s, i));
    return count;
}

/* Does a program begin here that all processors can execute as it stands? */
static bool is_generated(const c_program *source, const frontend_source *files)
{
    bool has_main = false;
    for (int i = 0; i < source->function_count; i++)
        has_main |= strcmp(source->functions[i]->name, "main") == 0;
    return files->keeps_loops && has_main;
}

/* Nothing is predicted of a program without directives. */
static void report_nothing(fp_context *ctx, const c_program *source, bool generated)
{
    const char *subject =
        source->unit_count == 1
            ? arena_printf(ctx->arena, "'%s' has", source_path(source->units[0].file))
            : arena_printf(ctx->arena, "these %d files have", source->unit_count);
    int calls = 0;
    for (int i = 0; i < source->function_count; i++)
        calls += mpi_calls(source->functions[i]->body);
    const char *mpi = calls ? arena_printf(ctx->arena, "; its %s %s to MPI %s not analysed",
                                           format_integer(ctx->arena, calls),
                                           calls == 1 ? "call" : "calls", calls == 1 ? "is" : "are")
                            : "";
    diag_report(
        ctx->diags, DIAG_WARNING, "no-directives", (source_range){0},
        "%s no directive, '#pragma hpf' or '#pragma xmp', and %s%s; docs/directives.md shows "
        "how to say which arrays are distributed",
        subject, generated ? "each processor executes all of it" : "nothing is predicted", mpi);
}

static const program *make_nothing(fp_context *ctx, const c_program *source)
{
    program *nothing = ARENA_NEW(ctx->arena, program);
    *nothing = (program){.ctx = ctx, .pool = expr_pool_new(ctx)};
    keep_files(nothing, ctx, source);
    return nothing;
}

const program *frontend_read(fp_context *ctx, const frontend_options *options)
{
    const frontend_source source = {.count = 1, .files = options};
    return frontend_read_program(ctx, &source);
}

const program *frontend_read_program(fp_context *ctx, const frontend_source *files)
{
    int errors = diag_errors_reported(ctx->diags);
    c_program *source = clang_program_read(ctx, files);
    if (!source)
        return NULL;
    pragma_list pragmas = pragma_read(ctx, source);
    if (!pragmas.count && !first_coarray(source)) {
        if (diag_errors_reported(ctx->diags) > errors)
            return NULL;
        if (!pragmas.misspelt)
            report_nothing(ctx, source, is_generated(source, files));
        if (!is_generated(source, files))
            return make_nothing(ctx, source);
    }
    if (source_range_is_set(source->too_deep)) {
        diag_report(ctx->diags, DIAG_ERROR, "nesting", source->too_deep,
                    "this is nested more than %s deep; move what is inside into a function or a "
                    "variable of its own",
                    format_integer(ctx->arena, source->depth_most));
        return NULL;
    }
    /* Once: these change what the source's declarations say. */
    if (files->is_called_with)
        value_take_called_with(ctx, source, &pragmas, files->word_count, files->words);
    else
        value_mark_words(ctx, source);
    value_find_inquiries(ctx, source);
    value_find_passed_functions(ctx, source, &pragmas);
    value_take_structure_members(ctx, source, &pragmas, files->entry);
    value_find_row_tables(ctx, source, &pragmas);
    value_find_made_arrays(ctx, source, &pragmas);
    value_find_whole_pointers(ctx, source, &pragmas);
    value_follow_walks(ctx, source, &pragmas);
    program *p = lower_until_known(ctx, source, &pragmas, files->keeps_loops);
    return diag_errors_reported(ctx->diags) > errors ? NULL : p;
}

int frontend_expand_macros(fp_context *ctx, const program *p, int count, const source_range *places)
{
    const struct directive_listing *listing = p->listing;
    return listing ? lower_expand_uses(ctx, listing->source, &listing->pragmas, count, places) : 0;
}

/* Does a unit before that one have the same pragma, in a header? */
static bool is_of_earlier_unit(const pragma_list *all, int i)
{
    const pragma *p = &all->data[i];
    for (int k = 0; k < i; k++) {
        const pragma *q = &all->data[k];
        if (q->unit < p->unit && q->text.file == p->text.file && q->text.line == p->text.line &&
            q->text.column == p->text.column)
            return true;
    }
    return false;
}

void frontend_dump_directives(const program *p, FILE *out)
{
    const struct directive_listing *listing = p->listing;
    for (int i = 0; listing && i < listing->pragmas.count; i++)
        for (const directive *d = listing->pragmas.data[i].directives; d; d = d->next)
            if (!is_of_earlier_unit(&listing->pragmas, i))
                directive_print(d, out);
}
