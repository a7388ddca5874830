/* References to other images in C: calls of the run-time library of generated programs
 * (codegen/runtime/fpr.h, "Coarrays"). */

#include "frontend/lower/image_text.h"

#include <string.h>

#include "frontend/lower/image.h"
#include "frontend/lower/macro_use.h"
#include "frontend/pragma/expand.h"
#include "frontend/value/access_path.h"

typedef struct writer {
    lowering *lo;
    VEC(source_replacement) done;
    const char *reason; /* why nothing can be written for the statement at hand; or null */
} writer;

static const char *text_of(writer *w, const syntax *s);

/* --- Macros --------------------------------------------------------------------- */

/* Is it a name that stands for a number alone, and may stay? */
static bool is_name_of_number(writer *w, const syntax *s)
{
    const c_expansion *use = lower_macro_use(w->lo, s->where);
    const c_macro *m =
        use && s->child_count == 0
            ? macro_index_find(w->lo->pragmas.macros[s->unit].index, use->name, use->where)
            : NULL;
    if (!m || m->is_function_like)
        return false;
    const size_t opening = strspn(m->body, "( "), length = strspn(m->body + opening, "0123456789");
    return length > 0 &&
           strspn(m->body + opening + length, ") ") == strlen(m->body + opening + length);
}

static bool begins_with(const syntax *s, const syntax *part)
{
    return part && part->in_macro && source_begin(part->where) == source_begin(s->where);
}

/* Notes that a macro writes what the expression begins with, other than such a name. */
static void note_macro(writer *w, const syntax *s, const char *reason)
{
    bool is_part_s = false; /* for the part to say */
    for (int i = 0; i < s->child_count; i++)
        is_part_s |= begins_with(s, s->child[i]);
    if (s->in_macro && !is_part_s && !is_name_of_number(w, s))
        w->reason = reason;
}

/* --- Text with other text in it ---------------------------------------------- */

typedef struct piece {
    source_range where;
    const char *text;
} piece;

typedef VEC(piece) piece_vec;

static const char *between(writer *w, const source_file *file, size_t begin, size_t end)
{
    return arena_strndup(w->lo->ctx->arena, source_text(file) + begin, end - begin);
}

/* The source's text with the pieces, which are in order, in it. */
static const char *spliced(writer *w, source_range where, const piece_vec *pieces)
{
    const char *text = "";
    size_t at = source_begin(where);
    for (int i = 0; i < pieces->count; i++) {
        const piece *p = &pieces->data[i];
        text = arena_printf(w->lo->ctx->arena, "%s%s%s", text,
                            between(w, where.file, at, source_begin(p->where)), p->text);
        at = source_end(p->where);
    }
    return arena_printf(w->lo->ctx->arena, "%s%s", text,
                        between(w, where.file, at, source_end(where)));
}

/* --- One element -------------------------------------------------------------- */

static const char *type_of(writer *w, const syntax *object)
{
    const syntax *s = object;
    while (s->kind == SYNTAX_SUBSCRIPT)
        s = s->child[0];
    bool is_named = s->kind == SYNTAX_NAME && s->decl && s->decl->element_name;
    return is_named ? s->decl->element_name
                    : arena_printf(w->lo->ctx->arena, "__typeof__(%s)", text_of(w, object));
}

static const char *get_text(writer *w, const syntax *s)
{
    const char *type = type_of(w, s->child[0]);
    return arena_printf(w->lo->ctx->arena,
                        "(*(%s *)fpr_image_get(&(%s), &(%s){0}, sizeof(%s), %s))", type,
                        text_of(w, s->child[0]), type, type, text_of(w, s->child[1]));
}

static void gather_images(writer *w, const syntax *s, piece_vec *pieces)
{
    if (!s)
        return;
    note_macro(w, s, "a macro writes a part of this; write it out");
    if (s->kind == SYNTAX_IMAGE) {
        piece p = {s->where, get_text(w, s)};
        VEC_PUSH(w->lo->ctx->arena, pieces, p);
        return;
    }
    for (int i = 0; i < s->child_count; i++)
        gather_images(w, s->child[i], pieces);
}

static const char *text_of(writer *w, const syntax *s)
{
    piece_vec pieces = {0};
    gather_images(w, s, &pieces);
    return spliced(w, s->where, &pieces);
}

static const char *put_text(writer *w, const syntax *s)
{
    const syntax *image = s->child[0];
    const char *type = type_of(w, image->child[0]);
    return arena_printf(w->lo->ctx->arena, "fpr_image_put(&(%s), &(%s){%s}, sizeof(%s), %s)",
                        text_of(w, image->child[0]), type, text_of(w, s->child[1]), type,
                        text_of(w, image->child[1]));
}

/* --- Sections -------------------------------------------------------------------- */

/* The reference with the first element of each section in it. */
static const char *first_of(writer *w, const syntax *s)
{
    if (s->kind != SYNTAX_SUBSCRIPT)
        return text_of(w, s);
    const syntax *index = s->child[1];
    const syntax *base = index->kind == SYNTAX_SECTION ? index->child[0] : index;
    return arena_printf(w->lo->ctx->arena, "%s[%s]", first_of(w, s->child[0]),
                        base ? text_of(w, base) : "0");
}

/* How many elements a section has, whose array is `array` in C. */
static const char *length_of(writer *w, const syntax *part, const c_type *type, const char *array)
{
    arena *a = w->lo->ctx->arena;
    if (part->is_triplet || (part->child[2] && part->child[2]->kind == SYNTAX_UNARY))
        w->reason = "write this section as base:length:step, with a step above 0";
    if (part->child[1])
        return text_of(w, part->child[1]);
    if (type->kind != TYPE_ARRAY)
        w->reason = "how long this section is, a pointer does not tell: write base:length";
    const char *rest = arena_printf(a, "(long)(sizeof(%s) / sizeof(%s)[0]) - (%s)", array, array,
                                    part->child[0] ? text_of(w, part->child[0]) : "0");
    const char *step = part->child[2] ? text_of(w, part->child[2]) : NULL;
    return step ? arena_printf(a, "(%s + (%s) - 1) / (%s)", rest, step, step) : rest;
}

