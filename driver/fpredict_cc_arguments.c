#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/fpredict_cc.h"
#include "support/source.h"

enum { RESPONSE_DEPTH = 20 }; /* a response file may name itself */

/* --- Reading --------------------------------------------------------------- */

/* Adds an argument, or those of the response file that it names. What cannot be
 * read stays as it is: the compiler says what is wrong with it. */
static void expand(cc_command *c, const char *text, int origin, int depth)
{
    const source_file *file = NULL;
    if (text[0] == '@' && depth < RESPONSE_DEPTH)
        file = source_open(source_set_new(c->arena), text + 1);
    if (!file) {
        VEC_PUSH(c->arena, &c->arguments, ((cc_argument){.text = text, .origin = origin}));
        return;
    }
    text_list words = {0};
    cc_split_response(c->arena, source_text(file), source_length(file), &words);
    for (int i = 0; i < words.count; i++)
        expand(c, words.data[i], origin, depth + 1);
}

/* What an option of the compiler means here. */
typedef enum effect {
    EFFECT_FLAG,    /* says how a source is read */
    EFFECT_IGNORED, /* does not */
    EFFECT_PREPROCESS,
    EFFECT_CHECK,
    EFFECT_ASSEMBLY,
    EFFECT_OBJECT,
    EFFECT_SHOW,
    EFFECT_OUTPUT,
    EFFECT_LANGUAGE,
    EFFECT_INCLUDE_DIR, /* a flag, too */
    EFFECT_FORCED,      /* a flag, too */
    EFFECT_COLOR,
    EFFECT_NO_COLOR
} effect;

typedef enum spelling {
    ALONE,    /* -c */
    JOINED,   /* -Wall, -std=c17: the name begins it */
    SEPARATE, /* -Xclang X */
    TAILED,   /* -Xarch_NAME X */
    EITHER    /* -I X, -IX */
} spelling;

typedef struct option_form {
    const char *name;
    spelling form;
    effect effect;
} option_form;

