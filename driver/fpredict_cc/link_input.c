#include "driver/fpredict_cc/link_input.h"

#include <ctype.h>
#include <string.h>
#include <unistd.h>

#include "driver/compiler_option.h"
#include "support/folder.h"

/* --- The command line ------------------------------------------------------------------------ */

/* A word that the linker gets. */
typedef struct word {
    enum { WORD_FILE, WORD_LIBRARY, WORD_OPTION } kind;
    const char *text;
} word;

typedef VEC(word) word_list;

typedef struct command_words {
    arena *arena;
    word_list words;
    text_list folders; /* of -L */
    bool is_static, is_program;
} command_words;

/* Options of the linker itself, one after another in -Wl,a,b. */
static void add_linker_options(command_words *w, const char *text)
{
    for (const char *at = text; *at;) {
        size_t length = strcspn(at, ",");
        const char *one = arena_strndup(w->arena, at, length);
        if (strcmp(one, "-shared") == 0 || strcmp(one, "-r") == 0)
            w->is_program = false;
        else if (strncmp(one, "-l", 2) == 0 && one[2])
            VEC_PUSH(w->arena, &w->words, ((word){WORD_LIBRARY, one + 2}));
        else if (strncmp(one, "-L", 2) == 0 && one[2])
            VEC_PUSH(w->arena, &w->folders, one + 2);
        else
            VEC_PUSH(w->arena, &w->words, ((word){one[0] == '-' ? WORD_OPTION : WORD_FILE, one}));
        at += length + (at[length] == ',');
    }
}

static void add_option(command_words *w, const char *text, const char *value)
{
    if (strcmp(text, "-static") == 0)
        w->is_static = true;
    else if (strcmp(text, "-shared") == 0 || strcmp(text, "-r") == 0 ||
             strcmp(text, "-dynamiclib") == 0)
        w->is_program = false;
    else if (strncmp(text, "-Wl,", 4) == 0)
        add_linker_options(w, text + 4);
    else if (strcmp(text, "-Xlinker") == 0 && value)
        add_linker_options(w, value);
    else if (strncmp(text, "-L", 2) == 0 && value)
        VEC_PUSH(w->arena, &w->folders, value);
    else if (strncmp(text, "-l", 2) == 0 && value)
        VEC_PUSH(w->arena, &w->words, ((word){WORD_LIBRARY, value}));
}

static command_words words_of(const cc_command *c)
{
    command_words w = {.arena = c->arena, .is_program = true};
    bool only_inputs = false;
    for (int i = 0; i < c->arguments.count; i++) {
        const char *text = c->arguments.data[i].text, *value = NULL;
        if (c->arguments.data[i].is_ours)
            continue;
        if (only_inputs || text[0] != '-' || !text[1]) {
            VEC_PUSH(c->arena, &w.words, ((word){WORD_FILE, text}));
        } else if (strcmp(text, "--") == 0) {
            only_inputs = true;
        } else {
            const compiler_option *known = compiler_option_find(text, &value);
            if (known && !value && known->form != FORM_ALONE && i + 1 < c->arguments.count)
                value = c->arguments.data[++i].text;
            add_option(&w, text, value);
        }
    }
    return w;
}

static bool has_suffix(const char *path, const char *suffix)
{
    size_t length = strlen(path), last = strlen(suffix);
    return length > last && strcmp(path + length - last, suffix) == 0;
}

/* The archive that the linker finds for -lNAME; null: none, or a shared library. */
static const char *find_library(const command_words *w, const char *name)
{
    for (int i = 0; i < w->folders.count; i++) {
        const char *folder = w->folders.data[i];
        const char *archive = name[0] == ':' ? arena_printf(w->arena, "%s/%s", folder, name + 1)
                                             : arena_printf(w->arena, "%s/lib%s.a", folder, name);
        const char *shared = arena_printf(w->arena, "%s/lib%s.so", folder, name);
        if (!w->is_static && access(shared, F_OK) == 0)
            return NULL;
        if (access(archive, F_OK) == 0)
            return archive;
    }
    return NULL;
}

/* --- Names ------------------------------------------------------------------------------------ */

