#ifndef FPREDICT_VALIDATE_TABLES_H
#define FPREDICT_VALIDATE_TABLES_H

/* The tables of a validation, each with its heading; those that would say nothing are left
 * out. For validate/ only. */

#include "validate/page.h"

void tables_cases(const page *p);
void tables_errors(const page *p);
void tables_ranking(const page *p);
void tables_crossovers(const page *p);

#endif
