#include "driver/fpredict_cc/object.h"

#include <ar.h>
#include <elf.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "driver/fpredict_cc/record.h"

/* --- Objects ------------------------------------------------------------------------------- */

/* Are so many bytes there? */
static bool has(size_t length, uint64_t at, uint64_t size)
{
    return at <= length && size <= length - at;
}

static bool is_elf(const char *bytes, size_t length)
{
    const uint16_t one = 1;
    unsigned char order = *(const unsigned char *)&one ? ELFDATA2LSB : ELFDATA2MSB;
    return length >= sizeof(Elf64_Ehdr) && memcmp(bytes, ELFMAG, SELFMAG) == 0 &&
           bytes[EI_CLASS] == ELFCLASS64 && (unsigned char)bytes[EI_DATA] == order;
}

static bool read_section(const char *bytes, size_t length, const Elf64_Ehdr *head, unsigned index,
                         Elf64_Shdr *out)
{
    uint64_t at = head->e_shoff + (uint64_t)index * sizeof *out;
    if (index >= head->e_shnum || head->e_shentsize != sizeof *out || !has(length, at, sizeof *out))
        return false;
    memcpy(out, bytes + at, sizeof *out);
    return out->sh_type == SHT_NOBITS || has(length, out->sh_offset, out->sh_size);
}

static bool read_names(arena *a, const char *bytes, const Elf64_Shdr *table,
                       const Elf64_Shdr *strings, cc_symbols *out)
{
    const char *names = bytes + strings->sh_offset;
    if (!strings->sh_size || names[strings->sh_size - 1] != '\0')
        return false;
    for (uint64_t i = 0; i < table->sh_size / sizeof(Elf64_Sym); i++) {
        Elf64_Sym s;
        memcpy(&s, bytes + table->sh_offset + i * sizeof s, sizeof s);
        bool is_local = ELF64_ST_BIND(s.st_info) == STB_LOCAL;
        bool is_defined = s.st_shndx != SHN_UNDEF;
        bool is_optional = ELF64_ST_BIND(s.st_info) == STB_WEAK && !is_defined;
        if (s.st_name >= strings->sh_size)
            return false;
        if (!is_local && !is_optional && names[s.st_name])
            VEC_PUSH(a, out, ((cc_symbol){names + s.st_name, is_defined}));
    }
    return true;
}

bool cc_object_symbols(arena *a, const char *bytes, size_t length, cc_symbols *out)
{
    Elf64_Ehdr head;
    if (!is_elf(bytes, length))
        return false;
    memcpy(&head, bytes, sizeof head);
    for (unsigned i = 0; i < head.e_shnum; i++) {
        Elf64_Shdr table, strings;
        if (!read_section(bytes, length, &head, i, &table))
            return false;
        if (table.sh_type != SHT_SYMTAB)
            continue;
        return read_section(bytes, length, &head, table.sh_link, &strings) &&
               strings.sh_type == SHT_STRTAB && read_names(a, bytes, &table, &strings, out);
    }
    return head.e_type == ET_REL; /* none at all */
}

/* --- Archives ------------------------------------------------------------------------------ */

static const char thin[] = "!<thin>\n";

bool cc_is_archive(const char *bytes, size_t length)
{
    return length >= SARMAG &&
           (memcmp(bytes, ARMAG, SARMAG) == 0 || memcmp(bytes, thin, SARMAG) == 0);
}

/* The name of a member: "name/", or "/17" for the place of a long one among `names`. */
static const char *member_name(arena *a, const char *field, const char *names, size_t length)
{
    const char *begin = field;
    size_t most = sizeof((struct ar_hdr *)NULL)->ar_name;
    if (field[0] == '/') {
        size_t at = strtoul(field + 1, NULL, 10);
        if (!names || at >= length)
            return NULL;
        begin = names + at;
        most = length - at;
    }
    size_t end = 0;
    while (end < most && begin[end] != '\n' &&
           !(begin[end] == '/' && (field[0] != '/' || end + 1 == most || begin[end + 1] == '\n')))
        end++;
    return arena_strndup(a, begin, end);
}

/* The object that a thin archive names. */
static bool read_thin(arena *a, const char *path, cc_member *member)
{
    const char *slash = strrchr(path, '/');
    const char *file = member->name[0] == '/' || !slash
                           ? member->name
                           : arena_printf(a, "%.*s/%s", (int)(slash - path), path, member->name);
    member->bytes = cc_read_file(a, file, &member->length);
    return member->bytes != NULL;
}

bool cc_archive_members(arena *a, const char *path, const char *bytes, size_t length,
                        cc_members *out)
{
    const char *names = NULL;
    size_t names_length = 0;
    bool is_thin = memcmp(bytes, thin, SARMAG) == 0;
    for (size_t at = SARMAG; has(length, at, sizeof(struct ar_hdr));) {
        struct ar_hdr head;
        memcpy(&head, bytes + at, sizeof head);
        char digits[sizeof head.ar_size + 1] = {0};
        memcpy(digits, head.ar_size, sizeof head.ar_size);
        size_t size = strtoul(digits, NULL, 10);
        at += sizeof head;
        bool is_table =
            head.ar_name[0] == '/' &&
            (head.ar_name[1] == ' ' || head.ar_name[1] == '/' || head.ar_name[1] == 'S');
        bool is_inside = is_table || !is_thin;
        if (memcmp(head.ar_fmag, ARFMAG, sizeof head.ar_fmag) != 0 ||
            (is_inside && !has(length, at, size)))
            return false;
        if (is_table && head.ar_name[1] == '/') {
            names = bytes + at;
            names_length = size;
        } else if (!is_table) {
            cc_member m = {member_name(a, head.ar_name, names, names_length), bytes + at, size};
            if (!m.name || (is_thin && !read_thin(a, path, &m)))
                return false;
            VEC_PUSH(a, out, m);
        }
        at += is_inside ? size + size % 2 : 0;
    }
    return true;
}
