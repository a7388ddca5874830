/* Reads one source and prints what the front end makes of it: the program, or
 * with -d the directives, or the diagnostics.
 *
 * lower_main [-d] [-q] FILE [compile flags…] */

#include <string.h>

#include "frontend/frontend.h"
#include "program/print.h"

static void print_program(const program *p)
{
    program_print(p, stdout);
    for (int i = 0; i < p->entry_count; i++)
        printf("entry %s\n", p->entries[i]->name);
    for (int i = 0; i < p->fixed_count; i++)
        printf("--set %s does not reach line %d\n", p->fixed[i].name, p->fixed[i].where.line);
}

int main(int argc, char **argv)
{
    bool directives = false, quiet = false;
    int at = 1;
    for (; at < argc && argv[at][0] == '-' && argv[at][1] && strchr("dq", argv[at][1]); at++)
        *(argv[at][1] == 'd' ? &directives : &quiet) = true;
    if (at >= argc)
        return 2;
    fp_context *ctx = fp_context_new();
    frontend_options options = {
        .path = argv[at],
        .argument_count = argc - at - 1,
        .arguments = (const char *const *)(argv + at + 1),
        .header_dir = FP_SOURCE_DIR "/frontend/include",
        .quiet_compiler = quiet,
    };
    const program *p = frontend_read(ctx, &options);
    if (p && directives)
        frontend_dump_directives(p, stdout);
    else if (p)
        print_program(p);
    bool is_valid = true;
    for (const function *f = p ? p->functions : NULL; f; f = f->next)
        is_valid &= tree_verify(p, f, f->body, false);
    diag_print(ctx->diags, stdout, false, DIAG_REMARK);
    fp_context_free(ctx);
    return p && is_valid ? 0 : 1;
}
