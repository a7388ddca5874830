/* The program that is linked: its sources, by the records of its objects, and what is said of those
 * that have none. */

#include <string.h>

#include "driver/compiler_option.h"
#include "driver/fpredict_cc/link_input.h"
#include "driver/fpredict_cc/record.h"
#include "support/content_hash.h"

typedef struct gathering {
    const cc_command *command;
    cc_work *work;
    VEC(cc_unit) units;
    bool has_directives, is_said;
    bool lacks_main; /* its object has no record */
} gathering;

/* --- Records of objects ------------------------------------------------------------------------
 */

/* What is known of the object's source. */
typedef struct finding {
    const cc_record *record; /* null: not known, since: */
    const char *why;
    bool is_missing;     /* there is nothing at all */
    bool has_directives; /* by one of the records that are in question */
} finding;

static const char *source_of(arena *a, const cc_record *r)
{
    return cc_record_file(a, r, r->files.data[0].path);
}

/* Of an older version of a source that has changed since, and compiles to the same object. */
static bool is_older(arena *a, const cc_record *r, const cc_records *all)
{
    for (int i = 0; i < all->count; i++)
        if (all->data[i] != r && strcmp(source_of(a, all->data[i]), source_of(a, r)) == 0 &&
            cc_record_changed(a, r) && !cc_record_changed(a, all->data[i]))
            return true;
    return false;
}

/* Among the records of objects of the same content. */
static finding choose(arena *a, const cc_records *all)
{
    const cc_record *chosen = NULL;
    bool has_directives = false;
    for (int i = 0; i < all->count; i++) {
        const cc_record *r = all->data[i];
        if (is_older(a, r, all))
            continue;
        has_directives |= r->has_directives;
        bool is_same = chosen && cc_record_is_same(chosen, r);
        if (chosen && !is_same)
            return (finding){
                .has_directives = has_directives,
                .why = arena_printf(a,
                                    "is the object of '%s', by '%s', and that of '%s', by '%s': "
                                    "leave it where it was compiled, or delete one of the records",
                                    source_of(a, chosen), chosen->path, source_of(a, r), r->path)};
        if (!chosen || cc_record_changed(a, chosen))
            chosen = r;
    }
    return (finding){.record = chosen, .is_missing = !chosen};
}

/* By its place, and else by what it holds. */
static finding find_record(const cc_command *c, const cc_linked *o)
{
    arena *a = c->arena;
    const char *hash = content_hash(a, o->bytes, o->length);
    const cc_record *beside = cc_record_read(a, o->beside);
    finding found = {.record = beside};
    if (!beside || strcmp(beside->object, hash) != 0) {
        const cc_records kept =
            c->options.records ? cc_records_of(a, c->options.records, hash) : (cc_records){0};
        found = choose(a, &kept);
    }
    if (found.is_missing && beside && !o->archive)
        found =
            (finding){.why = arena_printf(a,
                                          "is another object than its record '%s' was made for, "
                                          "of '%s': it was compiled again without '-fpredict'",
                                          beside->path, source_of(a, beside))};
    found.has_directives |= beside && beside->has_directives;
    const char *changed = found.record ? cc_record_changed(a, found.record) : NULL;
    if (changed)
        found =
            (finding){.has_directives = found.record->has_directives,
                      .why = arena_printf(a,
                                          "was compiled from '%s', by its record '%s', and "
                                          "'%s' has changed since: compile it again",
                                          source_of(a, found.record), found.record->path, changed)};
    return found;
}

/* --- Units --------------------------------------------------------------------------------------
 */

/* A flag of the record with the folder or file in it as it is seen from here. */
static const char *flag_from_here(arena *a, const cc_record *r, const char *flag, const char *value)
{
    size_t before = strlen(flag) - strlen(value);
    return *value ? arena_printf(a, "%.*s%s", (int)before, flag, cc_record_file(a, r, value))
                  : flag;
}

static void take_record(gathering *g, const cc_record *r)
{
    arena *a = g->command->arena;
    cc_unit unit = {.path = source_of(a, r)};
    for (int i = 0; i < r->flags.count; i++) {
        const char *flag = r->flags.data[i], *value = NULL;
        const compiler_option *known = compiler_option_find(flag, &value);
        bool is_folder = known && known->effect == EFFECT_INCLUDE_DIR;
        bool is_separate = known && !value && known->form != FORM_ALONE && i + 1 < r->flags.count;
        VEC_PUSH(a, &unit.flags, is_folder && value ? flag_from_here(a, r, flag, value) : flag);
        if (is_separate) {
            const char *next = r->flags.data[++i];
            VEC_PUSH(a, &unit.flags, is_folder ? cc_record_file(a, r, next) : next);
        }
    }
    VEC_PUSH(a, &g->units, unit);
    g->has_directives |= r->has_directives;
    g->is_said |= r->predicted && strcmp(r->predicted, cc_asked(g->command)) == 0;
}

