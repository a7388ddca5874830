#ifndef FPREDICT_FRONTEND_DIRECTIVE_PARSE_DECLARATIVE_H
#define FPREDICT_FRONTEND_DIRECTIVE_PARSE_DECLARATIVE_H

/* One parser for each directive that declares. */

#include "frontend/directive/parse.h"

bool parse_nodes(parser *p);
bool parse_template(parser *p);
bool parse_template_fix(parser *p);
bool parse_dimension(parser *p);
bool parse_distribute(parser *p);
bool parse_align(parser *p);
bool parse_shadow(parser *p);
bool parse_coarray(parser *p);
bool parse_dynamic(parser *p);
bool parse_inherit(parser *p);
bool parse_redistribute(parser *p);
bool parse_realign(parser *p);
/* attr, attr :: name, name */
bool parse_combined(parser *p);
/* After a failure: what is known of the declaration that was being read. */
void parse_append_broken(parser *p);

#endif