/* The first that fits counts. What is not here stands alone and is a flag. */
static const option_form forms[] = {
    {"-E", ALONE, EFFECT_PREPROCESS},
    {"--preprocess", ALONE, EFFECT_PREPROCESS},
    {"-M", ALONE, EFFECT_PREPROCESS},
    {"-MM", ALONE, EFFECT_PREPROCESS},
    {"-fsyntax-only", ALONE, EFFECT_CHECK},
    {"-S", ALONE, EFFECT_ASSEMBLY},
    {"--assemble", ALONE, EFFECT_ASSEMBLY},
    {"-c", ALONE, EFFECT_OBJECT},
    {"--compile", ALONE, EFFECT_OBJECT},
    {"-###", ALONE, EFFECT_SHOW},
    {"--version", ALONE, EFFECT_SHOW},
    {"--help", JOINED, EFFECT_SHOW},
    {"-help", ALONE, EFFECT_SHOW},
    {"-print-", JOINED, EFFECT_SHOW},
    {"--print-", JOINED, EFFECT_SHOW},
    {"-dumpversion", ALONE, EFFECT_SHOW},
    {"-dumpmachine", ALONE, EFFECT_SHOW},
    {"-fcolor-diagnostics", ALONE, EFFECT_COLOR},
    {"-fdiagnostics-color", ALONE, EFFECT_COLOR},
    {"-fdiagnostics-color=always", ALONE, EFFECT_COLOR},
    {"-fno-color-diagnostics", ALONE, EFFECT_NO_COLOR},
    {"-fno-diagnostics-color", ALONE, EFFECT_NO_COLOR},
    {"-fdiagnostics-color=never", ALONE, EFFECT_NO_COLOR},
    {"-x", EITHER, EFFECT_LANGUAGE},
    {"--language", SEPARATE, EFFECT_LANGUAGE},
    {"--language=", JOINED, EFFECT_LANGUAGE},
    {"-objc", JOINED, EFFECT_FLAG},
    {"-object", JOINED, EFFECT_IGNORED},
    {"-o", EITHER, EFFECT_OUTPUT},
    {"--output", SEPARATE, EFFECT_OUTPUT},
    {"--output=", JOINED, EFFECT_OUTPUT},

    /* Dependency files and other outputs: the predictor must not write them. */
    {"-MF", EITHER, EFFECT_IGNORED},
    {"-MT", EITHER, EFFECT_IGNORED},
    {"-MQ", EITHER, EFFECT_IGNORED},
    {"-MJ", EITHER, EFFECT_IGNORED},
    {"-M", JOINED, EFFECT_IGNORED},
    {"-dependency-file", SEPARATE, EFFECT_IGNORED},
    {"-dependency-dot", SEPARATE, EFFECT_IGNORED},
    {"-module-dependency-dir", SEPARATE, EFFECT_IGNORED},
    {"-gen-cdb-fragment-path", SEPARATE, EFFECT_IGNORED},
    {"-serialize-diagnostics", SEPARATE, EFFECT_IGNORED},
    {"--serialize-diagnostics", SEPARATE, EFFECT_IGNORED},
    {"-dumpdir", SEPARATE, EFFECT_IGNORED},
    {"-dsym-dir", SEPARATE, EFFECT_IGNORED},
    {"--analyzer-output", SEPARATE, EFFECT_IGNORED},
    {"-arcmt-migrate-report-output", SEPARATE, EFFECT_IGNORED},
    {"-save-temps", JOINED, EFFECT_IGNORED},
    {"--save-temps", JOINED, EFFECT_IGNORED},
    {"-ftime-", JOINED, EFFECT_IGNORED},
    {"-fplugin", JOINED, EFFECT_IGNORED},
    {"-fdiagnostics-", JOINED, EFFECT_IGNORED},
    {"-fproc-stat-report", JOINED, EFFECT_IGNORED},
    {"-foptimization-record", JOINED, EFFECT_IGNORED},
    {"-fsave-optimization-record", JOINED, EFFECT_IGNORED},

    /* How headers are found. */
    {"-include-pch", SEPARATE, EFFECT_FLAG},
    {"-include", EITHER, EFFECT_FORCED},
    {"--include", SEPARATE, EFFECT_FORCED},
    {"--include=", JOINED, EFFECT_FORCED},
    {"-imacros", EITHER, EFFECT_FORCED},
    {"--include-directory", SEPARATE, EFFECT_INCLUDE_DIR},
    {"--include-directory=", JOINED, EFFECT_INCLUDE_DIR},
    {"-isystem-after", SEPARATE, EFFECT_INCLUDE_DIR},
    {"-iquote", EITHER, EFFECT_INCLUDE_DIR},
    {"-isystem", EITHER, EFFECT_INCLUDE_DIR},
    {"-idirafter", EITHER, EFFECT_INCLUDE_DIR},
    {"-I", EITHER, EFFECT_INCLUDE_DIR},
    {"-iprefix", EITHER, EFFECT_FLAG},
    {"-iwithprefixbefore", EITHER, EFFECT_FLAG},
    {"-iwithprefix", EITHER, EFFECT_FLAG},
    {"-iwithsysroot", EITHER, EFFECT_FLAG},
    {"-isysroot", EITHER, EFFECT_FLAG},
    {"-iframeworkwithsysroot", SEPARATE, EFFECT_FLAG},
    {"-iframework", EITHER, EFFECT_FLAG},
    {"-ivfsoverlay", SEPARATE, EFFECT_FLAG},
    {"-vfsoverlay", SEPARATE, EFFECT_FLAG},
    {"--sysroot", SEPARATE, EFFECT_FLAG},
    {"-resource-dir", SEPARATE, EFFECT_IGNORED}, /* the compiler's own; libclang has another */
    {"-resource-dir=", JOINED, EFFECT_IGNORED},
    {"-working-directory", SEPARATE, EFFECT_FLAG},
    {"-D", EITHER, EFFECT_FLAG},
    {"--define-macro", SEPARATE, EFFECT_FLAG},
    {"-U", EITHER, EFFECT_FLAG},
    {"--undefine-macro", SEPARATE, EFFECT_FLAG},
    {"-A", EITHER, EFFECT_FLAG},
    {"-F", EITHER, EFFECT_FLAG},
    {"-G", EITHER, EFFECT_FLAG},
    {"-B", EITHER, EFFECT_FLAG},
    {"-target", SEPARATE, EFFECT_FLAG},
    {"-arch", SEPARATE, EFFECT_FLAG},
    {"--param", SEPARATE, EFFECT_IGNORED},
    {"--config", SEPARATE, EFFECT_FLAG},
    {"-mthread-model", SEPARATE, EFFECT_FLAG},
    {"-meabi", SEPARATE, EFFECT_FLAG},
    {"-iapinotes-modules", SEPARATE, EFFECT_FLAG},
    {"-cxx-isystem", SEPARATE, EFFECT_FLAG},
    {"-fmodules-user-build-path", SEPARATE, EFFECT_FLAG},
    {"-darwin-target-variant", SEPARATE, EFFECT_FLAG},
    {"-darwin-target-variant-triple", SEPARATE, EFFECT_FLAG},
    {"-fexperimental-openacc-macro-override", SEPARATE, EFFECT_FLAG},
    {"-hlsl-entry", SEPARATE, EFFECT_IGNORED},
    {"-ccc-gcc-name", SEPARATE, EFFECT_IGNORED},
    {"-ccc-install-dir", SEPARATE, EFFECT_IGNORED},
    {"-ccc-arcmt-migrate", SEPARATE, EFFECT_IGNORED},
    {"-ccc-objcmt-migrate", SEPARATE, EFFECT_IGNORED},

    /* Passed on to a stage that the predictor has not. */
    {"-Xclang", SEPARATE, EFFECT_IGNORED},
    {"-Xpreprocessor", SEPARATE, EFFECT_FLAG},
    {"-Xassembler", SEPARATE, EFFECT_IGNORED},
    {"-Xlinker", SEPARATE, EFFECT_IGNORED},
    {"-Xanalyzer", SEPARATE, EFFECT_IGNORED},
    {"-Xarch_", TAILED, EFFECT_IGNORED},
    {"-Xopenmp-target", TAILED, EFFECT_IGNORED},
    {"-Xoffload-linker", TAILED, EFFECT_IGNORED},
    {"-Xcuda-fatbinary", SEPARATE, EFFECT_IGNORED},
    {"-Xcuda-ptxas", SEPARATE, EFFECT_IGNORED},
    {"-mllvm", SEPARATE, EFFECT_IGNORED},
    {"-mmlir", SEPARATE, EFFECT_IGNORED},
    {"-rpath", SEPARATE, EFFECT_IGNORED},
    {"-Wp,", JOINED, EFFECT_FLAG},
    {"-W", JOINED, EFFECT_IGNORED},
    {"-R", JOINED, EFFECT_IGNORED},
    {"-w", ALONE, EFFECT_IGNORED},
    {"-v", ALONE, EFFECT_IGNORED},
    {"-pedantic", JOINED, EFFECT_IGNORED},
    {"-g", JOINED, EFFECT_IGNORED},
    {"-l", EITHER, EFFECT_IGNORED},
    {"-L", EITHER, EFFECT_IGNORED},
    {"-Tbss", EITHER, EFFECT_IGNORED},
    {"-Tdata", EITHER, EFFECT_IGNORED},
    {"-Ttext", EITHER, EFFECT_IGNORED},
    {"-T", EITHER, EFFECT_IGNORED},
    {"-z", SEPARATE, EFFECT_IGNORED},
    {"-undef", ALONE, EFFECT_FLAG},
    {"-u", EITHER, EFFECT_IGNORED},
    {"-e", EITHER, EFFECT_IGNORED},
    {"-b", SEPARATE, EFFECT_IGNORED},
};

