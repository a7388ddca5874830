#ifndef FPREDICT_SUPPORT_ARENA_H
#define FPREDICT_SUPPORT_ARENA_H

/* One arena a run: everything that a prediction builds is allocated here and
 * freed together. A build with FPREDICT_ARENA_SEPARATE gives each allocation a
 * block of its own, so that the address sanitizer sees every overrun. */

#include <stdarg.h>
#include <stddef.h>

typedef struct arena arena;

/* Returns a new, empty arena; aborts when the system has no memory. */
arena *arena_new(void);

/* Frees the arena and everything allocated in it. `a` may be null. */
void arena_free(arena *a);

/* Returns a new arena that is freed with `parent`, at the latest. */
arena *arena_new_under(arena *parent);

/* Returns a new arena of at most `size` bytes, which is freed with `parent`, at
 * the latest. What a process forked from here on allocates in it, this one reads at the same
 * addresses. Who finds it full calls `full`, which does not return. Null where the system has no
 * such memory. */
arena *arena_new_shared(arena *parent, size_t size, void (*full)(void *with), void *with);

/* Ends the life of everything allocated in `a`, which is not shared, and keeps the memory for what
 * is allocated next. */
void arena_clear(arena *a);

/* Returns `size` zeroed bytes aligned for any type; never null. */
void *arena_alloc(arena *a, size_t size);

/* Returns `count` zeroed elements of `size` bytes; asserts on overflow. */
void *arena_array(arena *a, size_t count, size_t size);

/* Returns `count` elements of `size` bytes: the first `old`, which are all that was allocated at
 * `data` (null: none), as they are there, the others zero. What is at `data` is not to be used any
 * more but through what is returned, which may be in its place. */
void *arena_grow(arena *a, void *data, size_t old, size_t count, size_t size);

/* Returns a copy of `size` bytes at `data`. */
void *arena_copy(arena *a, const void *data, size_t size);

/* Returns a copy of a string, or of its first `length` bytes. */
char *arena_strdup(arena *a, const char *text);
char *arena_strndup(arena *a, const char *text, size_t length);

/* Returns the text that printf would print. */
char *arena_printf(arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *arena_vprintf(arena *a, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

#define ARENA_NEW(a, type) ((type *)arena_alloc((a), sizeof(type)))
#define ARENA_ARRAY(a, count, type) ((type *)arena_array((a), (size_t)(count), sizeof(type)))

#endif
