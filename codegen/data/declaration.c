/* Declarations of distributed arrays are left out: their elements are in local memory. What
 * else is declared with them stays; so do values, from which each processor takes its own. */

#include <ctype.h>
#include <string.h>

#include "codegen/text/emitter.h"

typedef struct part {
    size_t begin, end; /* between commas; the first one begins with the type */
    size_t value;      /* of its initialiser; 0: none */
    const array_info *dropped;
} part;

typedef struct declaration {
    size_t end; /* behind the `;` */
    VEC(part) parts;
} declaration;

/* The places of the commas and of the `=`, outside of brackets. */
static void split(emitter *e, const char *text, size_t begin, declaration *out)
{
    int depth = 0;
    part now = {.begin = begin};
    for (size_t at = begin;; at++) {
        size_t behind = emit_skip_opaque(text, at, strlen(text));
        if (behind > at) {
            at = behind - 1;
            continue;
        }
        char c = text[at];
        depth += (strchr("([{", c) && c) - (strchr(")]}", c) && c);
        if (c == '=' && depth == 0 && !now.value)
            now.value = at + 1;
        if (!c || (depth == 0 && (c == ',' || c == ';'))) {
            now.end = at;
            VEC_PUSH(e->ctx->arena, &out->parts, now);
            now = (part){.begin = at + 1 + (c ? strspn(text + at + 1, " \t\n") : 0)};
        }
        if (!c || (depth == 0 && c == ';')) {
            out->end = at + (c == ';');
            return;
        }
    }
}

static void find_dropped(emitter *e, const source_file *file, declaration *d)
{
    for (int i = 0; i < e->arrays.count; i++) {
        const array_info *a = &e->arrays.data[i];
        if (a->var->version_of || a->var->where.file != file || !a->var->text.file)
            continue;
        size_t name = emit_begin(a->var->where);
        for (int k = 0; k < d->parts.count; k++)
            if (name >= d->parts.data[k].begin && name < d->parts.data[k].end)
                d->parts.data[k].dropped = a;
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

/* Their elements are what it says before the program, or the function, begins. */
static void keep_values(emitter *e, const char *text, const part *p)
{
    array_info *a = &e->arrays.data[p->dropped - e->arrays.data];
    const variable *v = a->var;
    bool is_zeros = is_zero(text, p);
    if (v->owner && !is_zeros)
        emit_refuse(e, v->text,
                    "'%s' is distributed and declared with values in a function: declare it "
                    "outside, or assign them",
                    v->name);
    else if (is_zeros)
        a->is_zeroed = v->owner && !v->is_static;
    else
        a->values = arena_printf(e->ctx->arena, "%s_values", v->name);
}

static void drop(emitter *e, const source_file *file, const declaration *d)
{
    const char *text = source_text(file);
    bool is_some_kept = false;
    for (int k = 0; k < d->parts.count; k++) {
        const part *p = &d->parts.data[k];
        if (p->dropped && p->value)
            keep_values(e, text, p);
        if (p->dropped && p->dropped->values) {
            size_t name = emit_begin(p->dropped->var->where);
            emit_edit(e, file, name, name + strlen(p->dropped->var->name), p->dropped->values);
        } else if (p->dropped && is_some_kept) {
            size_t comma = p->begin;
            while (text[comma] != ',')
                comma--;
            emit_edit(e, file, comma, p->end, "");
        } else if (p->dropped) {
            size_t name = k ? p->begin : emit_begin(p->dropped->var->where);
            emit_edit(e, file, name, d->parts.data[k + 1].begin, "");
        }
        is_some_kept |= !p->dropped || p->dropped->values;
    }
}

/* All that is declared is left out, but for a type that is defined there, too. */
static void drop_whole(emitter *e, const variable *v, const declaration *d)
{
    const source_file *file = v->text.file;
    const char *text = source_text(file);
    size_t begin = emit_begin(v->text), name = emit_begin(d->parts.data[0].dropped->var->where);
    for (int k = 0; k < d->parts.count; k++)
        if (d->parts.data[k].value)
            keep_values(e, text, &d->parts.data[k]);
    if (memchr(text + begin, '{', name - begin))
        emit_edit(e, file, name, d->end - (text[d->end - 1] == ';'), "");
    else
        emit_edit(e, file, begin, d->end + (text[d->end] == '\n'), "");
}

/* A type that its definition gives no name cannot be written again. */
static void check_type(emitter *e, const variable *v)
{
    if (strchr(v->type, '('))
        emit_refuse(e, v->text, "the type of the elements of '%s' has no name: give it one",
                    v->name);
}

void emit_drop_declarations(emitter *e)
{
    for (int i = 0; i < e->arrays.count; i++) {
        const variable *v = e->arrays.data[i].var;
        if (!v->text.file || v->version_of)
            continue;
        check_type(e, v);
        const char *text = source_text(v->text.file);
        size_t begin = emit_begin(v->text);
        declaration d = {0};
        bool is_known = false, is_whole = true;
        for (int k = 0; k < e->edits.count; k++) /* with an array before */
            is_known |=
                e->edits.data[k].file == v->text.file && e->edits.data[k].declaration == begin + 1;
        if (is_known)
            continue;
        split(e, text, begin, &d);
        find_dropped(e, v->text.file, &d);
        for (int k = 0; k < d.parts.count; k++) {
            const part *p = &d.parts.data[k];
            is_whole &= p->dropped && (!p->value || is_zero(text, p));
        }
        int edits = e->edits.count;
        if (is_whole)
            drop_whole(e, v, &d);
        else
            drop(e, v->text.file, &d);
        for (; edits < e->edits.count; edits++)
            e->edits.data[edits].declaration = begin + 1;
    }
}
