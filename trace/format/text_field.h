#ifndef FPREDICT_TRACE_FORMAT_TEXT_FIELD_H
#define FPREDICT_TRACE_FORMAT_TEXT_FIELD_H

/* What stands after an event's kind in the text format: one table for reading and writing. */

#include <stddef.h>

#include "trace/format/event.h"

/* A text of the first version may just end; one of the second ends with "end" and how many events
 * it has, so that one that is cut off is told. */
#define TEXT_FIRST_LINE "fpredict-trace 1"
#define TEXT_FIRST_LINE_OF_WHOLE "fpredict-trace 2"

typedef enum text_field {
    TEXT_REGION,
    TEXT_COLLECTIVE,
    TEXT_PEER,
    TEXT_ROOT,
    TEXT_COMM,
    TEXT_TAG,
    TEXT_BYTES,
    TEXT_RECEIVED,
    TEXT_REQUEST,
    TEXT_ANY_SOURCE, /* a word alone, that may stand or not */
    TEXT_FIELD_COUNT
} text_field;

/* The bit set of 1u << text_field that events of a kind have. */
unsigned text_fields_of(trace_kind kind);

/* The word before a field's value; null: its value alone, first on the line. Of a peer it is "to"
 * or "from". */
const char *text_field_word(trace_kind kind, text_field field);

#endif
