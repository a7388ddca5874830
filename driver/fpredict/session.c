#include "driver/fpredict/session.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/compiler_option.h"
#include "frontend/frontend.h"
#include "support/folder.h"
#include "support/terminal.h"
#include "support/workers.h"
#include "sysmodels/model/adjust.h"

static const source_range nowhere = {0};

const char *session_beside_program(fp_context *ctx, const char *relative)
{
    char self[4096];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length <= 0)
        return NULL;
    self[length] = '\0';
    char *slash = strrchr(self, '/');
    if (!slash)
        return NULL;
    *slash = '\0';
    const char *path = arena_printf(ctx->arena, "%s/%s", self, relative);
    return access(path, R_OK) == 0 ? path : NULL;
}

/* An installed fpredict finds its files beside itself, one in its build folder
 * those of the source tree. */
static const char *data_dir(fp_context *ctx, const char *installed, const char *built)
{
    const char *beside = session_beside_program(ctx, installed);
    return beside ? beside : built;
}

const char *const *session_machine_dirs(fp_context *ctx, int *count)
{
    return sag_search_dirs(ctx, getenv("FPREDICT_MACHINES"),
                           data_dir(ctx, FPREDICT_INSTALLED_MACHINES, FPREDICT_BUILT_MACHINES),
                           count);
}

const char *const *session_compiler_dirs(fp_context *ctx, int *count)
{
    return sag_search_dirs(ctx, getenv("FPREDICT_COMPILERS"),
                           data_dir(ctx, FPREDICT_INSTALLED_COMPILERS, FPREDICT_BUILT_COMPILERS),
                           count);
}

const char *session_runtime_root(fp_context *ctx)
{
    return session_beside_program(ctx, FPREDICT_INSTALLED_RUNTIME "/training/train_main.c")
               ? session_beside_program(ctx, FPREDICT_INSTALLED_RUNTIME)
               : FPREDICT_BUILT_RUNTIME;
}

const char *session_header_dir(fp_context *ctx)
{
    return data_dir(ctx, FPREDICT_INSTALLED_HEADERS, FPREDICT_BUILT_HEADERS);
}

/* Reads --scale, --load and --param into `out`. */
static bool read_changes(fp_context *ctx, const options *opt, sag_change *out)
{
    bool ok = true;
    for (int i = 0; i < opt->changes.count; i++) {
        const change_request *c = &opt->changes.data[i];
        ok &= c->read(ctx, c->text, &out[i]);
    }
    return ok;
}

/* The most processors that are asked for by number; 0: the directives say. */
static double most_processors(const options *opt)
{
    double most = 0;
    for (int i = 0; i < opt->procs.count; i++) {
        double all = 1;
        for (int k = 0; k < opt->procs.data[i].rank; k++)
            all *= opt->procs.data[i].extent[k];
        most = all > most ? all : most;
    }
    return most;
}

const sag_compiler *session_open_compiler(fp_context *ctx, const options *opt)
{
    int count;
    const char *const *dirs = session_compiler_dirs(ctx, &count);
    return sag_compiler_open(ctx, opt->compiler ? opt->compiler : DEFAULT_COMPILER, count, dirs);
}

const sag *session_open_machine(fp_context *ctx, const options *opt, const char *name)
{
    int dir_count;
    const char *const *dirs = session_machine_dirs(ctx, &dir_count);
    int count = opt->changes.count;
    sag_change *changes = ARENA_ARRAY(ctx->arena, count + 1, sag_change);
    bool can_change = read_changes(ctx, opt, changes);
    const sag *machine = sag_open(ctx, name, dir_count, dirs);
    const sag_compiler *compiler = session_open_compiler(ctx, opt);
    if (most_processors(opt) > 0)
        changes[count++] = (sag_change){.kind = CHANGE_NODES, .amount = most_processors(opt)};
    if (!machine || !compiler || !can_change)
        return NULL;
    session_check_training(ctx, machine);
    machine = sag_compiled(ctx, machine, compiler);
    machine = machine ? sag_with_collectives(ctx, machine, opt->collectives) : NULL;
    return machine && count ? sag_adjust(ctx, machine, count, changes) : machine;
}

const sag *session_machine_file(fp_context *ctx, const options *opt, const char *name)
{
    int dir_count;
    const char *const *dirs = session_machine_dirs(ctx, &dir_count);
    sag_change *changes = ARENA_ARRAY(ctx->arena, opt->changes.count + 1, sag_change);
    const sag *machine =
        read_changes(ctx, opt, changes) ? sag_open(ctx, name, dir_count, dirs) : NULL;
    return machine && opt->changes.count ? sag_adjust(ctx, machine, opt->changes.count, changes)
                                         : machine;
}

const sag *session_open_machine_for(fp_context *ctx, const options *opt, uint32_t ranks,
                                    uint32_t *procs)
{
    const double asked = most_processors(opt);
    options sized = *opt;
    *procs = asked > 0 ? (uint32_t)asked : ranks;
    procs_shape shape = {.rank = 1, .extent = {(int)*procs}};
    sized.procs.data = &shape;
    sized.procs.count = sized.procs.capacity = 1;
    return session_open_machine(ctx, &sized,
                                opt->machines.count ? opt->machines.data[0] : "ipsc860");
}

