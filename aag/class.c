#include "aag/aag_internal.h"

#include <assert.h>

const char *aag_class_name(aag_class c)
{
    switch (c) {
    case AAG_START:
        return "Start";
    case AAG_END:
        return "End";
    case AAG_SEQ:
        return "Seq";
    case AAG_SPAWN:
        return "Spawn";
    case AAG_ITER_D:
        return "IterD";
    case AAG_ITER_SYNC:
        return "IterSync";
    case AAG_ITER_ND:
        return "IterND";
    case AAG_CONDT_D:
        return "CondtD";
    case AAG_CONDT_SYNC:
        return "CondtSync";
    case AAG_COMM:
        return "Comm";
    case AAG_SYNC:
        return "Sync";
    case AAG_SYNC_SEQ:
        return "SyncSeq";
    case AAG_CALL:
        return "Call";
    }
    assert(false && "a unit class that nobody knows");
    return "";
}

bool aag_is_iteration(aag_class c)
{
    return c == AAG_ITER_D || c == AAG_ITER_SYNC || c == AAG_ITER_ND;
}

bool aag_is_condition(aag_class c)
{
    return c == AAG_CONDT_D || c == AAG_CONDT_SYNC;
}

bool aag_is_exchange(aag_class c)
{
    return c == AAG_COMM || c == AAG_SYNC || c == AAG_SYNC_SEQ;
}

bool aag_is_compound(aag_class c)
{
    return aag_is_iteration(c) || aag_is_condition(c) || c == AAG_SPAWN || c == AAG_CALL;
}

const aag_unit *aag_pipeline_of(const aag_unit *u)
{
    if (!u->comm)
        return NULL;
    for (const aag_unit *s = u->next; s; s = s->next)
        if (s->is_placement && aag_is_condition(s->cls) && s->on)
            return s;
    return NULL;
}
