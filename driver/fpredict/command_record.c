#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver/compiler_option.h"
#include "driver/fpredict/mpi_compiler.h"
#include "driver/fpredict/record.h"
#include "support/folder.h"
#include "support/format.h"
#include "trace/record/join.h"

/* fpredict record: runs an MPI program with a library between it and MPI, whose ranks write what
 * they see into files of their own, and makes a trace of these (docs/traces.md). */

typedef VEC(const char *) word_list;

bool record_fail(const recording *r, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    diag_report(r->ctx->diags, DIAG_ERROR, "record", (source_range){0}, "%s",
                arena_vprintf(r->ctx->arena, format, args));
    va_end(args);
    return false;
}

const char *record_said(const recording *r, const char *path)
{
    char text[2001];
    FILE *in = fopen(path, "r");
    if (!in)
        return "";
    size_t length = fread(text, 1, sizeof text - 1, in);
    fclose(in);
    while (length && text[length - 1] == '\n')
        length--;
    text[length] = '\0';
    process_make_plain(text);
    return *text ? arena_printf(r->ctx->arena, ":\n%s", text) : "";
}

/* --- Running --------------------------------------------------------------------- */

/* mpicc, where several are installed that of the one who starts the program. */
static const char *compiler_of(const recording *r)
{
    const char *named = mpi_compiler_of(r->opt->flags[r->launcher_at]);
    const char *other = r->launcher == LAUNCHER_OPEN_MPI ? "mpicc.openmpi"
                        : r->launcher == LAUNCHER_HYDRA  ? "mpicc.mpich"
                                                         : named;
    if (r->opt->mpicc)
        return r->opt->mpicc;
    return strcmp(named, "mpicc") == 0 && process_find(r->ctx->arena, other) ? other : named;
}

static void add_variable(const recording *r, word_list *w, const char *name, const char *value)
{
    if (value)
        VEC_PUSH(r->ctx->arena, w, arena_printf(r->ctx->arena, "%s=%s", name, value));
}

/* What the library of the ranks looks for: NAME=VALUE. */
static word_list variables_of(const recording *r)
{
    word_list w = {0};
    const char *theirs = getenv("LD_PRELOAD");
    add_variable(r, &w, "FPREDICT_RECORD", r->raw);
    add_variable(r, &w, "FPREDICT_RECORD_CLASSES", r->opt->record_classes);
    add_variable(r, &w, "FPREDICT_RECORD_FUNCTIONS", r->opt->record_functions);
    add_variable(r, &w, "FPREDICT_RECORD_CPU", r->opt->record_cpu);
    if (r->library && theirs && *theirs)
        add_variable(r, &w, "LD_PRELOAD", arena_printf(r->ctx->arena, "%s:%s", r->library, theirs));
    else
        add_variable(r, &w, "LD_PRELOAD", r->library);
    return w;
}

/* Open MPI has variables for each of the programs that ':' separates. */
static word_list command_of(const recording *r, const word_list *variables)
{
    arena *a = r->ctx->arena;
    word_list w = {0};
    for (int i = 0; i < r->opt->flag_count; i++) {
        VEC_PUSH(a, &w, r->opt->flags[i]);
        const bool is_next = i == r->launcher_at || (strcmp(r->opt->flags[i], ":") == 0 &&
                                                     r->launcher == LAUNCHER_OPEN_MPI);
        if (!is_next || (r->launcher != LAUNCHER_OPEN_MPI && r->launcher != LAUNCHER_HYDRA))
            continue;
        for (int k = 0; k < variables->count; k++) {
            const char *text = variables->data[k], *equals = strchr(text, '=');
            const bool is_hydra = r->launcher == LAUNCHER_HYDRA;
            VEC_PUSH(a, &w, is_hydra ? "-genv" : "-x");
            if (is_hydra)
                VEC_PUSH(a, &w, arena_strndup(a, text, (size_t)(equals - text)));
            VEC_PUSH(a, &w, is_hydra ? equals + 1 : text);
        }
    }
    VEC_PUSH(a, &w, NULL);
    return w;
}

enum { SIGNALS = 32 };

/* A code from 128 on is what starters of programs say of ranks that a signal has ended, but may be
 * the program's own. */
