#ifndef FPREDICT_SYSMODELS_FILE_REFERENCE_H
#define FPREDICT_SYSMODELS_FILE_REFERENCE_H

/* The references of a file, and whether its sources cite these and all of them. */

#include "sysmodels/file/build.h"

/* Sets the machine's references. Reports keys that are none, or are there twice, works of
 * another year than their key, and two that people could not tell apart; and then keys in
 * sources that are not among them, and those that no source names. */
void machine_build_references(machine_draft *draft, const file_machine *file);

#endif