/* A name that an object defines or wants; open addressing by its text. */
typedef struct name_entry {
    const char *name;
    bool is_wanted, is_defined;
} name_entry;

typedef struct linking {
    const cc_command *command;
    cc_link *link;
    name_entry *table;
    size_t size, used; /* a power of two */
} linking;

static name_entry *entry_of(linking *l, const char *name, size_t length)
{
    size_t hash = 5381;
    for (size_t i = 0; i < length; i++)
        hash = hash * 33 ^ (unsigned char)name[i];
    size_t at = hash & (l->size - 1);
    while (l->table[at].name &&
           (strncmp(l->table[at].name, name, length) != 0 || l->table[at].name[length]))
        at = (at + 1) & (l->size - 1);
    return &l->table[at];
}

static void grow(linking *l)
{
    name_entry *old = l->table;
    size_t old_size = l->size;
    l->size = old_size ? 2 * old_size : 1024;
    l->table = ARENA_ARRAY(l->command->arena, l->size, name_entry);
    for (size_t i = 0; i < old_size; i++)
        if (old[i].name)
            *entry_of(l, old[i].name, strlen(old[i].name)) = old[i];
}

static name_entry *name_of(linking *l, const char *name, size_t length)
{
    if (2 * l->used >= l->size)
        grow(l);
    name_entry *e = entry_of(l, name, length);
    if (!e->name) {
        e->name = arena_strndup(l->command->arena, name, length);
        l->used++;
    }
    return e;
}

static bool is_of_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* Each word of a source is a name that it may want: which ones are known only when it is compiled.
 */
static void want_words(linking *l, const char *text)
{
    for (const char *at = text; *at;) {
        size_t length = 0;
        while (is_of_word(at[length]))
            length++;
        if (length && !isdigit((unsigned char)*at))
            name_of(l, at, length)->is_wanted = true;
        at += length ? length : 1;
    }
}

/* --- Objects ---------------------------------------------------------------------------------- */

static const char *folder_of(arena *a, const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? arena_printf(a, "%.*s", (int)(slash - path + 1), path) : "";
}

/* Is it among the objects already, for a group is read again? */
static bool has_object(const linking *l, const char *name)
{
    for (int i = 0; i < l->link->objects.count; i++)
        if (strcmp(l->link->objects.data[i].name, name) == 0)
            return true;
    return false;
}

static void take_object(linking *l, cc_linked o, const cc_symbols *symbols)
{
    for (int i = 0; i < symbols->count; i++) {
        const cc_symbol *s = &symbols->data[i];
        name_entry *e = name_of(l, s->name, strlen(s->name));
        e->is_defined |= s->is_defined;
        e->is_wanted |= !s->is_defined;
        o.has_main |= s->is_defined && strcmp(s->name, "main") == 0;
    }
    VEC_PUSH(l->command->arena, &l->link->objects, o);
}

static bool is_wanted(linking *l, const cc_symbols *symbols)
{
    for (int i = 0; i < symbols->count; i++) {
        const char *name = symbols->data[i].name;
        const name_entry *e = name_of(l, name, strlen(name));
        if (symbols->data[i].is_defined && e->is_wanted && !e->is_defined)
            return true;
    }
    return false;
}

static const char *member_of(arena *a, const char *archive, const cc_member *m)
{
    return arena_printf(a, "%s(%s)", archive, m->name);
}

/* Takes the archive's members that are wanted, until none is. Returns whether there were some. */
static bool take_archive(linking *l, const char *path, const char *bytes, size_t length, bool whole)
{
    arena *a = l->command->arena;
    cc_members members = {0};
    bool is_clear = cc_archive_members(a, path, bytes, length, &members), has_taken = false;
    cc_symbols *symbols = ARENA_ARRAY(a, members.count, cc_symbols);
    bool *is_taken = ARENA_ARRAY(a, members.count, bool);
    for (int i = 0; i < members.count; i++) {
        is_clear &=
            cc_object_symbols(a, members.data[i].bytes, members.data[i].length, &symbols[i]);
        is_taken[i] = has_object(l, member_of(a, path, &members.data[i]));
    }
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < members.count; i++) {
            if (is_taken[i] || !(whole || is_wanted(l, &symbols[i])))
                continue;
            const cc_member *m = &members.data[i];
            take_object(l,
                        (cc_linked){.name = member_of(a, path, m),
                                    .beside = cc_record_path(
                                        a, arena_printf(a, "%s%s", folder_of(a, path), m->name)),
                                    .archive = path,
                                    .bytes = m->bytes,
                                    .length = m->length},
                        &symbols[i]);
            is_taken[i] = has_taken = more = true;
        }
    }
    if (!is_clear)
        VEC_PUSH(a, &l->link->unclear, path);
    return has_taken;
}

