#include "driver/compiler_option.h"

#include <stddef.h>
#include <string.h>

/* The first that fits counts. */
static const compiler_option known[] = {
    {"-E", FORM_ALONE, EFFECT_PREPROCESS},
    {"--preprocess", FORM_ALONE, EFFECT_PREPROCESS},
    {"-M", FORM_ALONE, EFFECT_PREPROCESS},
    {"-MM", FORM_ALONE, EFFECT_PREPROCESS},
    {"-fsyntax-only", FORM_ALONE, EFFECT_CHECK},
    {"-S", FORM_ALONE, EFFECT_ASSEMBLY},
    {"--assemble", FORM_ALONE, EFFECT_ASSEMBLY},
    {"-c", FORM_ALONE, EFFECT_OBJECT},
    {"--compile", FORM_ALONE, EFFECT_OBJECT},
    {"-###", FORM_ALONE, EFFECT_SHOW},
    {"--version", FORM_ALONE, EFFECT_SHOW},
    {"--help", FORM_JOINED, EFFECT_SHOW},
    {"-help", FORM_ALONE, EFFECT_SHOW},
    {"-print-", FORM_JOINED, EFFECT_SHOW},
    {"--print-", FORM_JOINED, EFFECT_SHOW},
    {"-dumpversion", FORM_ALONE, EFFECT_SHOW},
    {"-dumpmachine", FORM_ALONE, EFFECT_SHOW},
    {"-fcolor-diagnostics", FORM_ALONE, EFFECT_COLOR},
    {"-fdiagnostics-color", FORM_ALONE, EFFECT_COLOR},
    {"-fdiagnostics-color=always", FORM_ALONE, EFFECT_COLOR},
    {"-fno-color-diagnostics", FORM_ALONE, EFFECT_NO_COLOR},
    {"-fno-diagnostics-color", FORM_ALONE, EFFECT_NO_COLOR},
    {"-fdiagnostics-color=never", FORM_ALONE, EFFECT_NO_COLOR},
    {"-x", FORM_EITHER, EFFECT_LANGUAGE},
    {"--language", FORM_SEPARATE, EFFECT_LANGUAGE},
    {"--language=", FORM_JOINED, EFFECT_LANGUAGE},
    {"-objc", FORM_JOINED, EFFECT_FLAG},
    {"-object", FORM_JOINED, EFFECT_IGNORED},
    {"-o", FORM_EITHER, EFFECT_OUTPUT},
    {"--output", FORM_SEPARATE, EFFECT_OUTPUT},
    {"--output=", FORM_JOINED, EFFECT_OUTPUT},

    /* Dependency files and other outputs: the predictor must not write them. */
    {"-MF", FORM_EITHER, EFFECT_IGNORED},
    {"-MT", FORM_EITHER, EFFECT_IGNORED},
    {"-MQ", FORM_EITHER, EFFECT_IGNORED},
    {"-MJ", FORM_EITHER, EFFECT_IGNORED},
    {"-M", FORM_JOINED, EFFECT_IGNORED},
    {"-dependency-file", FORM_SEPARATE, EFFECT_IGNORED},
    {"-dependency-dot", FORM_SEPARATE, EFFECT_IGNORED},
    {"-module-dependency-dir", FORM_SEPARATE, EFFECT_IGNORED},
    {"-gen-cdb-fragment-path", FORM_SEPARATE, EFFECT_IGNORED},
    {"-serialize-diagnostics", FORM_SEPARATE, EFFECT_IGNORED},
    {"--serialize-diagnostics", FORM_SEPARATE, EFFECT_IGNORED},
    {"-dumpdir", FORM_SEPARATE, EFFECT_IGNORED},
    {"-dsym-dir", FORM_SEPARATE, EFFECT_IGNORED},
    {"--analyzer-output", FORM_SEPARATE, EFFECT_IGNORED},
    {"-arcmt-migrate-report-output", FORM_SEPARATE, EFFECT_IGNORED},
    {"-save-temps", FORM_JOINED, EFFECT_IGNORED},
    {"--save-temps", FORM_JOINED, EFFECT_IGNORED},
    {"-ftime-", FORM_JOINED, EFFECT_IGNORED},
    {"-fplugin", FORM_JOINED, EFFECT_IGNORED},
    {"-fdiagnostics-", FORM_JOINED, EFFECT_IGNORED},
    {"-fproc-stat-report", FORM_JOINED, EFFECT_IGNORED},
    {"-foptimization-record", FORM_JOINED, EFFECT_IGNORED},
    {"-fsave-optimization-record", FORM_JOINED, EFFECT_IGNORED},

    /* How headers are found. */
    {"-include-pch", FORM_SEPARATE, EFFECT_FLAG},
    {"-include", FORM_EITHER, EFFECT_FORCED},
    {"--include", FORM_SEPARATE, EFFECT_FORCED},
    {"--include=", FORM_JOINED, EFFECT_FORCED},
    {"-imacros", FORM_EITHER, EFFECT_FORCED},
    {"--include-directory", FORM_SEPARATE, EFFECT_INCLUDE_DIR},
    {"--include-directory=", FORM_JOINED, EFFECT_INCLUDE_DIR},
    {"-isystem-after", FORM_SEPARATE, EFFECT_INCLUDE_DIR},
    {"-iquote", FORM_EITHER, EFFECT_INCLUDE_DIR},
    {"-isystem", FORM_EITHER, EFFECT_INCLUDE_DIR},
    {"-idirafter", FORM_EITHER, EFFECT_INCLUDE_DIR},
    {"-I", FORM_EITHER, EFFECT_INCLUDE_DIR},
    {"-iprefix", FORM_EITHER, EFFECT_FLAG},
    {"-iwithprefixbefore", FORM_EITHER, EFFECT_FLAG},
    {"-iwithprefix", FORM_EITHER, EFFECT_FLAG},
    {"-iwithsysroot", FORM_EITHER, EFFECT_FLAG},
    {"-isysroot", FORM_EITHER, EFFECT_FLAG},
    {"-iframeworkwithsysroot", FORM_SEPARATE, EFFECT_FLAG},
    {"-iframework", FORM_EITHER, EFFECT_FLAG},
    {"-ivfsoverlay", FORM_SEPARATE, EFFECT_FLAG},
    {"-vfsoverlay", FORM_SEPARATE, EFFECT_FLAG},
    {"--sysroot", FORM_SEPARATE, EFFECT_FLAG},
    {"-resource-dir", FORM_SEPARATE, EFFECT_IGNORED}, /* the compiler's own; libclang has another */
    {"-resource-dir=", FORM_JOINED, EFFECT_IGNORED},
    {"-working-directory", FORM_SEPARATE, EFFECT_FLAG},
    {"-D", FORM_EITHER, EFFECT_FLAG},
    {"--define-macro", FORM_SEPARATE, EFFECT_FLAG},
    {"-U", FORM_EITHER, EFFECT_FLAG},
    {"--undefine-macro", FORM_SEPARATE, EFFECT_FLAG},
    {"-A", FORM_EITHER, EFFECT_FLAG},
    {"-F", FORM_EITHER, EFFECT_FLAG},
    {"-G", FORM_EITHER, EFFECT_FLAG},
    {"-B", FORM_EITHER, EFFECT_FLAG},
    {"-target", FORM_SEPARATE, EFFECT_FLAG},
    {"-arch", FORM_SEPARATE, EFFECT_FLAG},
    {"--param", FORM_SEPARATE, EFFECT_IGNORED},
    {"--config", FORM_SEPARATE, EFFECT_FLAG},
    {"-mthread-model", FORM_SEPARATE, EFFECT_FLAG},
    {"-meabi", FORM_SEPARATE, EFFECT_FLAG},
    {"-iapinotes-modules", FORM_SEPARATE, EFFECT_FLAG},
    {"-cxx-isystem", FORM_SEPARATE, EFFECT_FLAG},
    {"-fmodules-user-build-path", FORM_SEPARATE, EFFECT_FLAG},
    {"-darwin-target-variant", FORM_SEPARATE, EFFECT_FLAG},
    {"-darwin-target-variant-triple", FORM_SEPARATE, EFFECT_FLAG},
    {"-fexperimental-openacc-macro-override", FORM_SEPARATE, EFFECT_FLAG},
    {"-hlsl-entry", FORM_SEPARATE, EFFECT_IGNORED},
    {"-ccc-gcc-name", FORM_SEPARATE, EFFECT_IGNORED},
    {"-ccc-install-dir", FORM_SEPARATE, EFFECT_IGNORED},
    {"-ccc-arcmt-migrate", FORM_SEPARATE, EFFECT_IGNORED},
    {"-ccc-objcmt-migrate", FORM_SEPARATE, EFFECT_IGNORED},

    /* Passed on to a stage that the predictor has not. */
    {"-Xclang", FORM_SEPARATE, EFFECT_IGNORED},
    {"-Xpreprocessor", FORM_SEPARATE, EFFECT_FLAG},
    {"-Xassembler", FORM_SEPARATE, EFFECT_IGNORED},
    {"-Xlinker", FORM_SEPARATE, EFFECT_IGNORED},
    {"-Xanalyzer", FORM_SEPARATE, EFFECT_IGNORED},
    {"-Xarch_", FORM_TAILED, EFFECT_IGNORED},
    {"-Xopenmp-target", FORM_TAILED, EFFECT_IGNORED},
    {"-Xoffload-linker", FORM_TAILED, EFFECT_IGNORED},
    {"-Xcuda-fatbinary", FORM_SEPARATE, EFFECT_IGNORED},
    {"-Xcuda-ptxas", FORM_SEPARATE, EFFECT_IGNORED},
    {"-mllvm", FORM_SEPARATE, EFFECT_IGNORED},
    {"-mmlir", FORM_SEPARATE, EFFECT_IGNORED},
    {"-rpath", FORM_SEPARATE, EFFECT_IGNORED},
    {"-Wp,", FORM_JOINED, EFFECT_FLAG},
    {"-W", FORM_JOINED, EFFECT_IGNORED},
    {"-R", FORM_JOINED, EFFECT_IGNORED},
    {"-w", FORM_ALONE, EFFECT_IGNORED},
    {"-v", FORM_ALONE, EFFECT_IGNORED},
    {"-pedantic", FORM_JOINED, EFFECT_IGNORED},
    {"-g", FORM_JOINED, EFFECT_IGNORED},
    {"-l", FORM_EITHER, EFFECT_IGNORED},
    {"-L", FORM_EITHER, EFFECT_IGNORED},
    {"-Tbss", FORM_EITHER, EFFECT_IGNORED},
    {"-Tdata", FORM_EITHER, EFFECT_IGNORED},
    {"-Ttext", FORM_EITHER, EFFECT_IGNORED},
    {"-T", FORM_EITHER, EFFECT_IGNORED},
    {"-z", FORM_SEPARATE, EFFECT_IGNORED},
    {"-undef", FORM_ALONE, EFFECT_FLAG},
    {"-u", FORM_EITHER, EFFECT_IGNORED},
    {"-e", FORM_EITHER, EFFECT_IGNORED},
    {"-b", FORM_SEPARATE, EFFECT_IGNORED},
};

