#ifndef FPREDICT_FRONTEND_VALUE_OPTION_RUN_H
#define FPREDICT_FRONTEND_VALUE_OPTION_RUN_H

/* Statements that look at what the program is called with. */

#include "frontend/value/option_state.h"

/* Executes a statement of main; the run is lost where that ends main, or something is not known. */
void option_execute(option_run *r, const syntax *s);

#endif
