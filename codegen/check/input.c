#include "codegen/check/input.h"

#include <string.h>

#include "codegen/text/mention.h"

/* What reads it, or names it. */
static bool is_of_input(void *data, const outline_name *n)
{
    static const char *const words[] = {"scanf", "vscanf", "getchar", "getchar_unlocked",
                                        "gets",  "stdin"};
    (void)data;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!n->function && strcmp(n->word, words[i]) == 0)
            return true;
    return false;
}

bool emit_reads_input(const emitter *e)
{
    for (const function *f = e->planned->program->functions; f; f = f->next)
        if (f->outline && mention_some(f->outline, is_of_input, NULL))
            return true;
    return false;
}
