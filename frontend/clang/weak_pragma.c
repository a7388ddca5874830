/* `#pragma weak NAME` and _Pragma("weak NAME"): the attribute that clang gives for them is not
 * among those that libclang shows, so that they are read from the text. */

#include <string.h>

#include "frontend/clang/import.h"
#include "frontend/syntax/lexer.h"

typedef struct weak_scan {
    clang_import *in;
    CXFile file;
    c_text s;
} weak_scan;

/* Does an #if leave out what stands there? */
static bool is_skipped(const weak_scan *w, size_t at)
{
    bool is = false;
    CXSourceRangeList *list = clang_getSkippedRanges(w->in->tu, w->file);
    for (unsigned i = 0; list && i < list->count && !is; i++) {
        unsigned begin, end;
        clang_getFileLocation(clang_getRangeStart(list->ranges[i]), NULL, NULL, NULL, &begin);
        clang_getFileLocation(clang_getRangeEnd(list->ranges[i]), NULL, NULL, NULL, &end);
        is = begin <= at && at < end;
    }
    clang_disposeSourceRangeList(list);
    return is;
}

/* After the word `pragma`, or the quote of _Pragma. */
static void read_name(weak_scan *w)
{
    c_text *s = &w->s;
    c_text_skip_blanks(s);
    if (!c_text_take_word(s, "weak"))
        return;
    c_text_skip_blanks(s);
    size_t begin = s->at;
    if (c_text_skip_word(s) && !is_skipped(w, begin))
        VEC_PUSH(w->in->ctx->arena, &w->in->weak_names,
                 intern_n(w->in->ctx->names, s->text + begin, s->at - begin));
}

static bool takes(c_text *s, char c)
{
    c_text_skip_blanks(s);
    if (s->at >= s->length || s->text[s->at] != c)
        return false;
    s->at++;
    return true;
}

static void read_file(weak_scan *w)
{
    c_text *s = &w->s;
    while (s->at < s->length) {
        char c = s->text[s->at];
        if (c_text_skip_comment(s))
            continue;
        if (c == '"' || c == '\'') {
            c_text_skip_literal(s);
        } else if (c == '#') {
            s->at++;
            c_text_skip_blanks(s);
            if (c_text_take_word(s, "pragma"))
                read_name(w);
        } else if (c_text_take_word(s, "_Pragma")) {
            if (takes(s, '(') && takes(s, '"'))
                read_name(w);
        } else if (!c_text_skip_word(s)) {
            s->at++;
        }
    }
}

static void visit_inclusion(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data)
{
    (void)stack, (void)depth;
    clang_import *in = data;
    size_t length = 0;
    const char *text = clang_getFileContents(in->tu, file, &length);
    if (!text || !length ||
        clang_Location_isInSystemHeader(clang_getLocationForOffset(in->tu, file, 0)))
        return;
    weak_scan w = {in, file, {text, 0, length}};
    read_file(&w);
}

bool clang_import_is_weak(clang_import *in, CXCursor cursor)
{
    if (clang_import_has_attribute(in, cursor, "weak"))
        return true;
    if (!in->are_weak_names_read) {
        in->are_weak_names_read = true;
        clang_getInclusions(in->tu, visit_inclusion, in);
    }
    if (!in->weak_names.count)
        return false;
    const char *name = clang_import_string(in, clang_getCursorSpelling(cursor));
    for (int i = 0; i < in->weak_names.count; i++)
        if (in->weak_names.data[i] == name)
            return true;
    return false;
}
