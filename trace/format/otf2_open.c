#include <stdlib.h>

#include "support/sort.h"
#include "trace/format/otf2_source.h"

static int by_ref(const void *a, const void *b)
{
    const otf2_reference *x = a, *y = b;
    return (x->ref > y->ref) - (x->ref < y->ref);
}

void otf2_references_close(otf2_references *t)
{
    sort_items(t->all.data, (size_t)t->all.count, sizeof *t->all.data, by_ref);
    t->is_dense = true;
    for (int i = 0; i < t->all.count; i++)
        t->is_dense &= t->all.data[i].ref == (uint64_t)i && t->all.data[i].index == (uint32_t)i;
}

uint32_t otf2_reference_find(const otf2_references *t, uint64_t ref)
{
    if (t->is_dense)
        return ref < (uint64_t)t->all.count ? (uint32_t)ref : UINT32_MAX;
    const otf2_reference wanted = {.ref = ref};
    const otf2_reference *found =
        bsearch(&wanted, t->all.data, (size_t)t->all.count, sizeof wanted, by_ref);
    return found ? found->index : UINT32_MAX;
}

static void close_archive(trace *t)
{
    otf2_source *s = (otf2_source *)t->source;
    otf2_errors_take(&s->errors);
    if (s->reader)
        OTF2_Reader_Close(s->reader);
    s->reader = NULL;
    otf2_errors_leave();
}

trace *trace_open_otf2(fp_context *ctx, const char *anchor)
{
    otf2_source *s = ARENA_NEW(ctx->arena, otf2_source);
    s->source = (trace_source){otf2_begin, otf2_fill, otf2_end, close_archive};
    s->of = (trace){.path = anchor, .source = &s->source};
    s->ctx = ctx;
    s->cpu = OTF2_UNDEFINED_ATTRIBUTE;
    trace_raise_file_limit();
    s->errors.ctx = ctx;
    otf2_errors_take(&s->errors);
    s->reader = OTF2_Reader_Open(anchor);
    if (!s->reader) {
        trace_fail(ctx, anchor, "this is no OTF2 archive that can be read%s%s",
                   s->errors.said ? ": " : "", s->errors.said ? s->errors.said : "");
        close_archive(&s->of);
        return NULL;
    }
    if (OTF2_Reader_SetSerialCollectiveCallbacks(s->reader) == OTF2_SUCCESS &&
        otf2_read_definitions(s))
        return &s->of;
    close_archive(&s->of);
    return NULL;
}
