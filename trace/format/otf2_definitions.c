#include <inttypes.h>
#include <string.h>

#include "trace/format/otf2_source.h"

/* Definitions name each other in any order, so they are kept as they come, and put together at the
 * end. */

typedef struct location {
    OTF2_LocationRef ref;
    OTF2_LocationGroupRef of;
    OTF2_LocationType type;
    uint64_t events;
} location;

typedef struct location_group {
    OTF2_LocationGroupRef ref;
    OTF2_StringRef name;
} location_group;

typedef struct group {
    OTF2_GroupRef ref;
    OTF2_GroupType type;
    OTF2_Paradigm paradigm;
    uint32_t count;
    const uint64_t *members;
} group;

typedef struct comm {
    OTF2_CommRef ref;
    OTF2_StringRef name;
    OTF2_GroupRef group;
} comm;

typedef struct window {
    OTF2_RmaWinRef ref;
    OTF2_CommRef comm;
} window;

typedef struct region {
    OTF2_RegionRef ref;
    OTF2_StringRef name, file;
    OTF2_Paradigm paradigm;
    uint32_t line;
} region;

typedef struct attribute {
    OTF2_AttributeRef ref;
    OTF2_StringRef name;
    OTF2_Type type;
} attribute;

typedef struct definitions {
    otf2_source *s;
    arena *arena;
    otf2_references strings; /* the index of texts */
    VEC(const char *) texts;
    VEC(location) locations;
    VEC(location_group) location_groups;
    VEC(group) groups;
    VEC(comm) comms;
    VEC(window) windows;
    VEC(region) regions;
    VEC(attribute) attributes;
    bool has_intercomm;
} definitions;

