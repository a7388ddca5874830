#ifndef FPREDICT_SUPPORT_VEC_H
#define FPREDICT_SUPPORT_VEC_H

/* Growable arrays in an arena. Declare `VEC(int) v = {0};`, append with
 * `VEC_PUSH(arena, &v, 3)`, read `v.data[i]` for i < v.count. Growing leaves
 * the old storage to the arena. */

#include <stddef.h>
#include <string.h>

#include "support/arena.h"

#define VEC(type)                                                                                  \
    struct {                                                                                       \
        type *data;                                                                                \
        int count;                                                                                 \
        int capacity;                                                                              \
    }

#define VEC_PUSH(a, v, value)                                                                      \
    do {                                                                                           \
        if ((v)->count == (v)->capacity) {                                                         \
            int grown_ = (v)->capacity ? 2 * (v)->capacity : 8;                                    \
            void *fresh_ = arena_array((a), (size_t)grown_, sizeof *(v)->data);                    \
            if ((v)->count)                                                                        \
                memcpy(fresh_, (v)->data, (size_t)(v)->count * sizeof *(v)->data);                 \
            (v)->data = fresh_;                                                                    \
            (v)->capacity = grown_;                                                                \
        }                                                                                          \
        (v)->data[(v)->count++] = (value);                                                         \
    } while (0)

/* The place of element `i`, or, after the last one, where they end; null where there are none. */
#define VEC_AT(v, i) ((v)->data ? (v)->data + (i) : NULL)

#endif
