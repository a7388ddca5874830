/* compile_commands.json: the compile flags of each file, as build systems write them. */

#include <clang-c/CXCompilationDatabase.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "frontend/clang/import.h"

/* The flags that name a file or folder, which may be relative to the command's folder. */
static const char *const path_flags[] = {"-isystem",
                                         "-iquote",
                                         "-idirafter",
                                         "-include",
                                         "-imacros",
                                         "-isysroot",
                                         "--sysroot=",
                                         "-I",
                                         "-F",
                                         "--include-directory=",
                                         "--include-directory",
                                         "--include=",
                                         "--include"};

/* A path as seen from the folder of a command, if it is there; else as it is. */
static const char *from_folder(arena *a, const char *folder, const char *path)
{
    char here[4096];
    bool is_here = getcwd(here, sizeof here) && strcmp(here, folder) == 0;
    const char *whole = arena_printf(a, "%s/%s", folder, path);
    return path[0] == '/' || is_here || access(whole, F_OK) != 0 ? path : whole;
}

/* -Idir and the like, with dir as from_folder has it. */
static const char *joined_from_folder(arena *a, const char *folder, const char *word)
{
    for (size_t i = 0; i < sizeof path_flags / sizeof *path_flags; i++) {
        size_t length = strlen(path_flags[i]);
        if (strncmp(word, path_flags[i], length) == 0 && word[length])
            return arena_printf(a, "%s%s", path_flags[i], from_folder(a, folder, word + length));
    }
    return word;
}

static bool is_path_flag(const char *word)
{
    for (size_t i = 0; i < sizeof path_flags / sizeof *path_flags; i++)
        if (strcmp(word, path_flags[i]) == 0)
            return true;
    return false;
}

static const char *kept_text(fp_context *ctx, CXString text)
{
    const char *c = clang_getCString(text);
    const char *kept = arena_strdup(ctx->arena, c ? c : "");
    clang_disposeString(text);
    return kept;
}

/* Is the command of the file whose real path that is? */
static bool is_of_file(fp_context *ctx, CXCompileCommand command, const char *real)
{
    const char *folder = kept_text(ctx, clang_CompileCommand_getDirectory(command));
    const char *file = kept_text(ctx, clang_CompileCommand_getFilename(command));
    char *found =
        realpath(file[0] == '/' ? file : arena_printf(ctx->arena, "%s/%s", folder, file), NULL);
    bool is = found && strcmp(found, real) == 0;
    free(found);
    return is;
}

/* Those words of the command that decide what the source means. */
static void keep_words(fp_context *ctx, CXCompileCommand command, flag_list *out)
{
    const char *folder = kept_text(ctx, clang_CompileCommand_getDirectory(command));
    unsigned count = clang_CompileCommand_getNumArgs(command);
    for (unsigned i = 1; i < count; i++) { /* after the compiler */
        const char *word = kept_text(ctx, clang_CompileCommand_getArg(command, i));
        int words = clang_flag_words(word);
        if (words == 1)
            VEC_PUSH(ctx->arena, out, joined_from_folder(ctx->arena, folder, word));
        if (words < 2 || ++i == count)
            continue;
        const char *value = kept_text(ctx, clang_CompileCommand_getArg(command, i));
        VEC_PUSH(ctx->arena, out, word);
        VEC_PUSH(ctx->arena, out,
                 is_path_flag(word) ? from_folder(ctx->arena, folder, value) : value);
    }
}

static bool are_same(const flag_list *a, const flag_list *b)
{
    bool is = a->count == b->count;
    for (int i = 0; i < a->count && is; i++)
        is = strcmp(a->data[i], b->data[i]) == 0;
    return is;
}

/* The words that one of the lists has and the other has not. */
static const char *words_of(arena *a, const flag_list *list, const flag_list *other)
{
    const char *text = "";
    for (int i = 0; i < list->count; i++) {
        bool is_common = false;
        for (int k = 0; k < other->count; k++)
            is_common |= strcmp(list->data[i], other->data[k]) == 0;
        if (!is_common)
            text = arena_printf(a, "%s%s%s", text, *text ? " " : "", list->data[i]);
    }
    return *text ? arena_printf(a, "'%s'", text) : "no flag of its own";
}