/* What sag_compiled refuses of the machine's rule, of --exchange. */
static bool check_elements(session *s)
{
    if (!s->opt->estimating.override_exchange || s->opt->estimating.exchange != EXCHANGE_ADAPTER ||
        sag_message_form(s->machines[0]) != MESSAGES_ELEMENTS)
        return true;
    diag_report(
        s->ctx->diags, DIAG_ERROR, "compiler-elements", nowhere,
        "--exchange adapter is not predicted with a compiler that sends elements one by one, "
        "as '%s' does: choose another rule",
        sag_compiler_name(s->machines[0]));
    return false;
}

bool session_open_machines(session *s)
{
    fp_context *ctx = s->ctx;
    const options *opt = s->opt;
    int count = opt->machines.count ? opt->machines.count : 1;
    const sag **machines = ARENA_ARRAY(ctx->arena, count, const sag *);
    bool ok = true;
    for (int i = 0; i < count; i++) {
        const char *name = opt->machines.count ? opt->machines.data[i] : "ipsc860";
        machines[i] = session_open_machine(ctx, opt, name);
        ok = ok && machines[i];
    }
    s->machine_count = count;
    s->machines = machines;
    /* What is planned otherwise: all have the same compiler; --optimize loop-order says more. */
    s->graphs = opt->graphs;
    s->graphs.plan.orders_loops |= ok && sag_loop_order(machines[0]) == LOOPS_MEMORY;
    s->graphs.plan.keeps_messages = ok && sag_message_form(machines[0]) == MESSAGES_ITERATIONS;
    return ok && check_elements(s);
}

/* --- What to predict ------------------------------------------------------- */

/* Is it the function NAME, or FILE:NAME with as much of the file's path as tells it from others? */
static bool is_named(const function *f, const char *text)
{
    const char *colon = strrchr(text, ':');
    bool is_there = !colon || source_is_named(f->text.file, text, (size_t)(colon - text));
    return is_there && strcmp(f->name, colon ? colon + 1 : text) == 0;
}

/* Static functions of several files may have one name. Returns false. */
static bool report_two_entries(session *s, const function *first, const function *second)
{
    diag *d =
        diag_report(s->ctx->diags, DIAG_ERROR, "entry", second->where,
                    "--entry: '%s' is also a function of '%s': write '--entry %s:%s' or "
                    "'--entry %s:%s'",
                    second->name, source_path(first->text.file), source_path(first->text.file),
                    first->name, source_path(second->text.file), second->name);
    diag_note(d, first->where, "the other one");
    return false;
}

static bool find_entries(session *s)
{
    const program *p = s->program;
    s->entry_count = p->entry_count;
    s->entries = p->entries;
    if (!s->opt->entry)
        return true;
    const function **one = ARENA_ARRAY(s->ctx->arena, 1, const function *);
    for (const function *f = p->functions; f; f = f->next) {
        if (!f->has_body || !is_named(f, s->opt->entry))
            continue;
        if (*one && !source_begin_together(f->where, (*one)->where))
            return report_two_entries(s, *one, f);
        *one = *one ? *one : f;
    }
    s->entry_count = 1;
    s->entries = one;
    if (*one)
        return true;
    diag_report(s->ctx->diags, DIAG_ERROR, NULL, nowhere,
                s->opt->files.count == 1 ? "--entry: %s has no function '%s' with a body"
                                         : "--entry: none of %s and the other files has a function "
                                           "'%s' with a body",
                s->opt->file, s->opt->entry);
    return false;
}

static bool parse_overrides(session *s)
{
    const options *opt = s->opt;
    distribute_override *all =
        ARENA_ARRAY(s->ctx->arena, opt->distributes.count, distribute_override);
    for (int i = 0; i < opt->distributes.count; i++)
        if (!plan_parse_override(s->ctx, s->program->pool, opt->distributes.data[i], &all[i]))
            return false;
    s->override_count = opt->distributes.count;
    s->overrides = all;
    return true;
}

/* Writes out every combination that is of this reading; the first --set varies slowest, processors
 * fastest. */
static bool combine(session *s)
{
    const options *opt = s->opt;
    fp_context *ctx = s->ctx;
    int shapes = opt->procs.count ? opt->procs.count : 1;
    int64_t total = shapes;
    for (int i = 0; i < opt->sets.count; i++) {
        total *= opt->sets.data[i].count;
        if (total > 1000000) {
            diag_report(ctx->diags, DIAG_ERROR, NULL, nowhere,
                        "more than 1,000,000 combinations of --set and --procs");
            return false;
        }
    }
    bindings *all = ARENA_ARRAY(ctx->arena, total, bindings);
    int count = 0;
    for (int64_t c = 0; c < total; c++) {
        binding *set = ARENA_ARRAY(ctx->arena, opt->sets.count, binding);
        int64_t rest = c / shapes;
        for (int i = opt->sets.count; i-- > 0;) {
            const set_values *v = &opt->sets.data[i];
            set[i] = (binding){v->name, v->values[rest % v->count]};
            rest /= v->count;
        }
        bindings *one = &all[count];
        *one = (bindings){.count = opt->sets.count, .set = set};
        if (opt->procs.count) {
            const procs_shape *shape = &opt->procs.data[c % shapes];
            one->procs_rank = shape->rank;
            memcpy(one->procs, shape->extent, sizeof shape->extent);
        }
        count += session_is_read(s, one);
    }
    s->combination_count = count;
    s->combinations = all;
    return true;
}

