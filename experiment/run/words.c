#include "experiment/run/words.h"

#include <string.h>

static void add_option(arena *a, word_list *words, const char *option, const char *value)
{
    /* In one word: a value may begin with '-'. */
    VEC_PUSH(a, words, arena_printf(a, "--%s=%s", option, value));
}

const char *axis_word(arena *a, const experiment_axis *x, const char *value)
{
    switch (x->kind) {
    case AXIS_PROCESSORS:
        return arena_printf(a, "--procs=%s", value);
    case AXIS_SIZE:
        return arena_printf(a, "--set=%s=%s", x->name, value);
    case AXIS_PARAMETER:
        return arena_printf(a, "--param=%s=%s", x->name, value);
    case AXIS_DISTRIBUTION:
        return arena_printf(a, "--distribute=%s", value);
    case AXIS_MACHINE:
        return arena_printf(a, "--machine=%s", value);
    case AXIS_OPTION:
        break;
    }
    return arena_printf(a, "--%s=%s", x->name, value);
}

word_list point_words(arena *a, const experiment *e, int point)
{
    word_list words = {0};
    VEC_PUSH(a, &words, experiment_kind_name(e->kind));
    for (int i = 0; i < e->file_count; i++) /* one that begins with '-' is no option */
        VEC_PUSH(a, &words,
                 e->files[i][0] == '-' ? arena_printf(a, "./%s", e->files[i]) : e->files[i]);
    for (int i = 0; i < e->settings.count; i++)
        add_option(a, &words, e->settings.data[i].option, e->settings.data[i].value);
    for (int k = 0; k < e->axis_count; k++)
        VEC_PUSH(a, &words,
                 axis_word(a, &e->axes[k], e->axes[k].values[experiment_at(e, point, k)]));
    add_option(a, &words, "format", "json");
    if (e->kind == EXPERIMENT_ESTIMATE) { /* points are run side by side */
        add_option(a, &words, "jobs", "1");
        VEC_PUSH(a, &words, "--no-warnings");
    }
    if (e->flag_count)
        VEC_PUSH(a, &words, "--");
    for (int i = 0; i < e->flag_count; i++)
        VEC_PUSH(a, &words, e->flags[i]);
    return words;
}

void point_settings(arena *a, const experiment *e, int point, stored_result *out)
{
    for (int k = 0; k < e->axis_count; k++) {
        const named_text t = {e->axes[k].called, e->axes[k].values[experiment_at(e, point, k)]};
        VEC_PUSH(a, &out->settings, t);
    }
    for (int i = 0; i < e->settings.count; i++) {
        const experiment_setting *s = &e->settings.data[i];
        named_text t = {s->option, s->value};
        const char *equals = strchr(s->value, '=');
        if (strcmp(s->option, "procs") == 0)
            t.name = axis_kind_name(AXIS_PROCESSORS);
        else if (strcmp(s->option, "distribute") == 0)
            t.name = axis_kind_name(AXIS_DISTRIBUTION);
        else if (equals && (strcmp(s->option, "set") == 0 || strcmp(s->option, "param") == 0))
            t = (named_text){
                experiment_called(a, strcmp(s->option, "set") == 0 ? AXIS_SIZE : AXIS_PARAMETER,
                                  arena_strndup(a, s->value, (size_t)(equals - s->value))),
                equals + 1};
        VEC_PUSH(a, &out->settings, t);
    }
}
