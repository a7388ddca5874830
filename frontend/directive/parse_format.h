#ifndef FPREDICT_FRONTEND_DIRECTIVE_PARSE_FORMAT_H
#define FPREDICT_FRONTEND_DIRECTIVE_PARSE_FORMAT_H

/* Formats of a distribution. */

#include "frontend/directive/parse.h"

/* (f, ..) or [f].. */
typedef struct format_list {
    bool is_square;
    int count;
    const directive_format *formats;
    source_range where;
} format_list;

bool parse_formats(parser *p, format_list *out);

#endif
