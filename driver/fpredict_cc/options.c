#include <string.h>

#include "driver/fpredict_cc/fpredict_cc.h"
#include "driver/fpredict_cc/option_table.h"
#include "support/format.h"
#include "support/suggest.h"

/* Returns what follows `prefix` in text, or null. */
static const char *after(const char *text, const char *prefix)
{
    size_t length = strlen(prefix);
    return strncmp(text, prefix, length) == 0 ? text + length : NULL;
}

/* Is it one of `fpredict estimate`, that takes a value? */
static bool is_common(const cc_option_spec *spec)
{
    return spec->name && !spec->written && strcmp(spec->name, "host") != 0;
}

/* -fpredict-NAME=VALUE is --NAME VALUE of fpredict. */
static bool take_common(arena *a, cc_options *o, const char *text)
{
    if (!strcmp(text, "host")) {
        VEC_PUSH(a, &o->common, "--host");
        return true;
    }
    for (int i = 0; i < cc_option_count; i++) {
        const char *name = cc_option_table[i].name;
        const char *rest = is_common(&cc_option_table[i]) ? after(text, name) : NULL;
        if (!rest || *rest != '=')
            continue;
        VEC_PUSH(a, &o->common, arena_printf(a, "--%s", name));
        VEC_PUSH(a, &o->common, rest + 1);
        return true;
    }
    return false;
}

const char *cc_spelled_here(arena *a, const char *text)
{
    const char *spelled = "";
    for (const char *at = text; *at;) {
        const char *option = strstr(at, "--");
        size_t before = option ? (size_t)(option - at) : strlen(at);
        spelled = arena_printf(a, "%s%.*s", spelled, (int)before, at);
        if (!option)
            break;
        at = option + 2;
        bool is_ours = false;
        for (int i = 0; i < cc_option_count && !is_ours; i++)
            is_ours = is_common(&cc_option_table[i]) && after(at, cc_option_table[i].name);
        spelled = arena_printf(a, "%s%s", spelled, is_ours ? "-fpredict-" : "--");
    }
    return spelled;
}

/* Says that there is no option `text`, and which one may be meant. */
static void refuse(arena *a, cc_options *o, const char *text)
{
    const char **names = ARENA_ARRAY(a, cc_option_count, const char *);
    int count = 0;
    for (int i = 0; i < cc_option_count; i++)
        if (cc_option_table[i].name)
            names[count++] = cc_option_table[i].name;
    size_t length = strcspn(text, "=");
    const char *name = arena_strndup(a, text, length);
    const char *near = suggest_closest(name, names, count);
    const char *remedy = "'man fpredict-cc' lists the options";
    if (near && strcmp(near, name) == 0)
        remedy = text[length] ? arena_printf(a, "'-fpredict-%s' takes no value", near)
                              : arena_printf(a, "write '-fpredict-%s=VALUE'", near);
    else if (near)
        remedy = arena_printf(a, "did you mean '-fpredict-%s%s'?", near, text + length);
    VEC_PUSH(a, &o->mistakes, arena_printf(a, "unknown option '-fpredict-%s'; %s", text, remedy));
}

/* Takes FORMAT or FORMAT:FILE. */
static void take_report(arena *a, cc_options *o, const char *report)
{
    size_t length = strcspn(report, ":");
    for (int i = 0; i < cc_report_format_count; i++) {
        const char *format = cc_report_formats[i];
        if (strlen(format) == length && strncmp(report, format, length) == 0) {
            VEC_PUSH(a, &o->reports, report);
            return;
        }
    }
    VEC_PUSH(a, &o->mistakes,
             arena_printf(a, "unknown format '%.*s' in '-fpredict-report=%s'; there are %s",
                          (int)length, report, report,
                          format_list(a, cc_report_format_count, cc_report_formats, "and")));
}

/* Takes what follows "-fpredict-record"; false: it is another option. */
static bool take_record_option(cc_options *o, const char *text)
{
    const char *value;
    if (!strcmp(text, "-functions"))
        o->recorded_functions = "*";
    else if ((value = after(text, "-functions=")) && *value)
        o->recorded_functions = value;
    else if ((value = after(text, "-commands=")) && *value)
        o->recorded_commands = value;
    else if (!strcmp(text, "-loops"))
        o->records_loops = true;
    else if (*text)
        return false;
    o->is_recorded = true;
    return true;
}

/* Takes what follows "-fpredict-". */
static void take_predict_option(arena *a, cc_options *o, const char *text)
{
    const char *value;
    /* What asks for an output asks for the prediction too. */
    if (!strncmp(text, "compare", 7) || !strncmp(text, "annotate", 8) ||
        !strncmp(text, "report=", 7))
        o->predicts = true;
    if (!strcmp(text, "spmd")) {
        o->generates = true;
    } else if (!strcmp(text, "shared")) {
        o->generates = o->is_shared = true;
    } else if (!strcmp(text, "compare")) {
        o->compares = true;
    } else if ((value = after(text, "compare="))) {
        o->compares = true;
        o->alternatives = value;
    } else if (!strcmp(text, "annotate")) {
        o->annotates = true;
    } else if ((value = after(text, "annotate="))) {
        o->annotates = true;
        o->annotated = value;
    } else if ((value = after(text, "report="))) {
        take_report(a, o, value);
    } else if ((value = after(text, "records="))) {
        o->records = value;
    } else if ((value = after(text, "record")) && take_record_option(o, value)) {
        return;
    } else if (!take_common(a, o, text)) {
        refuse(a, o, text);
    }
}

bool cc_take_option(arena *a, cc_options *o, const char *text)
{
    const char *rest;
    if (!strcmp(text, "-fpredict"))
        o->predicts = true;
    else if (!strcmp(text, "-fno-predict"))
        o->predicts = false;
    else if ((rest = after(text, "-fpredict-")))
        take_predict_option(a, o, rest);
    else if (!strcmp(text, "-Rpredict"))
        o->remarks = true;
    else if (!strcmp(text, "-Rno-predict"))
        o->remarks = false;
    else if (!strcmp(text, "-Wpredict"))
        o->warnings = true;
    else if (!strcmp(text, "-Wno-predict"))
        o->warnings = false;
    else if (!strcmp(text, "-Werror=predict"))
        o->warnings = o->werror = true;
    else if (!strcmp(text, "-Wno-error=predict"))
        o->werror = false;
    else
        return false;
    return true;
}
