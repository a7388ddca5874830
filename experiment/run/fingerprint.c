#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "experiment/run/words.h"
#include "support/content_hash.h"
#include "support/folder.h"
#include "sysmodels/model/compiler.h"
#include "sysmodels/model/sag.h"

/* The hash of a machine's file and of a compiler's profile. */
typedef struct machine_hash {
    const char *machine, *compiler, *hash;
} machine_hash;

struct fingerprints {
    fp_context *ctx;
    const experiment *e;
    const experiment_place *place;
    const char *itself;  /* hash of fpredict's own file */
    const char *subject; /* hash of the program, or of the trace; null: not known yet */
    VEC(machine_hash) machines;
};

/* The hash of a file, which may be larger than memory. */
static const char *hash_file(arena *a, const char *path)
{
    struct stat s;
    const int in = open(path, O_RDONLY | O_CLOEXEC);
    if (in < 0)
        return NULL;
    void *bytes = MAP_FAILED;
    if (fstat(in, &s) == 0 && S_ISREG(s.st_mode) && s.st_size > 0)
        bytes = mmap(NULL, (size_t)s.st_size, PROT_READ, MAP_PRIVATE, in, 0);
    close(in);
    if (bytes == MAP_FAILED)
        return content_hash(a, "", 0);
    const char *hash = content_hash(a, bytes, (size_t)s.st_size);
    munmap(bytes, (size_t)s.st_size);
    return hash;
}

fingerprints *fingerprints_new(fp_context *ctx, const experiment *e, const experiment_place *place)
{
    fingerprints *f = ARENA_NEW(ctx->arena, fingerprints);
    *f = (fingerprints){.ctx = ctx, .e = e, .place = place};
    f->itself = hash_file(ctx->arena, "/proc/self/exe");
    return f;
}

static const char *path_in(fingerprints *f, const char *name)
{
    return experiment_path(f->ctx->arena, f->e, name);
}

/* --- A trace ------------------------------------------------------------------ */

/* Appends what is in a folder; nothing, if it is none. */
static void add_inside(arena *a, const char *folder, path_list *out)
{
    path_list inside = folder_files(a, folder, "", "");
    for (int i = 0; i < inside.count; i++)
        if (strrchr(inside.data[i], '/')[1] != '.')
            VEC_PUSH(a, out, inside.data[i]);
}

/* Appends the files that a list of SMPI's names, one a line: from where it is replayed, or beside
 * the list, as they are read. Ends at the first line that names none: then it is no list. */
static void add_listed(fingerprints *f, const char *list, path_list *out)
{
    arena *a = f->ctx->arena;
    const char *slash = strrchr(list, '/');
    char *line = NULL;
    size_t room = 0;
    FILE *in = fopen(list, "r");
    const int before = out->count;
    for (bool is_list = in != NULL; is_list && getline(&line, &room, in) >= 0;) {
        char *rest, *name = strtok_r(line, " \t\r\n", &rest);
        if (!name)
            continue;
        const char *path = path_in(f, arena_strdup(a, name));
        if (access(path, R_OK) != 0 && *name != '/' && slash)
            path = arena_printf(a, "%.*s/%s", (int)(slash - list), list, name);
        const bool is_name = out->count > before || !strtok_r(NULL, " \t\r\n", &rest);
        is_list = is_name && access(path, R_OK) == 0;
        if (is_list)
            VEC_PUSH(a, out, path);
    }
    free(line);
    if (in)
        fclose(in);
}

/* The files of a trace: that of the name, those in the folder that it is, those that it lists, and
 * those of OTF2 in the folder that is called as an anchor file is. */
static path_list trace_files(fingerprints *f, const char *path)
{
    arena *a = f->ctx->arena;
    const size_t length = strlen(path);
    path_list all = {0};
    struct stat s;
    if (stat(path, &s) != 0)
        return all;
    if (S_ISDIR(s.st_mode)) {
        add_inside(a, path, &all);
        for (int i = 0, count = all.count; i < count; i++)
            add_inside(a, all.data[i], &all);
        return all;
    }
    VEC_PUSH(a, &all, path);
    if (length > 5 && strcmp(path + length - 5, ".otf2") == 0)
        add_inside(a, arena_strndup(a, path, length - 5), &all);
    else
        add_listed(f, path, &all);
    return all;
}

static bool hash_trace(fingerprints *f)
{
    arena *a = f->ctx->arena;
    const char *path = path_in(f, f->e->files[0]), *all = "";
    path_list files = trace_files(f, path);
    if (files.count == 0)
        return cannot_read_file(f->ctx, f->e, 0, path);
    for (int i = 0; i < files.count; i++) {
        const char *hash = hash_file(a, files.data[i]);
        if (!hash)
            return cannot_read_file(f->ctx, f->e, 0, files.data[i]);
        all = arena_printf(a, "%s%s\n", all, hash);
        all = content_hash(a, all, strlen(all)); /* as long, however many files there are */
    }
    f->subject = all;
    return true;
}

/* --- A machine ------------------------------------------------------------------ */

static const char *hash_text(fingerprints *f, const char *path)
{
    const source_file *file = source_open(f->ctx->sources, path);
    return file ? content_hash(f->ctx->arena, source_text(file), source_length(file)) : "";
}

static const char *hash_machine(fingerprints *f, const char *machine, const char *compiler)
{
    arena *a = f->ctx->arena;
    for (int i = 0; i < f->machines.count; i++)
        if (strcmp(f->machines.data[i].machine, machine) == 0 &&
            strcmp(f->machines.data[i].compiler, compiler) == 0)
            return f->machines.data[i].hash;
    const sag *m = sag_open(f->ctx, experiment_model_path(a, f->e, machine),
                            f->place->machine_dir_count, f->place->machine_dirs);
    const sag_compiler *c =
        sag_compiler_open(f->ctx, experiment_model_path(a, f->e, compiler),
                          f->place->compiler_dir_count, f->place->compiler_dirs);
    if (!m || !c)
        return NULL;
    const char *both = arena_printf(a, "%s\n%s\n", hash_text(f, m->path), hash_text(f, c->path));
    const machine_hash h = {machine, compiler, content_hash(a, both, strlen(both))};
    VEC_PUSH(a, &f->machines, h);
    return h.hash;
}

static const char *setting_of(const stored_result *r, const char *name, const char *otherwise)
{
    for (int i = 0; i < r->settings.count; i++)
        if (strcmp(r->settings.data[i].name, name) == 0)
            return r->settings.data[i].text;
    return otherwise;
}

bool point_fingerprint(fingerprints *f, const word_list *words, stored_result *out)
{
    arena *a = f->ctx->arena;
    const bool is_program = f->e->kind == EXPERIMENT_ESTIMATE;
    if (!f->subject && is_program)
        f->subject = program_hash(f->ctx, f->e, f->place);
    if (!f->subject && (is_program || !hash_trace(f)))
        return false;
    *(is_program ? &out->program : &out->trace) = f->subject;
    out->machine = hash_machine(f, setting_of(out, "machine", "ipsc860"),
                                setting_of(out, "compiler", "fpredict"));
    out->version = f->place->version;
    if (!out->machine)
        return false;
    const char *all = arena_printf(a, "%s\n%s\n%s\n%s\n", out->version, f->itself ? f->itself : "",
                                   f->subject, out->machine);
    for (int i = 0; i < words->count; i++)
        all = arena_printf(a, "%s%s\n", all, words->data[i]);
    out->key = content_hash(a, all, strlen(all));
    return true;
}