static const char *how_it_ended(const recording *r, const process_result *result)
{
    const int signal_number = result->status - 128;
    if (result->is_killed || signal_number <= 0)
        return result->how;
    if (signal_number >= SIGNALS)
        return result->how;
    return arena_printf(r->ctx->arena,
                        "exits with %d, as it does if a rank is ended by a signal (%s)",
                        result->status, strsignal(signal_number));
}

/* Runs it; its exit code. */
static int run(recording *r, bool *has_run)
{
    word_list variables = variables_of(r);
    const word_list words = command_of(r, &variables);
    const bool has_own = r->launcher == LAUNCHER_OPEN_MPI || r->launcher == LAUNCHER_HYDRA;
    VEC_PUSH(r->ctx->arena, &variables, NULL);
    const process_command c = {.arguments = words.data,
                               .variables = has_own ? NULL : variables.data,
                               .keeps_input = !isatty(STDIN_FILENO)};
    fflush(stdout);
    const process_result result = process_run(&r->watch, r->ctx->arena, &c);
    *has_run = result.end != PROCESS_NOT_STARTED;
    if (result.end == PROCESS_OK)
        return 0;
    if (result.end == PROCESS_STOPPED)
        return record_fail(r, "interrupted"), 128 + r->watch.signal_number;
    if (result.end == PROCESS_NOT_STARTED)
        return record_fail(r, "'%s' %s", words.data[0], result.why), 1;
    record_fail(r, "'%s' %s", words.data[0], how_it_ended(r, &result));
    return result.status;
}

/* --- What came of it --------------------------------------------------------------- */

static void say_unseen(const recording *r, const record_summary *s)
{
    static const char *const what[RAW_UNSEEN_COUNT] = {
        [RAW_BETWEEN_GROUPS] = "calls on communicators between two groups are in the trace without "
                               "what they say to each other",
        [RAW_UNKNOWN_COMM] = "calls on communicators or windows that nobody saw being made (by "
                             "another library, or a call that is not recorded) are in the trace "
                             "without what they send",
        [RAW_LATER] = "collectives that do not wait (MPI_Ibarrier, MPI_Iallreduce) are in the "
                      "trace as calls alone, without what they exchange",
        [RAW_NEIGHBOURS] = "collectives among neighbours are in the trace as calls alone, without "
                           "what they exchange",
        [RAW_FREED_REQUESTS] = "requests were freed while they were under way: when they ended is "
                               "not in the trace",
        [RAW_OTHER_THREADS] = "calls are of threads other than those that called MPI_Init: they "
                              "are not in the trace",
        [RAW_OTHER_PROCESSES] = "communicators have processes that are not of MPI_COMM_WORLD: what "
                                "these send is not in the trace",
        [RAW_OF_MPI4] = "calls that MPI 4 has added (MPI_Send_c, MPI_Isendrecv, MPI_Barrier_init, "
                        "MPI_Psend_init) are in the trace as calls alone, without what they "
                        "exchange",
    };
    for (int i = 0; i < RAW_UNSEEN_COUNT; i++)
        if (s->unseen[i])
            diag_report(r->ctx->diags, DIAG_WARNING, "not-recorded", (source_range){0},
                        "%" PRIu64 " %s", s->unseen[i], what[i]);
}

static void say_summary(const recording *r, const record_summary *s)
{
    arena *a = r->ctx->arena;
    FILE *out = stderr; /* the program's own output is not to be mixed with it */
    fprintf(out, "fpredict: %s/traces.otf2: %s of %s, %s\n", r->opt->output,
            format_time(a, s->seconds), format_plural(a, s->rank_count, "rank", "ranks"),
            format_plural(a, (double)s->events, "event", "events"));
    if (s->clocks)
        fprintf(
            out,
            "fpredict: %s had another clock than rank 0: compared at the beginning and the end, "
            "to %s\n",
            format_plural(a, s->clocks, "rank", "ranks"), format_time(a, s->clock_error_s));
    fprintf(out, "fpredict: next: fpredict trace show %s\n", r->opt->output);
}

