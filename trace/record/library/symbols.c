/* Names of functions, by the symbols of the file that they are in: those that only this file knows
 * are not among what the linker of programs keeps in memory. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trace/record/library/regions.h"

typedef struct image {
    const unsigned char *data;
    unsigned long size;
} image;

static int has(const image *m, unsigned long place, unsigned long bytes)
{
    return place <= m->size && bytes <= m->size - place;
}

/* The name of the function that begins at `address` of the file, or null. */
static const char *find_symbol(const image *m, unsigned long address)
{
    const ElfW(Ehdr) *h = (const void *)m->data;
    if (!has(m, 0, sizeof *h) || memcmp(h->e_ident, ELFMAG, SELFMAG) != 0 ||
        h->e_shentsize != sizeof(ElfW(Shdr)) ||
        !has(m, h->e_shoff, (unsigned long)h->e_shnum * sizeof(ElfW(Shdr))))
        return NULL;
    const ElfW(Shdr) *sections = (const void *)(m->data + h->e_shoff);
    for (unsigned i = 0; i < h->e_shnum; i++) {
        const ElfW(Shdr) *s = &sections[i];
        if (s->sh_type != SHT_SYMTAB || s->sh_link >= h->e_shnum ||
            !has(m, s->sh_offset, s->sh_size))
            continue;
        const ElfW(Shdr) *names = &sections[s->sh_link];
        const ElfW(Sym) *symbols = (const void *)(m->data + s->sh_offset);
        for (unsigned long k = 0; k < s->sh_size / sizeof *symbols; k++) {
            const unsigned long name = names->sh_offset + symbols[k].st_name;
            if ((symbols[k].st_info & 0xf) == STT_FUNC && symbols[k].st_value == address &&
                has(m, names->sh_offset, names->sh_size) && symbols[k].st_name < names->sh_size &&
                memchr(m->data + name, '\0', names->sh_offset + names->sh_size - name))
                return (const char *)m->data + name;
        }
    }
    return NULL;
}

/* Copies its name; 0: the file does not tell. */
static int read_name(const char *path, unsigned long address, char *name, unsigned long size)
{
    struct stat s;
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    const int is_there = file >= 0 && fstat(file, &s) == 0 && s.st_size > 0;
    image m = {.size = is_there ? (unsigned long)s.st_size : 0};
    void *data = is_there ? mmap(NULL, m.size, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
    if (file >= 0)
        close(file);
    if (data == MAP_FAILED)
        return 0;
    m.data = data;
    const char *found = find_symbol(&m, address);
    if (found)
        snprintf(name, size, "%s", found);
    munmap(data, m.size);
    return found != NULL;
}

void record_function_name(const void *function, char *name, unsigned long size)
{
    Dl_info where;
    struct link_map *map = NULL;
    if (!dladdr1(function, &where, (void **)&map, RTLD_DL_LINKMAP) || !map) {
        snprintf(name, size, "%p", function);
        return;
    }
    if (where.dli_sname && where.dli_saddr == function) {
        snprintf(name, size, "%s", where.dli_sname);
        return;
    }
    /* The program itself has no path there; where its file begins, its addresses begin with what it
     * was moved by, which is none for one that is not movable. */
    const unsigned long address = (unsigned long)function - map->l_addr;
    const char *path = map->l_name && *map->l_name ? map->l_name : "/proc/self/exe";
    if (read_name(path, address, name, size))
        return;
    const char *slash = where.dli_fname ? strrchr(where.dli_fname, '/') : NULL;
    snprintf(name, size, "%s+0x%lx", slash ? slash + 1 : "function", address);
}