/* Returns the form of an option and its value: the rest of its text, null when
 * the next argument holds it. */
static const option_form *form_of(const char *text, const char **value)
{
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        const option_form *f = &forms[i];
        size_t length = strlen(f->name);
        if (strncmp(text, f->name, length) != 0)
            continue;
        bool is_whole = text[length] == '\0';
        *value = is_whole ? NULL : text + length;
        switch (f->form) {
        case ALONE:
        case SEPARATE:
            if (is_whole)
                return f;
            break;
        case TAILED:
            *value = NULL;
            return f;
        case JOINED:
            *value = text + length;
            return f;
        case EITHER:
            return f;
        }
    }
    return NULL;
}

static void stop_at(cc_command *c, cc_stage stage)
{
    if (stage < c->stage)
        c->stage = stage;
}

/* Notes what an option means; `value` is null for one that has none. */
static void apply(cc_command *c, effect e, const char *value, const char **language)
{
    switch (e) {
    case EFFECT_FLAG:
    case EFFECT_IGNORED:
        break;
    case EFFECT_PREPROCESS:
        stop_at(c, CC_PREPROCESS);
        break;
    case EFFECT_CHECK:
        stop_at(c, CC_CHECK);
        break;
    case EFFECT_ASSEMBLY:
        stop_at(c, CC_ASSEMBLY);
        break;
    case EFFECT_OBJECT:
        stop_at(c, CC_OBJECT);
        break;
    case EFFECT_SHOW:
        c->only_shows = true;
        break;
    case EFFECT_OUTPUT:
        c->output = value;
        break;
    case EFFECT_LANGUAGE:
        *language = value && strcmp(value, "none") != 0 ? value : NULL;
        break;
    case EFFECT_INCLUDE_DIR:
        VEC_PUSH(c->arena, &c->include_dirs, value);
        break;
    case EFFECT_FORCED:
        VEC_PUSH(c->arena, &c->forced, value);
        break;
    case EFFECT_COLOR:
        c->color = 1;
        break;
    case EFFECT_NO_COLOR:
        c->color = 0;
        break;
    }
}

