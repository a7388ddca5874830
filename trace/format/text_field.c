#include "trace/format/text_field.h"

#define BIT(field) (1u << TEXT_##field)
#define ACCESS (BIT(PEER) | BIT(COMM) | BIT(BYTES))
#define MESSAGE (BIT(PEER) | BIT(COMM) | BIT(TAG) | BIT(BYTES))

unsigned text_fields_of(trace_kind kind)
{
    static const unsigned fields[TRACE_KIND_COUNT] = {
        [TRACE_ENTER] = BIT(REGION),
        [TRACE_LEAVE] = BIT(REGION),
        [TRACE_SEND] = MESSAGE,
        [TRACE_ISEND] = MESSAGE | BIT(REQUEST),
        [TRACE_ISEND_DONE] = BIT(REQUEST),
        [TRACE_IRECV_POSTED] = BIT(REQUEST),
        [TRACE_RECV] = MESSAGE | BIT(ANY_SOURCE),
        [TRACE_IRECV] = MESSAGE | BIT(REQUEST) | BIT(ANY_SOURCE),
        [TRACE_REQUEST_TEST] = BIT(REQUEST),
        [TRACE_REQUEST_CANCEL] = BIT(REQUEST),
        [TRACE_COLLECTIVE_BEGIN] = 0,
        [TRACE_COLLECTIVE_END] =
            BIT(COLLECTIVE) | BIT(COMM) | BIT(ROOT) | BIT(BYTES) | BIT(RECEIVED),
        [TRACE_GET] = ACCESS,
        [TRACE_PUT] = ACCESS,
    };
    return fields[kind];
}

const char *text_field_word(trace_kind kind, text_field field)
{
    static const char *const words[TEXT_FIELD_COUNT] = {[TEXT_ROOT] = "root",
                                                        [TEXT_COMM] = "comm",
                                                        [TEXT_TAG] = "tag",
                                                        [TEXT_BYTES] = "bytes",
                                                        [TEXT_RECEIVED] = "received",
                                                        [TEXT_REQUEST] = "request",
                                                        [TEXT_ANY_SOURCE] = "any_source"};
    if (field == TEXT_PEER)
        return kind == TRACE_SEND || kind == TRACE_ISEND || kind == TRACE_PUT ? "to" : "from";
    return words[field];
}
