#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver/compiler_option.h"
#include "driver/fpredict_cc/fpredict_cc.h"
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

static void stop_at(cc_command *c, cc_stage stage)
{
    if (stage < c->stage)
        c->stage = stage;
}

/* Notes what an option means; `value` is null for one that has none. */
static void apply(cc_command *c, compiler_effect effect, const char *value, const char **language)
{
    switch (effect) {
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
        c->color = COLOR_ALWAYS;
        break;
    case EFFECT_NO_COLOR:
        c->color = COLOR_NEVER;
        break;
    }
}

static void take_input(cc_command *c, const char *path, const char *language)
{
    size_t length = strlen(path);
    bool is_c =
        language ? strcmp(language, "c") == 0 : length > 2 && strcmp(path + length - 2, ".c") == 0;
    c->input_count++;
    if (is_c)
        VEC_PUSH(c->arena, &c->sources,
                 ((cc_source){.path = path, .has_language = language != NULL}));
}

/* Takes the compiler's option at `i`; returns the index of its last argument. */
static int take_compiler_option(cc_command *c, int i, const char **language)
{
    const char *text = c->arguments.data[i].text, *value = NULL;
    const compiler_option *known = compiler_option_find(text, &value);
    if (!known) {
        VEC_PUSH(c->arena, &c->flags, text);
        return i;
    }
    int last = i;
    if (!value && known->form != FORM_ALONE) {
        if (i + 1 == c->arguments.count) {
            c->only_shows = true; /* the compiler says that it is missing */
            return i;
        }
        value = c->arguments.data[++last].text;
    }
    apply(c, known->effect, value, language);
    for (int j = i; compiler_effect_is_flag(known->effect) && j <= last; j++)
        VEC_PUSH(c->arena, &c->flags, c->arguments.data[j].text);
    return last;
}

/* Is it a compiler, or what starts one, as in `fpredict-cc /usr/bin/clang -c f.c`? A source or an
 * object has a suffix. */
static bool is_program(arena *a, const char *word)
{
    const bool is_here = !strchr(word, '/') && access(word, F_OK) == 0;
    if (word[0] == '-' || word[0] == '@' || compiler_reads(word) || is_here)
        return false;
    struct stat info;
    const char *path = cc_find_program(a, word);
    return path && stat(path, &info) == 0 && S_ISREG(info.st_mode) && access(path, X_OK) == 0;
}

cc_command *cc_read_arguments(arena *a, int argc, char **argv)
{
    cc_command *c = ARENA_NEW(a, cc_command);
    c->arena = a;
    c->files = source_set_new(a);
    while (argc > 1 && is_program(a, argv[1])) {
        VEC_PUSH(a, &c->launched, argv[1]);
        argv++;
        argc--;
    }
    c->argc = argc;
    c->argv = argv;
    c->stage = CC_LINK;
    c->inputs_from = argc;
    c->color = COLOR_AUTO;
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

static bool is_one_of(const char *text, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(text, list[i]) == 0)
            return true;
    return false;
}

cc_speech cc_on_unknown_pragmas(const cc_command *c)
{
    static const char *const on[] = {"-Wall", "-Wmost", "-Weverything", "-Wunknown-pragmas",
                                     "-Werror=unknown-pragmas"};
    static const char *const off[] = {"-Wno-all", "-Wno-most", "-Wno-everything",
                                      "-Wno-unknown-pragmas"};
    bool warns = false, all_are_errors = false;
    int is_error = -1; /* of this warning in particular: nothing was said */
    for (int i = 0; i < c->arguments.count; i++) {
        const char *text = c->arguments.data[i].text;
        if (strcmp(text, "-w") == 0)
            return CC_SILENT;
        if (is_one_of(text, on, sizeof on / sizeof *on))
            warns = true;
        else if (is_one_of(text, off, sizeof off / sizeof *off))
            warns = false;
        if (strcmp(text, "-Werror") == 0 || strcmp(text, "-Wno-error") == 0)
            all_are_errors = text[2] == 'e'; /* and not -Wno-error */
        else if (strcmp(text, "-Werror=unknown-pragmas") == 0)
            is_error = true;
        else if (strcmp(text, "-Wno-error=unknown-pragmas") == 0)
            is_error = false;
    }
    if (!warns)
        return CC_SILENT;
    return is_error > 0 || (is_error < 0 && all_are_errors) ? CC_REFUSES : CC_WARNS;
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