/* The file is compiled twice, for two programs, say, and means something else each time. */
static void report_several(fp_context *ctx, const char *folder, const char *path,
                           const flag_list *first, const flag_list *other)
{
    diag_report(ctx->diags, DIAG_WARNING, "several-commands", (source_range){0},
                "'%s' is compiled twice in '%s/compile_commands.json', with %s and with %s: the "
                "first is taken; predict it without --build, and write the flags after '--', for "
                "another one",
                path, folder, words_of(ctx->arena, first, other),
                words_of(ctx->arena, other, first));
}

static bool find_flags(fp_context *ctx, CXCompilationDatabase database, const char *folder,
                       const char *path, flag_list *out)
{
    char *real = realpath(path, NULL);
    CXCompileCommands all = clang_CompilationDatabase_getAllCompileCommands(database);
    unsigned count = all ? clang_CompileCommands_getSize(all) : 0;
    bool is_found = false;
    for (unsigned i = 0; i < count && real; i++) {
        CXCompileCommand command = clang_CompileCommands_getCommand(all, i);
        if (!is_of_file(ctx, command, real))
            continue;
        flag_list own = {0};
        keep_words(ctx, command, &own);
        if (is_found && !are_same(&own, out))
            report_several(ctx, folder, path, out, &own);
        else if (!is_found)
            *out = own;
        is_found = true;
    }
    if (!is_found)
        diag_report(ctx->diags, DIAG_ERROR, NULL, (source_range){0},
                    "'%s' is not in '%s/compile_commands.json': build it there, or predict it "
                    "without --build and write its flags after '--'",
                    path, folder);
    if (all)
        clang_CompileCommands_dispose(all);
    free(real);
    return is_found;
}

/* Null after reporting. */
static CXCompilationDatabase open_database(fp_context *ctx, const char *folder)
{
    CXCompilationDatabase_Error error;
    const char *path = arena_printf(ctx->arena, "%s/compile_commands.json", folder);
    CXCompilationDatabase database = NULL;
    if (access(path, R_OK) == 0) /* else libclang itself writes to standard error */
        database = clang_CompilationDatabase_fromDirectory(folder, &error);
    if (database)
        return database;
    diag_report(
        ctx->diags, DIAG_ERROR, NULL, (source_range){0},
        "cannot read '%s'; cmake writes it with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, and bear "
        "for make",
        path);
    return NULL;
}

bool frontend_database_flags(fp_context *ctx, const char *folder, const char *path, int *count,
                             const char *const **flags)
{
    flag_list found = {0};
    CXCompilationDatabase database = open_database(ctx, folder);
    bool is_right = database && find_flags(ctx, database, folder, path, &found);
    if (database)
        clang_CompilationDatabase_dispose(database);
    *count = found.count;
    *flags = found.data;
    return is_right;
}

/* The file of a command, as it is found from here. */
static const char *file_of(fp_context *ctx, CXCompileCommand command)
{
    const char *folder = kept_text(ctx, clang_CompileCommand_getDirectory(command));
    const char *file = kept_text(ctx, clang_CompileCommand_getFilename(command));
    return from_folder(ctx->arena, folder, file);
}

static bool is_new(const flag_list *files, const char *path)
{
    for (int i = 0; i < files->count; i++)
        if (strcmp(files->data[i], path) == 0)
            return false;
    return true;
}

int frontend_database_files(fp_context *ctx, const char *folder, const char *const **files)
{
    CXCompilationDatabase database = open_database(ctx, folder);
    if (!database)
        return -1;
    flag_list found = {0};
    CXCompileCommands all = clang_CompilationDatabase_getAllCompileCommands(database);
    unsigned count = all ? clang_CompileCommands_getSize(all) : 0;
    for (unsigned i = 0; i < count; i++) {
        const char *path = file_of(ctx, clang_CompileCommands_getCommand(all, i));
        size_t length = strlen(path);
        if (length > 2 && strcmp(path + length - 2, ".c") == 0 && is_new(&found, path))
            VEC_PUSH(ctx->arena, &found, path);
    }
    if (all)
        clang_CompileCommands_dispose(all);
    clang_CompilationDatabase_dispose(database);
    *files = found.data;
    return found.count;
}
