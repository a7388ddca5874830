/* Statements of assembly: which of their operands they write, and whether they may
 * write other memory. libclang gives the operands, outputs first; the rest is in the text. */

#include <string.h>

#include "frontend/clang/import.h"

typedef struct assembly {
    int output_count;
    bool clobbers_memory;
    bool has_instructions;
} assembly;

static bool is_text(const char *token, const char *text)
{
    return strcmp(token, text) == 0;
}

/* Reads asm ("template" : outputs : inputs : clobbers); false: it is not written so. */
static bool read_tokens(clang_import *in, const CXToken *tokens, unsigned count, assembly *out)
{
    int depth = 0, part = 0;
    for (unsigned i = 0; i < count; i++) {
        const char *text = clang_import_string(in, clang_getTokenSpelling(in->tu, tokens[i]));
        if (clang_getTokenKind(tokens[i]) == CXToken_Comment)
            continue;
        if (is_text(text, "(") || is_text(text, "["))
            depth++;
        else if (is_text(text, ")") || is_text(text, "]"))
            depth--;
        else if (depth == 1 && (is_text(text, ":") || is_text(text, "::")))
            part += (int)strlen(text);
        else if (depth == 1 && *text == '"' && part == 0)
            out->has_instructions |= !is_text(text, "\"\"");
        else if (depth == 1 && *text == '"' && part == 1)
            out->output_count++;
        else if (depth == 1 && part == 3)
            out->clobbers_memory |= is_text(text, "\"memory\"");
    }
    return depth == 0 && count > 3;
}

static bool read_assembly(clang_import *in, CXCursor cursor, assembly *out)
{
    CXToken *tokens = NULL;
    unsigned count = 0;
    clang_tokenize(in->tu, clang_getCursorExtent(cursor), &tokens, &count);
    bool is_read = count && clang_import_string(in, clang_getTokenSpelling(in->tu, tokens[0]));
    const char *first =
        is_read ? clang_import_string(in, clang_getTokenSpelling(in->tu, tokens[0])) : "";
    is_read = (is_text(first, "asm") || is_text(first, "__asm__") || is_text(first, "__asm")) &&
              read_tokens(in, tokens, count, out);
    clang_disposeTokens(in->tu, tokens, count);
    return is_read;
}

/* Assembly gets the address of what it writes. */
static const syntax *address_of(clang_import *in, CXCursor operand)
{
    c_type *type = ARENA_NEW(in->ctx->arena, c_type);
    syntax *s = clang_import_node(in, SYNTAX_UNARY, operand, 1);
    s->op = OPERATOR_ADDRESS;
    s->child[0] = clang_import_expression(in, operand);
    *type = (c_type){
        .kind = TYPE_POINTER, .bytes = (int64_t)sizeof(void *), .target = s->child[0]->type};
    s->type = type;
    return s;
}

syntax *clang_import_assembly(clang_import *in, CXCursor cursor, const cursor_list *children)
{
    assembly a = {0};
    if (!read_assembly(in, cursor, &a)) /* in a macro: it may write each of its operands */
        a = (assembly){children->count, true, true};
    syntax *s = clang_import_node(in, SYNTAX_OTHER, cursor, children->count);
    s->is_assembly = a.has_instructions || a.output_count;
    s->clobbers_memory = a.clobbers_memory;
    for (int i = 0; i < children->count; i++)
        s->child[i] = i < a.output_count ? address_of(in, children->data[i])
                                         : clang_import_statement(in, children->data[i]);
    return s;
}
