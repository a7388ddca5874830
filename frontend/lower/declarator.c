/* What is declared together: where each variable's part of a declaration begins and ends. */

#include "frontend/lower/declarator.h"

#include <string.h>

#include "frontend/lower/macro_use.h"
#include "frontend/lower/outline_names.h"
#include "frontend/syntax/lexer.h"
#include "frontend/value/decl_index.h"

typedef struct part {
    size_t begin, end; /* between commas; the first one begins with the type */
    size_t value;      /* of its initialiser; 0: none */
    int count;         /* variables that it declares */
} part;

typedef struct splitting {
    lowering *lo;
    const source_file *file;
    const decl *function;
    VEC(part) parts;
    size_t end;
} splitting;

static bool is_variable(const decl *d)
{
    return (d->kind == DECL_VARIABLE || d->is_made) && d->where.file && d->text.file && d->element;
}

/* After the use of a macro that begins or goes on at the place; or that place. */
static size_t skip_use(splitting *s, size_t at)
{
    const c_expansion *use = lower_macro_use(s->lo, source_range_of(s->file, at, at + 1));
    return use ? source_end(use->where) : at;
}

/* Does the use of a macro that ends at the place end a variable's declaration? */
static bool ends_variable(const splitting *s, size_t at)
{
    decl_list near = variables_of(s->lo, s->function);
    for (int i = 0; i < near.count; i++) {
        const decl *d = near.decls[i];
        if (is_variable(d) && d->text.file == s->file &&
            source_end(lower_widen(s->lo, d->text)) == at)
            return true;
    }
    return false;
}

/* Past the next token, or the next use of a macro; returns whether it was one. */
static bool skip_token(splitting *s, c_text *t)
{
    size_t after = skip_use(s, t->at);
    char c = t->text[t->at];
    if (after > t->at) {
        t->at = after;
        return true;
    }
    if (c == '"' || c == '\'')
        c_text_skip_literal(t);
    else if (!c_text_skip_word(t))
        t->at++;
    return false;
}

/* The places of the commas and of the `=`, outside of brackets. A use of a macro is one word;
 * where it ends the declaration, its `;` may be its own. */
static void split(splitting *s, size_t begin)
{
    c_text t = {source_text(s->file), begin, source_length(s->file)};
    part now = {.begin = begin};
    size_t use_end = 0; /* of the use of a macro before the token at hand */
    for (int depth = 0;;) {
        c_text_skip_space(&t);
        char c = t.at < t.length ? t.text[t.at] : '\0';
        bool is_own = use_end && depth == 0 && !strchr(",;=[", c) && ends_variable(s, use_end);
        if (is_own || !c || (depth == 0 && (c == ',' || c == ';'))) {
            now.end = is_own ? use_end : t.at;
            VEC_PUSH(s->lo->ctx->arena, &s->parts, now);
            s->end = is_own ? use_end : t.at + (c == ';');
            if (is_own || c != ',')
                return;
            t.at++;
            c_text_skip_space(&t);
            now = (part){.begin = t.at};
            use_end = 0;
            continue;
        }
        bool is_use = skip_token(s, &t);
        use_end = is_use ? t.at : 0;
        if (is_use)
            continue;
        depth += (strchr("([{", c) != NULL) - (strchr(")]}", c) != NULL);
        if (c == '=' && depth == 0 && !now.value)
            now.value = t.at;
    }
}

/* `{0}`, `{0.0}`, `{}` and the like. */
static bool is_zero(const char *text, const part *p)
{
    for (size_t at = p->value; at < p->end; at++)
        if (!strchr(" \t\n{},.0", text[at]))
            return false;
    return true;
}

static part *part_of(splitting *s, source_range name)
{
    for (int i = 0; i < s->parts.count; i++)
        if (source_begin(name) >= s->parts.data[i].begin &&
            source_begin(name) < s->parts.data[i].end)
            return &s->parts.data[i];
    return NULL;
}

/* What is declared in the text from where one of the unit's variables begins. */
static void declare_together(lowering *lo, const decl *one)
{
    source_range first = lower_widen(lo, one->text);
    const char *text = source_text(first.file);
    splitting s = {.lo = lo, .file = first.file, .function = one->function};
    VEC(const decl *) list = {0};
    split(&s, source_begin(first));
    decl_list near = decls_in_text(lo, first.file, source_begin(first), s.end);
    for (int i = 0; i < near.count; i++) {
        const decl *d = near.decls[i];
        part *p = d->function == one->function && d->text.file == first.file ? part_of(&s, d->where)
                                                                             : NULL;
        if (!p)
            continue;
        p->count++;
        VEC_PUSH(lo->ctx->arena, &list, d);
    }
    outline_declaration *made = ARENA_NEW(lo->ctx->arena, outline_declaration);
    outline_declarator *out = ARENA_ARRAY(lo->ctx->arena, list.count, outline_declarator);
    for (int i = 0; i < list.count; i++) {
        const decl *d = list.data[i];
        const part *p = part_of(&s, d->where);
        const c_expansion *use = lower_macro_use(lo, d->where);
        variable *v = lo->info[d->id].var;
        out[i] = (outline_declarator){.var = v,
                                      .id = d->origin ? d->origin->id : d->id,
                                      .name = use ? use->where : d->where,
                                      .where = source_range_of(first.file, p->begin, p->end),
                                      .is_zero = p->value && is_zero(text, p),
                                      .shares_text = p->count > 1,
                                      .origin = use ? NAME_OF_ARGUMENT : NAME_OF_FILE};
        if (p->value) {
            out[i].value = source_range_of(first.file, p->value, p->end);
            out[i].names = lower_outline_names(lo, d->init);
        }
        if (v)
            v->declared = made;
    }
    if (!list.count)
        return;
    size_t name = source_begin(list.data[0]->where);
    *made = (outline_declaration){.where = source_range_of(first.file, source_begin(first), s.end),
                                  .count = list.count,
                                  .declarators = out,
                                  .defines_type = memchr(text + source_begin(first), '{',
                                                         name - source_begin(first)) != NULL};
}

void lower_declarations(lowering *lo)
{
    for (int i = 0; i < lo->source->decl_count; i++) {
        const decl *d = lo->source->decls[i];
        if (is_variable(d) && lo->info[d->id].var && !lo->info[d->id].var->declared)
            declare_together(lo, d);
    }
}
