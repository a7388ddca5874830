#ifndef FPREDICT_SYSMODELS_FILE_VERIFY_LINKS_H
#define FPREDICT_SYSMODELS_FILE_VERIFY_LINKS_H

/* What a machine says of links, ports and where processors are (docs/machines.md, "Links and
 * ports"): is it of such a network, and whole? Part of machine_verify. */

#include "sysmodels/file/build.h"

void machine_verify_links(machine_draft *d, const sag_communication *c);

#endif