typedef struct shape {
    int rank;
    const char *counts, *strides;
} shape;

static void add_sections(writer *w, const syntax *s, shape *to)
{
    arena *a = w->lo->ctx->arena;
    if (s->kind != SYNTAX_SUBSCRIPT)
        return;
    add_sections(w, s->child[0], to);
    const syntax *part = s->child[1];
    if (part->kind != SYNTAX_SECTION)
        return;
    const char *array = first_of(w, s->child[0]), *comma = to->rank ? ", " : "";
    to->counts =
        arena_printf(a, "%s%s%s", to->counts, comma, length_of(w, part, s->child[0]->type, array));
    to->strides = arena_printf(a, "%s%s(%s) * (long)sizeof(%s)[0]", to->strides, comma,
                               part->child[2] ? text_of(w, part->child[2]) : "1", array);
    to->rank++;
}

static const char *section_text(writer *w, const syntax *object, const char *type, bool is_value)
{
    shape of = {0, "", ""};
    add_sections(w, object, &of);
    arena *a = w->lo->ctx->arena;
    if (of.rank == 0 && is_value)
        return arena_printf(a, "(fpr_section){.at = &(%s){%s}}", type, text_of(w, object));
    if (of.rank == 0)
        return arena_printf(a, "(fpr_section){.at = &(%s)}", text_of(w, object));
    return arena_printf(a, "(fpr_section){&%s, %d, {%s}, {%s}}", first_of(w, object), of.rank,
                        of.counts, of.strides);
}

static const char *copy_text(writer *w, const syntax *s)
{
    const syntax *left = s->child[0], *right = s->child[1];
    bool is_put = left->kind == SYNTAX_IMAGE;
    const syntax *to = is_put ? left->child[0] : left;
    const syntax *from = right->kind == SYNTAX_IMAGE ? right->child[0] : right;
    const c_type *a = to->type, *b = from->type;
    bool is_value =
        !is_put || right->kind == SYNTAX_IMAGE ? false : !syntax_has(from, SYNTAX_SECTION);
    if (is_put && right->kind == SYNTAX_IMAGE)
        w->reason = "both sides are on other images; get the one, and put it then";
    else if (!is_value && (!a || !b || a->kind != b->kind || a->bytes != b->bytes))
        w->reason = "both sides are copied as they are, and their types differ; convert the "
                    "elements in a loop";
    const char *type = type_of(w, to);
    const syntax *image = (is_put ? left : right)->child[1];
    return arena_printf(w->lo->ctx->arena, "%s(%s, sizeof(%s), %s, %s)",
                        is_put ? "fpr_image_put_section" : "fpr_image_get_section",
                        text_of(w, image), type, section_text(w, to, type, false),
                        section_text(w, from, type, is_value));
}

/* --- All of the program -------------------------------------------------------------- */

static bool names_distributed(writer *w, const syntax *s)
{
    if (!s)
        return false;
    const variable *v = s->kind == SYNTAX_NAME && s->decl ? w->lo->info[s->decl->id].var : NULL;
    if (v && v->align)
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (names_distributed(w, s->child[i]))
            return true;
    return false;
}

static void replace(writer *w, const syntax *s)
{
    const c_expansion *use = s->in_macro ? lower_macro_use(w->lo, s->where) : NULL;
    bool is_whole = use && strcmp(use->name, "xmp_atomic_define") == 0; /* in <xmp.h> */
    w->reason = names_distributed(w, s)
                    ? "this names a distributed array beside another image; use a variable of "
                      "each processor between the two"
                    : NULL;
    if (!w->reason && !is_whole)
        note_macro(w, s, "a macro writes this; write it out");
    const char *text = s->kind == SYNTAX_IMAGE         ? get_text(w, s)
                       : syntax_has(s, SYNTAX_SECTION) ? copy_text(w, s)
                                                       : put_text(w, s);
    source_replacement r = {is_whole ? use->where : s->where, text, w->reason};
    VEC_PUSH(w->lo->ctx->arena, &w->done, r);
}

static void walk(writer *w, const syntax *s)
{
    if (!s)
        return;
    if (s->kind == SYNTAX_IMAGE || lower_is_image_copy(s)) {
        replace(w, s);
        return;
    }
    for (int i = 0; i < s->child_count; i++)
        walk(w, syntax_part(s, i));
}

/* `:[*]`, which begins there. */
static void drop_codimension(writer *w, const decl *d)
{
    const source_file *file = d->codimension.file;
    size_t begin = source_begin(d->codimension), end = begin;
    const char *text = source_text(file);
    while (text[end] && text[end] != ']')
        end++;
    source_replacement r = {source_range_of(file, begin, end + (text[end] == ']')), " ", NULL};
    VEC_PUSH(w->lo->ctx->arena, &w->done, r);
}

void lower_image_texts(lowering *lo, program *p)
{
    writer w = {.lo = lo};
    for (int i = 0; i < lo->source->decl_count; i++)
        if (source_range_is_set(lo->source->decls[i]->codimension))
            drop_codimension(&w, lo->source->decls[i]);
    for (int i = 0; i < lo->source->function_count; i++)
        walk(&w, lo->source->functions[i]->body);
    p->replacement_count = w.done.count;
    p->replacements = w.done.data;
}
