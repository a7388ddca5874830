/* The compile flags after `--`: those that say how the source is read are kept,
 * others that clang knows are of no interest, and what is no flag is a mistake. */

#include <string.h>

#include "driver/compiler_option.h"
#include "driver/fpredict/options.h"

typedef VEC(const char *) flag_list;

static bool is_c(const char *language)
{
    return strcmp(language, "c") == 0 || strcmp(language, "cpp-output") == 0 ||
           strcmp(language, "none") == 0;
}

static const char *bad_language(fp_context *ctx, const char *language)
{
    return arena_printf(ctx->arena,
                        "'-x %s' after '--': only C is predicted; give C its own file and leave "
                        "'-x' out",
                        language);
}

/* Takes the option at `i`; returns the index of its last word, or -1 with what is
 * wrong in *why. */
static int take_flag(fp_context *ctx, const options *o, int i, flag_list *out, const char **why)
{
    const char *text = o->flags[i], *value = NULL;
    const compiler_option *known = compiler_option_find(text, &value);
    int last = i;
    if (known && !value && known->form != FORM_ALONE && ++last == o->flag_count) {
        *why = arena_printf(ctx->arena, "the compile flag '%s' lacks its value", text);
        return -1;
    }
    if (last > i)
        value = o->flags[last];
    bool is_language = known && known->effect == EFFECT_LANGUAGE;
    if (is_language && !is_c(value)) {
        *why = bad_language(ctx, value);
        return -1;
    }
    for (int k = i; k <= last; k++)
        if (!known || is_language || compiler_effect_is_flag(known->effect))
            VEC_PUSH(ctx->arena, out, o->flags[k]);
    return last;
}

bool options_keep_flags(fp_context *ctx, options *o, const char **why)
{
    flag_list kept = {0};
    for (int i = 0; i < o->flag_count; i++) {
        const char *text = o->flags[i];
        if (text[0] == '-' && text[1]) {
            i = take_flag(ctx, o, i, &kept, why);
            if (i < 0)
                return false;
            continue;
        }
        *why =
            text[0] == '@'
                ? arena_printf(ctx->arena, "'%s' after '--': write out the flags in it", text)
                : arena_printf(ctx->arena,
                               "'%s' after '--' is no compile flag; files stand before '--'", text);
        return false;
    }
    o->flag_count = kept.count;
    o->flags = kept.data;
    return true;
}