static void take_sources(gathering *g, text_list *texts)
{
    const cc_command *c = g->command;
    for (int i = 0; i < c->sources.count; i++) {
        const cc_source *source = &c->sources.data[i];
        cc_unit unit = {.path = source->path};
        for (int k = 0; k < c->flags.count; k++)
            VEC_PUSH(c->arena, &unit.flags, c->flags.data[k]);
        if (source->has_language)
            VEC_PUSH(c->arena, &unit.flags, "-xc");
        VEC_PUSH(c->arena, &g->units, unit);
        g->has_directives |= source->has_directives;
        for (int k = 0; k < source->files.count; k++)
            VEC_PUSH(c->arena, texts, source_text(source->files.data[k]));
    }
}

static void note(gathering *g, const char *text)
{
    VEC_PUSH(g->command->arena, &g->work->notes, text);
}

static const char without_body[] = "what it has counts as code without a body";

/* Of an archive none of whose objects has a record, the first one says so for all. */
static bool is_bare_archive(const cc_link *link, const finding *found, int i)
{
    const char *archive = link->objects.data[i].archive;
    for (int k = 0; archive && k < link->objects.count; k++)
        if (link->objects.data[k].archive == archive && !found[k].is_missing)
            return false;
    return archive != NULL;
}

static void say_missing(gathering *g, const cc_link *link, const finding *found, int i)
{
    arena *a = g->command->arena;
    const cc_linked *o = &link->objects.data[i];
    bool is_bare = is_bare_archive(link, found, i);
    const char *remedy = g->command->options.records ? "compile it with the same '-fpredict "
                                                       "-fpredict-records=' as the others"
                         : o->archive                ? "compile its objects with '-fpredict "
                                                       "-fpredict-records=DIR', and link with the same"
                                                     : "compile it with '-fpredict', too";
    bool is_first = i == 0 || link->objects.data[i - 1].archive != o->archive;
    if (found[i].why)
        note(g, arena_printf(a, "'%s' %s; %s", o->name, found[i].why, without_body));
    else if (!is_bare)
        note(g, arena_printf(a, "'%s' has no record of its source; %s: %s", o->name, without_body,
                             remedy));
    else if (is_first)
        note(g, arena_printf(a, "no object of '%s' has a record of its source; %s: %s", o->archive,
                             without_body, remedy));
}

static void take_objects(gathering *g, const cc_link *link)
{
    int count = link->objects.count;
    finding *found = ARENA_ARRAY(g->command->arena, count, finding);
    for (int i = 0; i < count; i++) {
        found[i] = find_record(g->command, &link->objects.data[i]);
        if (found[i].record)
            take_record(g, found[i].record);
        else
            g->lacks_main |= link->objects.data[i].has_main;
        g->has_directives |= found[i].has_directives;
    }
    for (int i = 0; i < count && g->has_directives; i++)
        if (!found[i].record)
            say_missing(g, link, found, i);
    for (int i = 0; i < link->unclear.count && g->has_directives; i++)
        note(g, arena_printf(g->command->arena,
                             "which names '%s' has is not known, since it has others than ELF "
                             "objects, or is damaged: what it has may count as code without a body",
                             link->unclear.data[i]));
}

static bool has_inputs(const cc_command *c)
{
    for (int i = 0; i < c->sources.count; i++)
        if (c->sources.data[i].input)
            return true;
    return false;
}

bool cc_add_program_jobs(const cc_command *c, cc_work *work)
{
    gathering g = {.command = c, .work = work};
    text_list texts = {0};
    take_sources(&g, &texts);
    if (has_inputs(c))
        return false;
    if (!g.has_directives && !cc_link_may_have_directives(c))
        return true;
    const cc_link link = cc_read_link(c, &texts);
    if (!link.is_program || (link.objects.count == 0 && c->sources.count == 1))
        return false;
    take_objects(&g, &link);
    if (g.has_directives && g.lacks_main)
        note(&g, "the object that has 'main' has no record of its source: the program is not "
                 "predicted");
    else if (g.has_directives)
        cc_add_subject(c,
                       &(cc_subject){.name = cc_written_file(c),
                                     .count = g.units.count,
                                     .units = g.units.data,
                                     .written = cc_written_file(c),
                                     .is_said = g.is_said},
                       work);
    return true;
}