/* Ranks that wrote nothing at all, and why that may be. */
static bool say_nothing(const recording *r)
{
    if (r->launcher == LAUNCHER_SIMULATED)
        return record_fail(r, "no rank wrote anything: SMPI gives its programs no library, so they "
                              "are linked with it: 'fpredict record --compile -- smpicc ...'");
    return record_fail(
        r,
        "no rank wrote anything. Does the program call MPI_Init, and of the MPI that '%s' compiles "
        "for (--mpicc names another)? A static program, and one that is started by other means "
        "than its environment, is linked with the library: 'fpredict record --compile -- %s ...'. "
        "Programs in Fortran are not recorded under Open MPI, whose calls do not pass through C",
        r->mpicc, r->mpicc);
}

/* Only of a folder that this run has made: what --from names stays as it is. */
static void remove_raw(const recording *r)
{
    static const char *const ends[] = {".events", ".names", ".so", ".o"};
    arena *a = r->ctx->arena;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        const path_list files = folder_files(a, r->raw, i < 2 ? "rank-" : "record-", ends[i]);
        for (int k = 0; k < files.count; k++)
            unlink(files.data[k]);
    }
    rmdir(r->raw);
}

/* Makes the trace; what ranks have written stays where that fails. */
static bool make_trace(const recording *r, bool has_run, int status)
{
    record_summary s;
    if (!record_has_any(r->ctx, r->raw)) {
        if (r->opt->raw_folder)
            return record_fail(r, "no rank has written anything in '%s'", r->raw);
        remove_raw(r);
        return has_run && status ? record_fail(r, "until then no rank had written anything")
               : has_run         ? say_nothing(r)
                                 : false;
    }
    const bool is_made = record_join(r->ctx, r->raw, r->opt->output, &s);
    if (!is_made || s.is_damaged)
        diag_report(r->ctx->diags, DIAG_WARNING, "record", (source_range){0},
                    "what the ranks wrote is kept: 'fpredict record --from %s -o FOLDER' makes a "
                    "trace of it",
                    r->raw);
    if (!is_made)
        return false;
    say_unseen(r, &s);
    say_summary(r, &s);
    if (!r->opt->raw_folder && !s.is_damaged)
        remove_raw(r);
    return s.is_whole;
}

/* --- The command ------------------------------------------------------------------- */

static bool check_output(const recording *r)
{
    struct stat there;
    if (stat(r->opt->output, &there) == 0)
        return record_fail(r,
                           "--output '%s': there is something of this name; a trace is written "
                           "into a new folder",
                           r->opt->output);
    if (!folder_make_for(r->opt->output))
        return record_fail(r, "--output '%s' cannot be made: %s", r->opt->output, strerror(errno));
    return true;
}

/* FOLDER.raw, by a path that is the same wherever ranks work. */
static bool make_raw(recording *r)
{
    arena *a = r->ctx->arena;
    const char *output = r->opt->output;
    size_t length = strlen(output);
    while (length > 1 && output[length - 1] == '/')
        length--;
    const char *raw = arena_printf(a, "%.*s.raw", (int)length, output);
    if (mkdir(raw, 0777) != 0)
        return record_fail(
            r,
            errno == EEXIST
                ? "'%s' is there: what ranks of a run before wrote, if it is fpredict's; "
                  "'--from' makes a trace of it"
                : "'%s', which ranks write into, cannot be made",
            raw);
    char *real = realpath(raw, NULL);
    r->raw = real ? arena_strdup(a, real) : raw;
    free(real);
    return true;
}

static int record(recording *r)
{
    const char *typed = r->opt->flags[0];
    if (!process_find(r->ctx->arena, typed))
        return record_fail(r, "there is no program '%s' here", typed), 1;
    if (!check_output(r) || !make_raw(r))
        return 1;
    r->launcher = record_find_launcher(r);
    r->mpicc = compiler_of(r);
    if (r->launcher != LAUNCHER_SIMULATED)
        r->library = record_library(r, false, r->raw);
    if (r->launcher != LAUNCHER_SIMULATED && !r->library) {
        remove_raw(r);
        return 1;
    }
    bool has_run;
    const int status = run(r, &has_run);
    const bool is_good = make_trace(r, has_run, status);
    return status ? status : !is_good;
}

/* Does a command of a compiler end in a program? */
static bool is_link(const options *opt)
{
    static const char *const others[] = {"-c", "-S", "-E", "-M", "-MM", "-fsyntax-only"};
    for (int i = 0; i < opt->flag_count; i++)
        for (size_t k = 0; k < sizeof others / sizeof *others; k++)
            if (strcmp(opt->flags[i], others[k]) == 0)
                return false;
    return true;
}