static bool is_flag(effect e)
{
    return e == EFFECT_FLAG || e == EFFECT_INCLUDE_DIR || e == EFFECT_FORCED;
}

static void take_input(cc_command *c, const char *path, const char *language)
{
    size_t length = strlen(path);
    bool is_c =
        language ? strcmp(language, "c") == 0 : length > 2 && strcmp(path + length - 2, ".c") == 0;
    c->input_count++;
    if (is_c)
        VEC_PUSH(c->arena, &c->sources, ((cc_source){path, language != NULL}));
}

/* Takes the compiler's option at `i`; returns the index of its last argument. */
static int take_compiler_option(cc_command *c, int i, const char **language)
{
    const char *text = c->arguments.data[i].text, *value = NULL;
    const option_form *form = form_of(text, &value);
    if (!form) {
        VEC_PUSH(c->arena, &c->flags, text);
        return i;
    }
    int last = i;
    if (!value && form->form != ALONE) {
        if (i + 1 == c->arguments.count) {
            c->only_shows = true; /* the compiler says that it is missing */
            return i;
        }
        value = c->arguments.data[++last].text;
    }
    apply(c, form->effect, value, language);
    for (int j = i; is_flag(form->effect) && j <= last; j++)
        VEC_PUSH(c->arena, &c->flags, c->arguments.data[j].text);
    return last;
}

cc_command *cc_read_arguments(arena *a, int argc, char **argv)
{
    cc_command *c = ARENA_NEW(a, cc_command);
    c->arena = a;
    c->argc = argc;
    c->argv = argv;
    c->stage = CC_LINK;
    c->inputs_from = argc;
    c->color = -1;
    c->options.remarks = c->options.warnings = true;
    for (int i = 1; i < argc; i++)
        expand(c, argv[i], i, 0);

    const char *language = NULL;
    bool only_inputs = false; /* after -- */
    for (int i = 0; i < c->arguments.count; i++) {
        cc_argument *arg = &c->arguments.data[i];
        bool is_option = !only_inputs && arg->text[0] == '-' && arg->text[1];
        if (!is_option)
            take_input(c, arg->text, language);
        else if (cc_take_option(a, &c->options, arg->text))
            arg->is_ours = true;
        else if (strcmp(arg->text, "--") == 0) {
            only_inputs = true;
            c->inputs_from = arg->origin;
        } else
            i = take_compiler_option(c, i, &language);
    }
    return c;
}

/* --- Writing --------------------------------------------------------------- */

/* Writes the arguments of a response file, without ours, to a new file. */
static bool rewrite_response(cc_command *c, int origin, text_list *out, text_list *temporary)
{
    const char *folder = getenv("TMPDIR");
    char *path = arena_printf(c->arena, "%s/fpredict-cc-XXXXXX", folder ? folder : "/tmp");
    int fd = mkstemp(path);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
    if (!file) {
        fprintf(stderr, "fpredict-cc: error: cannot write '%s': %s\n", path, strerror(errno));
        return false;
    }
    VEC_PUSH(c->arena, temporary, path);
    for (int i = 0; i < c->arguments.count; i++) {
        const cc_argument *arg = &c->arguments.data[i];
        if (arg->origin == origin && !arg->is_ours)
            cc_write_response(file, arg->text);
    }
    VEC_PUSH(c->arena, out, arena_printf(c->arena, "@%s", path));
    if (fclose(file) == 0)
        return true;
    fprintf(stderr, "fpredict-cc: error: cannot write '%s': %s\n", path, strerror(errno));
    return false;
}

bool cc_compiler_arguments(cc_command *c, const text_list *compiler, const char *added,
                           text_list *out, text_list *temporary)
{
    for (int i = 0; i < compiler->count; i++)
        VEC_PUSH(c->arena, out, compiler->data[i]);
    for (int origin = 1, i = 0; origin < c->argc; origin++) {
        int ours = 0;
        if (added && origin == c->inputs_from)
            VEC_PUSH(c->arena, out, added);
        for (; i < c->arguments.count && c->arguments.data[i].origin == origin; i++)
            ours += c->arguments.data[i].is_ours;
        bool is_response = c->argv[origin][0] == '@';
        if (ours == 0)
            VEC_PUSH(c->arena, out, c->argv[origin]);
        else if (is_response && !rewrite_response(c, origin, out, temporary))
            return false;
    }
    if (added && c->inputs_from == c->argc)
        VEC_PUSH(c->arena, out, added);
    return true;
}
