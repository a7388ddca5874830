#ifndef FPREDICT_FRONTEND_CLANG_LINK_H
#define FPREDICT_FRONTEND_CLANG_LINK_H

/* Linkage: which translation unit has the body of a function and the definition of an object
 * (C17 6.2.2, 6.7.4, 6.9, and what linkers do with weak ones). A function goes by the name of its
 * symbol. */

#include "frontend/clang/import.h"

/* Finds the definitions of all external names in parsed units, and makes the linkage that they
 * share. Reports two definitions of one name, types that differ, and that there is no 'main' where
 * no `entry` is named; returns false then. */
bool clang_link(fp_context *ctx, int count, clang_import *units, const char *entry);

/* Is what the cursor defines or declares what the program has? Always, if nobody else can see it.
 */
bool clang_link_takes(clang_import *in, CXCursor cursor);

/* Where the declaration of an external name is kept that the units share, null before its first
 * mention; null: the cursor's is this unit's own. */
decl **clang_link_decl(clang_import *in, CXCursor cursor);

/* After all units are imported: no other body can be called than those that were taken. */
void clang_link_finish(const program_import *all);

#endif