/* The word behind those that start the compiler: "ccache mpicc.mpich -c f.c". */
static int first_argument(const recording *r)
{
    int at = 1;
    while (at < r->opt->flag_count && r->opt->flags[at][0] != '-' &&
           !compiler_reads(r->opt->flags[at]) && process_find(r->ctx->arena, r->opt->flags[at]))
        at++;
    return at;
}

/* mpicc, of a command that is one; of those of other languages the one beside it. */
static const char *compiler_beside(const recording *r)
{
    const char *typed = r->opt->flags[first_argument(r) - 1], *slash = strrchr(typed, '/');
    const char *name = slash ? slash + 1 : typed, *dot = strchr(name, '.');
    if (r->opt->mpicc)
        return r->opt->mpicc;
    return arena_printf(r->ctx->arena, "%.*s%s%s", (int)(name - typed), typed,
                        name[0] == 's' ? "smpicc" : "mpicc", dot ? dot : "");
}

/* The object is none of the language that -x names for what follows. */
static void add_object(const recording *r, const char *object, word_list *w)
{
    bool is_named = false;
    for (int i = 1; i < r->opt->flag_count; i++) {
        const char *value = NULL;
        const compiler_option *known = compiler_option_find(r->opt->flags[i], &value);
        if (known && known->effect == EFFECT_LANGUAGE)
            is_named = true;
        if (known && !value && known->form != FORM_ALONE)
            i++;
    }
    if (is_named) {
        VEC_PUSH(r->ctx->arena, w, "-x");
        VEC_PUSH(r->ctx->arena, w, "none");
    }
    VEC_PUSH(r->ctx->arena, w, object);
}

/* Headers beside the sources that are marked come first, as they do for these. */
static void add_folder(const recording *r, const record_marks *marks, word_list *w)
{
    if (!marks->folder)
        return;
    const char *source = marks->sources.data[0], *slash = strrchr(source, '/');
    VEC_PUSH(r->ctx->arena, w,
             slash ? arena_printf(r->ctx->arena, "-iquote%.*s", (int)(slash - source + 1), source)
                   : "-iquote.");
}

static word_list compile_words(const recording *r, const record_marks *marks, const char *object)
{
    arena *a = r->ctx->arena;
    word_list w = {0};
    const int first = first_argument(r);
    for (int i = 0; i < first; i++)
        VEC_PUSH(a, &w, marks->words.data[i]);
    VEC_PUSH(a, &w, "-DFPREDICT_RECORD");
    VEC_PUSH(a, &w, arena_printf(a, "-I%s", session_header_dir(r->ctx)));
    add_folder(r, marks, &w);
    for (int i = first; i < marks->words.count; i++)
        VEC_PUSH(a, &w, marks->words.data[i]);
    if (*object)
        add_object(r, object, &w);
    VEC_PUSH(a, &w, NULL);
    return w;
}

static int compile(recording *r)
{
    r->mpicc = compiler_beside(r);
    record_choice choice;
    record_marks marks = {0};
    const char *object = is_link(r->opt) ? record_library(r, true, NULL) : "";
    if (!object || !record_choose(r, &choice))
        return 1;
    int status = 1;
    if (record_mark(r, &choice, &marks)) {
        const word_list w = compile_words(r, &marks, object);
        const process_command c = {.arguments = w.data, .keeps_input = !isatty(STDIN_FILENO)};
        const process_result result = process_run(&r->watch, r->ctx->arena, &c);
        if (result.end == PROCESS_NOT_STARTED)
            record_fail(r, "'%s' %s", w.data[0], result.why);
        status = result.end == PROCESS_OK ? 0 : result.status ? result.status : 1;
    }
    record_marks_end(r, &marks);
    return status;
}

int command_record(fp_context *ctx, const options *opt)
{
    session s = {.ctx = ctx, .opt = opt};
    recording r = {.ctx = ctx, .opt = opt, .raw = opt->raw_folder};
    process_watch_signals(&r.watch);
    const int status = opt->is_compile   ? compile(&r)
                       : opt->raw_folder ? !(check_output(&r) && make_trace(&r, true, 0))
                                         : record(&r);
    process_unwatch(&r.watch);
    const int code = session_close(&s, status == 0);
    return status ? status : code;
}
