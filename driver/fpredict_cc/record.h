#ifndef FPREDICT_DRIVER_FPREDICT_CC_RECORD_H
#define FPREDICT_DRIVER_FPREDICT_CC_RECORD_H

/* What a compile leaves for the prediction of the program that its object is linked into: which
 * source it was, how that was read, and by which contents both are known again. */

#include "driver/fpredict_cc/fpredict_cc.h"

/* A file that was read, and the content_hash of what it held. */
typedef struct cc_content {
    const char *path, *hash;
} cc_content;

typedef struct cc_record {
    const char *directory; /* in which the compiler ran: paths and flags are seen from there */
    const char *object;    /* content_hash of the object */
    const char *predicted; /* content_hash of the options with which the compile has predicted the
                            * program, all of which is in the source; or null */
    VEC(cc_content) files; /* the source, and the headers of the program that it includes */
    text_list flags;       /* that say how the source is read */
    bool has_directives;   /* by cc_mentions */
    const char *path;      /* where the record is kept */
} cc_record;

/* Where the record of an object is: beside it. */
const char *cc_record_path(arena *a, const char *object);

/* Writes the record of an object beside it and, unless `folder` is null, into that, where it is
 * found by the object's content. Returns false, errno set, where one of them cannot be. */
bool cc_record_write(arena *a, const cc_record *record, const char *object, const char *folder);

/* Returns the record at the path; null: there is none, or none that can be read. */
cc_record *cc_record_read(arena *a, const char *path);

/* Those that the folder has of objects of that content. */
typedef VEC(cc_record *) cc_records;
cc_records cc_records_of(arena *a, const char *folder, const char *object);

/* Has the folder a record of a source with directives? */
bool cc_records_have_directives(arena *a, const char *folder);

/* Do both say the same of the same contents, wherever these are? */
bool cc_record_is_same(const cc_record *a, const cc_record *b);

/* A path of the record as it is seen from here. */
const char *cc_record_file(arena *a, const cc_record *record, const char *path);

/* The first of its files that is not there or holds something else now; null: none. */
const char *cc_record_changed(arena *a, const cc_record *record);

/* All that a file holds; null, errno set, where it cannot be read. */
char *cc_read_file(arena *a, const char *path, size_t *length);

#endif
