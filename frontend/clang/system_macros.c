/* What directives may name of the system: macros of its headers and of the compiler,
 * and the sizes of types. Only what the user's files mention is kept. */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/clang/import.h"
#include "frontend/syntax/lexer.h"

typedef struct candidate {
    const char *name; /* interned */
    CXCursor definition;
    bool is_wanted;
    int order; /* of definition */
} candidate;

typedef struct search {
    clang_import *in;
    VEC(candidate) macros;
    VEC(c_named_size) sizes;
} search;

/* --- Collecting ------------------------------------------------------------ */

static void add_size(search *s, const char *name, c_type type)
{
    c_named_size size = {name, type};
    if (type.bytes > 0)
        VEC_PUSH(s->in->ctx->arena, &s->sizes, size);
}

/* "struct cell", or what a typedef names. */
static void add_type(search *s, CXCursor cursor, const char *keyword)
{
    clang_import *in = s->in;
    const char *name = clang_import_string(in, clang_getCursorSpelling(cursor));
    const c_type *type = clang_import_type(in, clang_getCursorType(cursor));
    if (*name && *keyword)
        name = intern(in->ctx->names, arena_printf(in->ctx->arena, "%s %s", keyword, name));
    if (*name)
        add_size(s, name, *type);
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    search *s = data;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    if (kind == CXCursor_MacroDefinition && !clang_Cursor_isMacroBuiltin(cursor)) {
        candidate c = {.name = clang_import_string(s->in, clang_getCursorSpelling(cursor)),
                       .definition = cursor,
                       .order = s->macros.count};
        VEC_PUSH(s->in->ctx->arena, &s->macros, c);
    } else if (kind == CXCursor_TypedefDecl) {
        add_type(s, cursor, "");
    } else if (kind == CXCursor_StructDecl) {
        add_type(s, cursor, "struct");
    } else if (kind == CXCursor_UnionDecl) {
        add_type(s, cursor, "union");
    }
    return CXChildVisit_Continue;
}

/* --- What is wanted -------------------------------------------------------- */

static int compare(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    if (x->name != y->name)
        return x->name < y->name ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

/* The last definition of the name; null: it is no macro. */
static candidate *find(search *s, const char *name)
{
    int low = 0, high = s->macros.count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (s->macros.data[middle].name <= name)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 && s->macros.data[low - 1].name == name ? &s->macros.data[low - 1] : NULL;
}

static void want_words(search *s, const char *text, size_t length);

/* Also what its body names. */
static void want(search *s, const char *name)
{
    candidate *c = find(s, name);
    if (!c || c->is_wanted)
        return;
    c->is_wanted = true;
    c_macro macro;
    if (!clang_import_macro_text(s->in, c->definition, &macro))
        return;
    VEC_PUSH(s->in->ctx->arena, &s->in->system_macros, macro);
    want_words(s, macro.body, strlen(macro.body));
}

static void want_words(search *s, const char *text, size_t length)
{
    c_text t = {text, 0, length};
    while (t.at < t.length) {
        size_t begin = t.at;
        if (!c_text_skip_word(&t))
            t.at++;
        else if (!isdigit((unsigned char)text[begin]))
            want(s, intern_n(s->in->ctx->names, text + begin, t.at - begin));
    }
}

/* The compiler defines the sizes of C's basic types as macros. */
static void own_sizes(search *s)
{
    static const struct {
        const char *name, *macro;
        type_kind kind;
    } basics[] = {
        {"int", "__SIZEOF_INT__", TYPE_INT},
        {"short", "__SIZEOF_SHORT__", TYPE_INT},
        {"long", "__SIZEOF_LONG__", TYPE_INT},
        {"long long", "__SIZEOF_LONG_LONG__", TYPE_INT},
        {"float", "__SIZEOF_FLOAT__", TYPE_FLOAT},
        {"double", "__SIZEOF_DOUBLE__", TYPE_DOUBLE},
        {"void *", "__SIZEOF_POINTER__", TYPE_POINTER},
        {"long double", "__SIZEOF_LONG_DOUBLE__", TYPE_OTHER},
    };
    intern_table *interned = s->in->ctx->names;
    bool is_unsigned = find(s, intern(interned, "__CHAR_UNSIGNED__")) != NULL;
    add_size(s, intern(interned, "char"),
             (c_type){.kind = TYPE_INT, .bytes = 1, .is_unsigned = is_unsigned});
    add_size(s, intern(interned, "_Bool"),
             (c_type){.kind = TYPE_INT, .bytes = 1, .is_unsigned = true, .is_bool = true});
    for (size_t i = 0; i < sizeof basics / sizeof *basics; i++) {
        candidate *c = find(s, intern(interned, basics[i].macro));
        c_macro macro;
        if (c && clang_import_macro_text(s->in, c->definition, &macro))
            add_size(s, intern(interned, basics[i].name),
                     (c_type){.kind = basics[i].kind, .bytes = strtoll(macro.body, NULL, 10)});
    }
}

void clang_import_system(clang_import *in)
{
    search s = {.in = in};
    bool has_pragma = false;
    for (int i = 0; i < in->user_files.count && !has_pragma; i++)
        has_pragma = strstr(source_text(in->user_files.data[i].file), "ragma") != NULL;
    if (!has_pragma)
        return;
    clang_visitChildren(clang_getTranslationUnitCursor(in->tu), visit, &s);
    if (s.macros.count)
        qsort(s.macros.data, (size_t)s.macros.count, sizeof *s.macros.data, compare);
    for (int i = 0; i < in->macros.count; i++) { /* the program's own come first */
        candidate *own = find(&s, in->macros.data[i].name);
        if (own)
            own->is_wanted = true;
    }
    for (int i = 0; i < in->macros.count; i++)
        want_words(&s, in->macros.data[i].body, strlen(in->macros.data[i].body));
    for (int i = 0; i < in->user_files.count; i++) {
        const source_file *file = in->user_files.data[i].file;
        want_words(&s, source_text(file), source_length(file));
    }
    own_sizes(&s);
    in->sizes = s.sizes.data;
    in->size_count = s.sizes.count;
}
