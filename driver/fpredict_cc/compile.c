/* What a compile leaves for the link: a record of each object. */

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver/fpredict_cc/record.h"
#include "support/content_hash.h"

bool cc_keeps_records(const cc_command *c)
{
    return c->options.predicts && c->stage == CC_OBJECT && !c->only_shows && c->sources.count > 0;
}

/* The object of a source; null: it is no file. */
static const char *object_of(const cc_command *c, const cc_source *source)
{
    const char *path = cc_written_of(c, source);
    struct stat info;
    return path && lstat(path, &info) == 0 && S_ISREG(info.st_mode) ? path : NULL;
}

const char *cc_asked(const cc_command *c)
{
    const cc_options *o = &c->options;
    const char *text =
        arena_printf(c->arena, "%d%d%d%d %s %s", o->remarks, o->warnings, o->compares, o->annotates,
                     o->alternatives ? o->alternatives : "", o->annotated ? o->annotated : "");
    for (int i = 0; i < o->common.count; i++)
        text = arena_printf(c->arena, "%s\n%s", text, o->common.data[i]);
    return content_hash(c->arena, text, strlen(text));
}

/* Has the compile said what it predicts of the source? */
static bool is_predicted(const cc_source *source, const cc_work *work)
{
    for (int i = 0; i < work->jobs.count; i++) {
        const cc_job *job = &work->jobs.data[i];
        if (!job->repeats && job->source == source->path)
            return job->has_run && job->status == 0 && job->has_spoken;
    }
    return false;
}

static void keep_record(const cc_command *c, const cc_source *source, const cc_work *work)
{
    arena *a = c->arena;
    char here[4096];
    size_t length = 0;
    const char *object = source->input ? NULL : object_of(c, source);
    const char *bytes = object ? cc_read_file(a, object, &length) : NULL;
    if (!bytes || !source->files.count || !getcwd(here, sizeof here))
        return;
    cc_record r = {.directory = here,
                   .object = content_hash(a, bytes, length),
                   .predicted = is_predicted(source, work) ? cc_asked(c) : NULL,
                   .has_directives = source->has_directives};
    for (int i = 0; i < source->files.count; i++) {
        const source_file *file = source->files.data[i];
        VEC_PUSH(a, &r.files,
                 ((cc_content){source_path(file),
                               content_hash(a, source_text(file), source_length(file))}));
    }
    for (int i = 0; i < c->flags.count; i++)
        VEC_PUSH(a, &r.flags, c->flags.data[i]);
    if (source->has_language)
        VEC_PUSH(a, &r.flags, "-xc");
    if (!cc_record_write(a, &r, object, c->options.records) && c->options.warnings &&
        r.has_directives)
        fprintf(stderr,
                "fpredict-cc: warning: cannot keep a record of '%s': %s; a program that it is "
                "linked into is predicted without it\n",
                object, strerror(errno));
}

void cc_keep_records(const cc_command *c, const cc_work *work)
{
    for (int i = 0; i < c->sources.count && cc_keeps_records(c); i++)
        keep_record(c, &c->sources.data[i], work);
}
