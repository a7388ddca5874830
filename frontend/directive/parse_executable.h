#ifndef FPREDICT_FRONTEND_DIRECTIVE_PARSE_EXECUTABLE_H
#define FPREDICT_FRONTEND_DIRECTIVE_PARSE_EXECUTABLE_H

/* One parser for each directive that stands at a statement. */

#include "frontend/directive/parse.h"

bool parse_independent(parser *p);
bool parse_on_home(parser *p);
bool parse_loop(parser *p);
bool parse_forall(parser *p);
bool parse_where(parser *p);
bool parse_elsewhere(parser *p);
bool parse_gmove(parser *p);
bool parse_array(parser *p);
bool parse_reflect(parser *p);
bool parse_reflect_init(parser *p);
bool parse_reflect_do(parser *p);
bool parse_xmp_reduction(parser *p);
bool parse_bcast(parser *p);
bool parse_barrier(parser *p);
bool parse_wait_async(parser *p);
bool parse_post(parser *p);
bool parse_wait(parser *p);
bool parse_task(parser *p);
bool parse_tasks(parser *p);
bool parse_trip(parser *p);
bool parse_pipeline(parser *p);
bool parse_probability(parser *p);
bool parse_region(parser *p);

#endif
