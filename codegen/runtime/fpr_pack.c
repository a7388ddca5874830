/* Copies between windows and the buffers of messages. */

#include <stdlib.h>
#include <string.h>

#include "codegen/runtime/fpr_schedule.h"

/* Steps in elements. The size of an element is known where this is expanded. */
static inline void copy_each(char *to, long long to_step, const char *from, long long from_step,
                             long long count, size_t bytes)
{
    for (long long i = 0; i < count; i++)
        memcpy(to + i * to_step * (long long)bytes, from + i * from_step * (long long)bytes, bytes);
}

static void copy(char *to, long long to_step, const char *from, long long from_step,
                 long long count, size_t bytes)
{
    if (to_step == 1 && from_step == 1)
        memcpy(to, from, (size_t)count * bytes);
    else if (bytes == sizeof(double))
        copy_each(to, to_step, from, from_step, count, sizeof(double));
    else if (bytes == sizeof(float))
        copy_each(to, to_step, from, from_step, count, sizeof(float));
    else
        copy_each(to, to_step, from, from_step, count, bytes);
}

void fpr_pack(const fpr_array *a, const fpr_packed *p)
{
    char *to = p->buffer;
    for (long long i = 0; i < p->offsets.count; i++) {
        const fpr_stretch *s = &p->offsets.list[i];
        if (s->at >= 0)
            copy(to, 1, (const char *)a->memory + (size_t)s->at * a->bytes, s->step, s->count,
                 a->bytes);
        to += (size_t)s->count * a->bytes;
    }
}

void fpr_unpack(fpr_array *a, const fpr_packed *p, fpr_join *combine)
{
    const char *received = p->buffer;
    for (long long i = 0; i < p->offsets.count; i++) {
        const fpr_stretch *s = &p->offsets.list[i];
        char *target = (char *)a->memory + s->at * (long long)a->bytes;
        if (s->at >= 0 && !combine)
            copy(target, s->step, received, 1, s->count, a->bytes);
        for (long long k = 0; s->at >= 0 && combine && k < s->count; k++)
            combine(target + k * s->step * (long long)a->bytes, received + (size_t)k * a->bytes);
        received += (size_t)s->count * a->bytes;
    }
}

void fpr_copy_elements(fpr_array *to, const fpr_offsets *targets, const fpr_array *from,
                       const fpr_offsets *sources)
{
    const fpr_stretch *s = sources->list, *t = targets->list;
    long long copied_s = 0, copied_t = 0; /* of the stretch */
    size_t bytes = to->bytes;
    while (s < sources->list + sources->count && t < targets->list + targets->count) {
        long long left_s = s->count - copied_s, left_t = t->count - copied_t;
        long long count = left_s < left_t ? left_s : left_t;
        copy((char *)to->memory + (size_t)(t->at + copied_t * t->step) * bytes, t->step,
             (const char *)from->memory + (size_t)(s->at + copied_s * s->step) * bytes, s->step,
             count, bytes);
        copied_s += count;
        copied_t += count;
        if (copied_s == s->count) {
            s++;
            copied_s = 0;
        }
        if (copied_t == t->count) {
            t++;
            copied_t = 0;
        }
    }
}