void session_show_progress(session *s)
{
    /* Who types the source at the terminal is not disturbed. */
    bool is_typed = false;
    for (int i = 0; i < s->opt->files.count; i++)
        is_typed |= strcmp(s->opt->files.data[i], "-") == 0 && terminal_is(stdin);
    if (!is_typed || s->program)
        s->meter = meter_start(s->ctx->arena, stderr, s->program ? "predicting" : "reading");
}

explore_effort session_effort(const session *s)
{
    return (explore_effort){.jobs = s->opt->jobs ? s->opt->jobs : workers_usual(),
                            .meter = s->meter};
}

bool session_open(session *s, fp_context *ctx, const options *opt)
{
    const unsigned long_ones = 1u << COMMAND_ESTIMATE | 1u << COMMAND_COMPARE |
                               1u << COMMAND_ANNOTATE | 1u << COMMAND_SCALE |
                               1u << COMMAND_FIT_MODEL;
    *s = (session){.ctx = ctx, .opt = opt};
    s->estimating = session_estimating(s);
    if (long_ones >> opt->command & 1)
        session_show_progress(s);
    if (opt->no_warnings)
        diag_drop_warnings(ctx->diags);
    if (opt->warnings_as_errors && !opt->is_part)
        diag_promote_warnings(ctx->diags);
    /* Both, so that one run tells of mistakes in the machine and in the source. */
    bool has_machines = session_open_machines(s);
    bool is_read = session_read(s);
    if (opt->warnings_as_errors && !s->is_part) { /* those of a part are for its link */
        diag_promote_warnings(ctx->diags);
        is_read = is_read && !diag_has_errors(ctx->diags);
    }
    return is_read && has_machines && find_entries(s) && parse_overrides(s) && combine(s);
}

bool session_next_reading(session *s, bool *ok)
{
    if (s->is_part || s->reading + 1 >= s->reading_count)
        return false;
    s->reading++;
    const bool is_open = session_read(s) && find_entries(s) && parse_overrides(s) && combine(s);
    *ok = *ok && is_open;
    return is_open;
}

/* --- Output files -------------------------------------------------------------- */

FILE *session_create(session *s, const char *path)
{
    for (int i = 0; i < s->opt->files.count; i++)
        if (folder_is_same_file(path, s->opt->files.data[i])) {
            diag_report(s->ctx->diags, DIAG_ERROR, NULL, nowhere,
                        "--output '%s' is the source itself: write the copy elsewhere", path);
            return NULL;
        }
    FILE *out = fopen(path, "w");
    if (!out)
        diag_report(s->ctx->diags, DIAG_ERROR, NULL, nowhere, "cannot write '%s': %s", path,
                    strerror(errno));
    return out;
}

/* --- The end ---------------------------------------------------------------- */

/* A terminal's columns, where it has fewer than what anybody reads. */
static int width_of(FILE *out)
{
    enum { READABLE = 100, NARROWEST = 30 };
    int columns = terminal_columns(out, READABLE);
    return columns > READABLE ? READABLE : columns < NARROWEST ? NARROWEST : columns;
}

/* Is it for programs to read, whatever the locale? */
static bool is_data(const options *opt)
{
    return opt->format != FORMAT_TEXT || opt->as != DUMP_TEXT;
}

FILE *session_out(session *s)
{
    meter_stop(s->meter);
    if (is_data(s->opt))
        return stdout;
    return s->text.out ? s->text.out : terminal_open(&s->text, stdout);
}

report_style session_style(const session *s)
{
    return (report_style){.color = terminal_has_color(stdout, s->opt->color),
                          .width = width_of(stdout)};
}

void session_say(session *s)
{
    terminal_text text;
    meter_stop(s->meter);
    terminal_open(&text, stderr);
    if (s->pragmas)
        diag_print(s->pragmas, text.out, terminal_has_color(stderr, s->opt->color), DIAG_WARNING);
    diag_print(s->ctx->diags, text.out, terminal_has_color(stderr, s->opt->color),
               s->is_part        ? DIAG_ERROR
               : s->opt->remarks ? DIAG_REMARK
                                 : DIAG_WARNING);
    terminal_close(&text);
    s->has_said = true;
}

int session_close(session *s, bool ok)
{
    if (!s->has_said)
        session_say(s);
    bool is_written = !s->text.out || terminal_close(&s->text);
    if (!is_written || fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "fpredict: error: cannot write standard output: %s\n", strerror(errno));
        return 1;
    }
    if (s->pragmas && diag_has_errors(s->pragmas))
        return EXIT_UNKNOWN_PRAGMA;
    return ok && !diag_has_errors(s->ctx->diags) ? 0 : 1;
}