static OTF2_CallbackCode take_clock(void *user, uint64_t resolution, uint64_t offset,
                                    uint64_t length, uint64_t realtime)
{
    (void)realtime;
    definitions *d = user;
    d->s->began = offset;
    d->s->of.ticks_per_s = resolution;
    d->s->of.length = length;
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode take_string(void *user, OTF2_StringRef self, const char *text)
{
    definitions *d = user;
    VEC_PUSH(d->arena, &d->strings.all, ((otf2_reference){self, (uint32_t)d->texts.count}));
    VEC_PUSH(d->arena, &d->texts, arena_strdup(d->arena, text));
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode take_attribute(void *user, OTF2_AttributeRef self, OTF2_StringRef name,
                                        OTF2_StringRef description, OTF2_Type type)
{
    (void)description;
    definitions *d = user;
    VEC_PUSH(d->arena, &d->attributes, ((attribute){self, name, type}));
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode take_location(void *user, OTF2_LocationRef self, OTF2_StringRef name,
                                       OTF2_LocationType type, uint64_t events,
                                       OTF2_LocationGroupRef of)
{
    (void)name;
    definitions *d = user;
    VEC_PUSH(d->arena, &d->locations, ((location){self, of, type, events}));
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode take_location_group(void *user, OTF2_LocationGroupRef self,
                                             OTF2_StringRef name, OTF2_LocationGroupType type,
                                             OTF2_SystemTreeNodeRef parent,
                                             OTF2_LocationGroupRef creator)
{
    (void)type, (void)parent, (void)creator;
    definitions *d = user;
    VEC_PUSH(d->arena, &d->location_groups, ((location_group){self, name}));
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode take_region(void *user, OTF2_RegionRef self, OTF2_StringRef name,
                                     OTF2_StringRef canonical, OTF2_StringRef description,
                                     OTF2_RegionRole role, OTF2_Paradigm paradigm,
                                     OTF2_RegionFlag flags, OTF2_StringRef file, uint32_t begin,
                                     uint32_t end)
{
    (void)canonical, (void)description, (void)role, (void)flags, (void)end;
    definitions *d = user;
    VEC_PUSH(d->arena, &d->regions, ((region){self, name, file, paradigm, begin}));
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode take_group(void *user, OTF2_GroupRef self, OTF2_StringRef name,
                                    OTF2_GroupType type, OTF2_Paradigm paradigm,
                                    OTF2_GroupFlag flags, uint32_t count, const uint64_t *members)
{
    (void)name, (void)flags;
    definitions *d = user;
    const uint64_t *kept = arena_copy(d->arena, members, count * sizeof *members);
    VEC_PUSH(d->arena, &d->groups, ((group){self, type, paradigm, count, kept}));
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode take_comm(void *user, OTF2_CommRef self, OTF2_StringRef name,
                                   OTF2_GroupRef of, OTF2_CommRef parent, OTF2_CommFlag flags)
{
    (void)parent, (void)flags;
    definitions *d = user;
    VEC_PUSH(d->arena, &d->comms, ((comm){self, name, of}));
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode take_intercomm(void *user, OTF2_CommRef self, OTF2_StringRef name,
                                        OTF2_GroupRef a, OTF2_GroupRef b, OTF2_CommRef common,
                                        OTF2_CommFlag flags)
{
    (void)self, (void)name, (void)a, (void)b, (void)common, (void)flags;
    definitions *d = user;
    d->has_intercomm = true;
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode take_window(void *user, OTF2_RmaWinRef self, OTF2_StringRef name,
                                     OTF2_CommRef of, OTF2_RmaWinFlag flags)
{
    (void)name, (void)flags;
    definitions *d = user;
    VEC_PUSH(d->arena, &d->windows, ((window){self, of}));
    return OTF2_CALLBACK_SUCCESS;
}

static bool read_all(definitions *d)
{
    OTF2_Reader *reader = d->s->reader;
    OTF2_GlobalDefReader *global = OTF2_Reader_GetGlobalDefReader(reader);
    OTF2_GlobalDefReaderCallbacks *calls = OTF2_GlobalDefReaderCallbacks_New();
    OTF2_GlobalDefReaderCallbacks_SetClockPropertiesCallback(calls, take_clock);
    OTF2_GlobalDefReaderCallbacks_SetStringCallback(calls, take_string);
    OTF2_GlobalDefReaderCallbacks_SetAttributeCallback(calls, take_attribute);
    OTF2_GlobalDefReaderCallbacks_SetLocationCallback(calls, take_location);
    OTF2_GlobalDefReaderCallbacks_SetLocationGroupCallback(calls, take_location_group);
    OTF2_GlobalDefReaderCallbacks_SetRegionCallback(calls, take_region);
    OTF2_GlobalDefReaderCallbacks_SetGroupCallback(calls, take_group);
    OTF2_GlobalDefReaderCallbacks_SetCommCallback(calls, take_comm);
    OTF2_GlobalDefReaderCallbacks_SetInterCommCallback(calls, take_intercomm);
    OTF2_GlobalDefReaderCallbacks_SetRmaWinCallback(calls, take_window);
    uint64_t count = 0;
    const bool is_read =
        global &&
        OTF2_Reader_RegisterGlobalDefCallbacks(reader, global, calls, d) == OTF2_SUCCESS &&
        OTF2_Reader_ReadAllGlobalDefinitions(reader, global, &count) == OTF2_SUCCESS &&
        !d->s->errors.said;
    OTF2_GlobalDefReaderCallbacks_Delete(calls);
    if (global)
        OTF2_Reader_CloseGlobalDefReader(reader, global);
    otf2_references_close(&d->strings);
    return is_read ||
           trace_fail(d->s->ctx, d->s->of.path, "its definitions cannot be read%s%s",
                      d->s->errors.said ? ": " : "", d->s->errors.said ? d->s->errors.said : "");
}

/* The text, or "" of a reference to none. */
static const char *text_of(const definitions *d, OTF2_StringRef ref)
{
    const uint32_t i = otf2_reference_find(&d->strings, ref);
    return i == UINT32_MAX ? "" : d->texts.data[i];
}

static const group *group_by_ref(const definitions *d, OTF2_GroupRef ref)
{
    for (int i = 0; i < d->groups.count; i++)
        if (d->groups.data[i].ref == ref)
            return &d->groups.data[i];
    return NULL;
}

/* That of the process: its threads are all called alike. */
static const char *name_of(const definitions *d, const location *l)
{
    for (int i = 0; i < d->location_groups.count; i++)
        if (d->location_groups.data[i].ref == l->of)
            return text_of(d, d->location_groups.data[i].name);
    return "";
}

static const location *location_by_ref(const definitions *d, uint64_t ref)
{
    for (int i = 0; i < d->locations.count; i++)
        if (d->locations.data[i].ref == ref)
            return &d->locations.data[i];
    return NULL;
}

/* The ranks are the members of the group that holds MPI's locations, in their order; a trace of one
 * process has none, and then every thread of a processor is taken for one. */
static bool find_ranks(definitions *d)
{
    otf2_source *s = d->s;
    VEC(const location *) ranks = {0};
    for (int g = 0; g < d->groups.count && !ranks.count; g++) {
        const group *of = &d->groups.data[g];
        if (of->type != OTF2_GROUP_TYPE_COMM_LOCATIONS || of->paradigm != OTF2_PARADIGM_MPI)
            continue;
        for (uint32_t i = 0; i < of->count; i++) {
            const location *l = location_by_ref(d, of->members[i]);
            if (!l)
                return trace_fail(s->ctx, s->of.path,
                                  "rank %" PRIu32 " is location %" PRIu64 ", which is not defined",
                                  i, of->members[i]);
            VEC_PUSH(d->arena, &ranks, l);
        }
    }
    for (int i = 0, none = !ranks.count; none && i < d->locations.count; i++)
        if (d->locations.data[i].type == OTF2_LOCATION_TYPE_CPU_THREAD)
            VEC_PUSH(d->arena, &ranks, &d->locations.data[i]);
    if (!ranks.count)
        return trace_fail(s->ctx, s->of.path, "it has no ranks and no threads");
    trace_rank *out = ARENA_ARRAY(d->arena, ranks.count, trace_rank);
    OTF2_LocationRef *refs = ARENA_ARRAY(d->arena, ranks.count, OTF2_LocationRef);
    for (int i = 0; i < ranks.count; i++) {
        out[i] = (trace_rank){name_of(d, ranks.data[i]), ranks.data[i]->events};
        refs[i] = ranks.data[i]->ref;
    }
    s->of.ranks = out;
    s->of.rank_count = (uint32_t)ranks.count;
    s->of.left_out = (uint32_t)(d->locations.count - ranks.count);
    s->locations = refs;
    return true;
}

static trace_role role_of(OTF2_Paradigm paradigm)
{
    return paradigm == OTF2_PARADIGM_MPI ? TRACE_MPI
           : paradigm == OTF2_PARADIGM_USER || paradigm == OTF2_PARADIGM_COMPILER ||
                   paradigm == OTF2_PARADIGM_UNKNOWN
               ? TRACE_USER
               : TRACE_RUNTIME;
}

static void make_regions(definitions *d)
{
    otf2_source *s = d->s;
    trace_region *out = ARENA_ARRAY(d->arena, d->regions.count, trace_region);
    for (int i = 0; i < d->regions.count; i++) {
        const region *r = &d->regions.data[i];
        const char *file = text_of(d, r->file);
        out[i] = (trace_region){text_of(d, r->name), role_of(r->paradigm), *file ? file : NULL,
                                *file ? r->line : 0};
        VEC_PUSH(d->arena, &s->regions.all, ((otf2_reference){r->ref, (uint32_t)i}));
    }
    otf2_references_close(&s->regions);
    s->of.regions = out;
    s->of.region_count = (uint32_t)d->regions.count;
}

/* Members of a communicator's group are numbers of ranks; those of the group of all locations are
 * the locations. */
static bool make_comm(definitions *d, const comm *from, const group *of, trace_comm *out)
{
    otf2_source *s = d->s;
    if (!of)
        return trace_fail(s->ctx, s->of.path, "communicator '%s' has a group that is not defined",
                          text_of(d, from->name));
    *out = (trace_comm){.name = text_of(d, from->name), .size = 1};
    if (of->type == OTF2_GROUP_TYPE_COMM_SELF)
        return true;
    uint32_t *ranks = ARENA_ARRAY(d->arena, of->count + 1, uint32_t);
    bool *is_in = ARENA_ARRAY(d->arena, s->of.rank_count, bool);
    for (uint32_t i = 0; i < of->count; i++) {
        const bool is_world = of->type == OTF2_GROUP_TYPE_COMM_LOCATIONS;
        if (!is_world && of->members[i] >= s->of.rank_count)
            return trace_fail(s->ctx, s->of.path,
                              "communicator '%s' has rank %" PRIu64 " of %" PRIu32, out->name,
                              of->members[i], s->of.rank_count);
        ranks[i] = is_world ? i : (uint32_t)of->members[i];
        if (ranks[i] >= s->of.rank_count || is_in[ranks[i]])
            return trace_fail(s->ctx, s->of.path, "communicator '%s' has rank %" PRIu32 " twice",
                              out->name, ranks[i]);
        is_in[ranks[i]] = true;
    }
    out->size = of->count;
    out->ranks = ranks;
    return true;
}

/* Those of MPI: teams of threads are communicators, too. */
static bool make_comms(definitions *d)
{
    otf2_source *s = d->s;
    trace_comm *out = ARENA_ARRAY(d->arena, d->comms.count, trace_comm);
    for (int i = 0; i < d->comms.count; i++) {
        const comm *from = &d->comms.data[i];
        const group *of = group_by_ref(d, from->group);
        if (of && of->paradigm != OTF2_PARADIGM_MPI)
            continue;
        if (!make_comm(d, from, of, &out[s->of.comm_count]))
            return false;
        VEC_PUSH(d->arena, &s->comms.all, ((otf2_reference){from->ref, s->of.comm_count}));
        s->of.comm_count++;
    }
    otf2_references_close(&s->comms);
    s->of.comms = out;
    for (int i = 0; i < d->windows.count; i++) {
        const window *w = &d->windows.data[i];
        const uint32_t of = otf2_reference_find(&s->comms, w->comm);
        VEC_PUSH(d->arena, &s->windows.all, ((otf2_reference){w->ref, of}));
    }
    otf2_references_close(&s->windows);
    return true;
}

/* The attribute of that name and type; or OTF2_UNDEFINED_ATTRIBUTE. */
static OTF2_AttributeRef attribute_of(const definitions *d, const char *name, OTF2_Type type)
{
    for (int i = 0; i < d->attributes.count; i++)
        if (d->attributes.data[i].type == type &&
            strcmp(text_of(d, d->attributes.data[i].name), name) == 0)
            return d->attributes.data[i].ref;
    return OTF2_UNDEFINED_ATTRIBUTE;
}

/* Each rank's own numbers of definitions are mapped to the global ones by the library, once it has
 * read them. */
static bool read_local(otf2_source *s)
{
    for (uint32_t i = 0; i < s->of.rank_count; i++)
        if (OTF2_Reader_SelectLocation(s->reader, s->locations[i]) != OTF2_SUCCESS)
            return false;
    const bool has_local = OTF2_Reader_OpenDefFiles(s->reader) == OTF2_SUCCESS;
    if (OTF2_Reader_OpenEvtFiles(s->reader) != OTF2_SUCCESS)
        return false;
    for (uint32_t i = 0; has_local && i < s->of.rank_count; i++) {
        OTF2_DefReader *local = OTF2_Reader_GetDefReader(s->reader, s->locations[i]);
        uint64_t count = 0;
        if (local &&
            (OTF2_Reader_ReadAllLocalDefinitions(s->reader, local, &count) != OTF2_SUCCESS ||
             OTF2_Reader_CloseDefReader(s->reader, local) != OTF2_SUCCESS))
            return false;
    }
    if (has_local)
        OTF2_Reader_CloseDefFiles(s->reader);
    s->errors.said = NULL; /* not every rank need have some */
    return true;
}

bool otf2_read_definitions(otf2_source *s)
{
    definitions d = {.s = s, .arena = s->ctx->arena};
    if (!read_all(&d) || !find_ranks(&d))
        return false;
    if (s->of.ticks_per_s == 0)
        return trace_fail(s->ctx, s->of.path, "it does not say how fast its clock is");
    if (d.has_intercomm)
        return trace_fail(s->ctx, s->of.path,
                          "it has communicators between two groups (MPI_Intercomm_create), whose "
                          "messages cannot be read yet");
    make_regions(&d);
    if (!make_comms(&d))
        return false;
    s->cpu = attribute_of(&d, OTF2_CPU_ATTRIBUTE, OTF2_TYPE_UINT64);
    s->any_source = attribute_of(&d, OTF2_ANY_SOURCE_ATTRIBUTE, OTF2_TYPE_UINT8);
    return read_local(s) ||
           trace_fail(s->ctx, s->of.path, "its events cannot be read%s%s",
                      s->errors.said ? ": " : "", s->errors.said ? s->errors.said : "");
}
