/* Memory in a mapping that all threads have: pieces whose sizes are powers of two, each size with
 * a list of those that are free. */

#define _DEFAULT_SOURCE

#include <string.h>
#include <sys/mman.h>

#include "codegen/runtime/shared/fps.h"

enum { HEAD = 64, SIZES = 64 };

/* Before each piece. */
typedef struct head {
    int size; /* its power of two */
    struct head *next;
} head;

typedef struct heap {
    char *end;
    size_t used, mapped;
    head *unused[SIZES];
} heap;

static heap *all; /* at the beginning of the mapping */

/* Pages that nobody writes take no memory, so it may be large: as far as the system lets it. */
static void map(void)
{
    for (int power = 42; !all && power >= 26; power--) {
        size_t bytes = (size_t)1 << power;
        void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (at == MAP_FAILED)
            continue;
        all = at;
        all->mapped = bytes;
        all->used = (sizeof *all + HEAD - 1) / HEAD * HEAD;
    }
    if (!all)
        fpr_fail("no memory for what the threads share");
}

static head *head_of(void *memory)
{
    return (head *)((char *)memory - HEAD);
}

void *fps_allocate(size_t count, size_t bytes)
{
    int size = 0;
    if (!all)
        map();
    if (bytes && count > (all->mapped - HEAD) / bytes)
        fpr_fail("no memory for %zu elements of %zu bytes", count, bytes);
    size_t wanted = count * bytes + HEAD;
    while ((size_t)1 << size < wanted)
        size++;
    head *h = all->unused[size];
    if (h) {
        all->unused[size] = h->next;
        memset((char *)h + HEAD, 0, count * bytes);
    } else {
        if ((size_t)1 << size > all->mapped - all->used)
            fpr_fail("no memory for %zu elements of %zu bytes", count, bytes);
        h = (head *)((char *)all + all->used);
        all->used += ((size_t)1 << size) + HEAD - 1;
        all->used = all->used / HEAD * HEAD;
        h->size = size;
    }
    return (char *)h + HEAD;
}

void fps_free(void *memory)
{
    if (!memory)
        return;
    head *h = head_of(memory);
    h->next = all->unused[h->size];
    all->unused[h->size] = h;
}
