#ifndef FPREDICT_SUPPORT_VEC_H
#define FPREDICT_SUPPORT_VEC_H

/* Growable arrays in an arena. Declare `VEC(int) v = {0};`, append with
 * `VEC_PUSH(arena, &v, 3)`, read `v.data[i]` for i < v.count. Most have one or two, so
 * room begins with that; it grows in its place where nothing was allocated after it, and else
 * leaves the old storage to the arena. */

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
            int grown_ = (v)->capacity ? 2 * (v)->capacity : 2;                                    \
            (v)->data =                                                                            \
                arena_grow((a), (v)->data, (size_t)(v)->count, (size_t)grown_, sizeof *(v)->data); \
            (v)->capacity = grown_;                                                                \
        }                                                                                          \
        (v)->data[(v)->count++] = (value);                                                         \
    } while (0)

/* The place of element `i`, or, after the last one, where they end; null where there are none. */
#define VEC_AT(v, i) ((v)->data ? (v)->data + (i) : NULL)

#endif