static bool take_file(linking *l, const char *path, bool whole)
{
    arena *a = l->command->arena;
    size_t length = 0;
    if (has_suffix(path, ".so") || strstr(path, ".so."))
        return false;
    const char *bytes = cc_read_file(a, path, &length);
    if (bytes && cc_is_archive(bytes, length))
        return take_archive(l, path, bytes, length, whole);
    cc_symbols symbols = {0};
    bool is_object = bytes && (has_suffix(path, ".o") || has_suffix(path, ".obj") ||
                               memcmp(bytes, "\177ELF", length < 4 ? length : 4) == 0);
    if (!is_object || has_object(l, path))
        return false;
    if (!cc_object_symbols(a, bytes, length, &symbols))
        VEC_PUSH(a, &l->link->unclear, path);
    take_object(
        l,
        (cc_linked){
            .name = path, .beside = cc_record_path(a, path), .bytes = bytes, .length = length},
        &symbols);
    return true;
}

static bool is_source(const cc_command *c, const char *path)
{
    for (int i = 0; i < c->sources.count; i++)
        if (strcmp(c->sources.data[i].path, path) == 0)
            return true;
    return false;
}

cc_link cc_read_link(const cc_command *c, const text_list *texts)
{
    cc_link link = {0};
    command_words w = words_of(c);
    linking l = {.command = c, .link = &link};
    int group = -1;
    bool whole = false, has_taken = false;
    link.is_program = w.is_program;
    name_of(&l, "main", strlen("main"))->is_wanted = true;
    for (int i = 0; i < texts->count; i++)
        want_words(&l, texts->data[i]);
    for (int i = 0; i < w.words.count; i++) {
        const word *one = &w.words.data[i];
        const char *path = one->kind == WORD_LIBRARY ? find_library(&w, one->text) : one->text;
        if (one->kind != WORD_OPTION) {
            if (path && !is_source(c, path))
                has_taken |= take_file(&l, path, whole) && has_suffix(path, ".a");
        } else if (strcmp(path, "--whole-archive") == 0 || strcmp(path, "-whole-archive") == 0) {
            whole = true;
        } else if (strstr(path, "no-whole-archive")) {
            whole = false;
        } else if (strcmp(path, "--start-group") == 0 || strcmp(path, "-(") == 0) {
            group = i;
            has_taken = false;
        } else if (group >= 0 && (strcmp(path, "--end-group") == 0 || strcmp(path, "-)") == 0)) {
            bool is_again = has_taken; /* what was taken last may want more of those before */
            i = is_again ? group : i;
            has_taken = false;
        }
    }
    return link;
}

/* Of an archive, any record that is beside it. */
static bool has_directives_beside(arena *a, const char *path)
{
    path_list records = {0};
    if (has_suffix(path, ".o"))
        VEC_PUSH(a, &records, cc_record_path(a, path));
    else if (has_suffix(path, ".a"))
        records = folder_files(a, *folder_of(a, path) ? folder_of(a, path) : ".", "", ".fpredict");
    for (int i = 0; i < records.count; i++) {
        const cc_record *r = cc_record_read(a, records.data[i]);
        if (r && r->has_directives)
            return true;
    }
    return false;
}

bool cc_link_may_have_directives(const cc_command *c)
{
    const char *folder = c->options.records;
    command_words w = words_of(c);
    if (folder && cc_records_have_directives(c->arena, folder))
        return true;
    for (int i = 0; i < w.words.count; i++) {
        const char *path = w.words.data[i].text;
        if (w.words.data[i].kind == WORD_LIBRARY)
            path = find_library(&w, path);
        if (path && has_directives_beside(c->arena, path))
            return true;
    }
    return false;
}
