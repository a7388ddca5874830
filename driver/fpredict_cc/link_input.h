#ifndef FPREDICT_DRIVER_FPREDICT_CC_LINK_INPUT_H
#define FPREDICT_DRIVER_FPREDICT_CC_LINK_INPUT_H

/* The objects that a link makes a program of: those on the command line, and of archives those that
 * something before them wants. */

#include "driver/fpredict_cc/object.h"
#include "driver/fpredict_cc/record.h"

typedef struct cc_linked {
    const char *name;    /* as messages have it: "io.o", "libgrid.a(io.o)" */
    const char *beside;  /* where its record is, if it is beside it */
    const char *archive; /* whose member it is; or null */
    const char *bytes;
    size_t length;
    bool has_main;
} cc_linked;

typedef struct cc_link {
    bool is_program; /* and no shared library or part of one */
    VEC(cc_linked) objects;
    /* Archives of which is not known what is linked: damaged, or without the names of an ELF
     * object. */
    text_list unclear;
} cc_link;

/* Reads the command line of a link. `text` is what its sources and their headers hold, of which
 * each word may be a name that they want. */
cc_link cc_read_link(const cc_command *command, const text_list *texts);

/* Has the command line an object or an archive whose record is beside it, or may be in the folder
 * of -fpredict-records, and comes from a source with directives? Asked without reading any. */
bool cc_link_may_have_directives(const cc_command *command);

#endif
