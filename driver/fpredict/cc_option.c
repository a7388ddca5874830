#include "driver/fpredict/cc_option.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* The option of `fpredict estimate` that it is; null: none. */
static const option_spec *common_of(const cc_option_spec *spec)
{
    if (spec->written)
        return NULL;
    for (int i = 0; i < option_table_count; i++)
        if (strcmp(option_table[i].name, spec->name) == 0 &&
            option_table[i].commands >> COMMAND_ESTIMATE & 1)
            return &option_table[i];
    assert(false && "an option that 'fpredict estimate' does not have");
    return NULL;
}

const char *cc_option_written(const cc_option_spec *spec, char buffer[CC_WRITTEN_MOST])
{
    const char *taken = cc_option_argument(spec);
    if (spec->written)
        return spec->written;
    snprintf(buffer, CC_WRITTEN_MOST, "-fpredict-%s%s%s", spec->name, taken ? "=" : "",
             taken ? taken : "");
    return buffer;
}

const char *cc_option_meaning(const cc_option_spec *spec)
{
    return spec->meaning ? spec->meaning : common_of(spec)->help;
}

const char *cc_option_argument(const cc_option_spec *spec)
{
    const option_spec *common = common_of(spec);
    return common ? common->argument : NULL;
}