const compiler_option *compiler_option_find(const char *text, const char **value)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const compiler_option *o = &known[i];
        size_t length = strlen(o->name);
        if (strncmp(text, o->name, length) != 0)
            continue;
        bool is_whole = text[length] == '\0';
        *value = is_whole ? NULL : text + length;
        switch (o->form) {
        case FORM_ALONE:
        case FORM_SEPARATE:
            if (is_whole)
                return o;
            break;
        case FORM_TAILED:
            *value = NULL;
            return o;
        case FORM_JOINED:
            *value = text + length;
            return o;
        case FORM_EITHER:
            return o;
        }
    }
    *value = NULL;
    return NULL;
}

bool compiler_effect_is_flag(compiler_effect effect)
{
    return effect == EFFECT_FLAG || effect == EFFECT_INCLUDE_DIR || effect == EFFECT_FORCED;
}

bool compiler_reads(const char *path)
{
    static const char *const endings[] = {".c",   ".i",   ".h",  ".C",   ".cc", ".cp",  ".cpp",
                                          ".cxx", ".c++", ".ii", ".s",   ".S",  ".f",   ".f90",
                                          ".F",   ".F90", ".o",  ".obj", ".a",  ".lib", ".so",
                                          ".out", ".ll",  ".bc", ".m",   ".d",  ".sx"};
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    if (!dot || strstr(name, ".so."))
        return dot != NULL;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (strcmp(dot, endings[i]) == 0)
            return true;
    return false;
}
