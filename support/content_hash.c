#include "support/content_hash.h"

#include <inttypes.h>
#include <stdint.h>
#include <string.h>

/* Two lanes of multiplications by odd numbers and rotations (as in Austin Appleby's MurmurHash3,
 * whose constants and last mixing these are), over words of 8 bytes. */
typedef struct lanes {
    uint64_t a, b;
} lanes;

static uint64_t rotated(uint64_t x, int by)
{
    return x << by | x >> (64 - by);
}

static uint64_t mixed(uint64_t x)
{
    x = (x ^ x >> 33) * UINT64_C(0xff51afd7ed558ccd);
    x = (x ^ x >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
    return x ^ x >> 33;
}

static void add(lanes *l, uint64_t word)
{
    l->a = rotated(l->a ^ word * UINT64_C(0x87c37b91114253d5), 27) * 5 + UINT64_C(0x52dce729);
    l->b =
        rotated((l->b + l->a) ^ word * UINT64_C(0x4cf5ad432745937f), 31) * 5 + UINT64_C(0x38495ab5);
}

const char *content_hash(arena *a, const void *bytes, size_t length)
{
    const char *at = bytes;
    lanes l = {length, mixed(length + 1)};
    for (size_t left = length; left > 0;) {
        size_t size = left < sizeof(uint64_t) ? left : sizeof(uint64_t);
        uint64_t word = 0;
        memcpy(&word, at, size);
        add(&l, word);
        at += size;
        left -= size;
    }
    l.a = mixed(l.a);
    l.b = mixed(l.b + l.a);
    l.a += l.b;
    return arena_printf(a, "%016" PRIx64 "%016" PRIx64, l.a, l.b);
}
