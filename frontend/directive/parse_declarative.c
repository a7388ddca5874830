/* The declarations: nodes and processors, template, dimension, distribute, align, shadow, dynamic,
 * inherit; redistribute and realign, which are written as such. Each alone, in lists, or combined
 * before `::`. */

#include "frontend/directive/parse_declarative.h"

#include <string.h>

#include "frontend/directive/parse_format.h"

static const char *nodes_name(const parser *p)
{
    return p->spelling == DIALECT_XMP ? "the name of the nodes" : "the name of the processors";
}

/* --- The attributes, alone or combined ------------------------------------ */

typedef struct attribute {
    directive_kind kind;
    const char *word; /* null: the directive's word */
    source_range word_at;
    format_list formats; /* distribute */
    bool has_onto;
    directive_name onto;
    directive_ref source, target; /* align; shadow's widths are `source` */
} attribute;

static bool parse_onto(parser *p, attribute *a)
{
    a->has_onto = parse_take_word(p, "onto");
    if (a->has_onto)
        return parse_name(p, nodes_name(p), &a->onto);
    if (p->spelling == DIALECT_XMP)
        return parse_expect_word(p, "onto");
    return true;
}

/* What follows the name, or the word in a combined directive. */
static bool parse_attribute(parser *p, attribute *a)
{
    switch (a->kind) {
    case DIRECTIVE_DISTRIBUTE:
    case DIRECTIVE_REDISTRIBUTE:
        return parse_formats(p, &a->formats) && parse_onto(p, a);
    case DIRECTIVE_ALIGN:
    case DIRECTIVE_REALIGN:
        if (token_is(p->at, "(") || token_is(p->at, "[")) {
            if (!parse_subscripts(p, &a->source))
                return false;
        }
        return parse_expect_word(p, "with") && parse_ref(p, "the name of a template", &a->target);
    case DIRECTIVE_SHADOW:
        return parse_subscripts(p, &a->source);
    case DIRECTIVE_NODES:
    case DIRECTIVE_TEMPLATE:
    case DIRECTIVE_TEMPLATE_FIX:
    case DIRECTIVE_DIMENSION:
    case DIRECTIVE_DYNAMIC:
    case DIRECTIVE_INHERIT:
    case DIRECTIVE_COARRAY:
    case DIRECTIVE_INDEPENDENT:
    case DIRECTIVE_ON_HOME:
    case DIRECTIVE_LOOP:
    case DIRECTIVE_FORALL:
    case DIRECTIVE_WHERE:
    case DIRECTIVE_ELSEWHERE:
    case DIRECTIVE_GMOVE:
    case DIRECTIVE_ARRAY:
    case DIRECTIVE_REFLECT:
    case DIRECTIVE_REFLECT_INIT:
    case DIRECTIVE_REFLECT_DO:
    case DIRECTIVE_REDUCTION:
    case DIRECTIVE_BCAST:
    case DIRECTIVE_BARRIER:
    case DIRECTIVE_WAIT_ASYNC:
    case DIRECTIVE_POST:
    case DIRECTIVE_WAIT:
    case DIRECTIVE_TASK:
    case DIRECTIVE_TASKS:
    case DIRECTIVE_TRIP:
    case DIRECTIVE_PIPELINE:
    case DIRECTIVE_PROBABILITY:
    case DIRECTIVE_REGION:
    case DIRECTIVE_UNANALYSED:
        break;
    }
    return true;
}

/* Makes the directive that gives `name` the attribute; `shape` is the name
 * with its extents, for nodes and templates. */
static void append_attribute(parser *p, const attribute *a, directive_name name,
                             const directive_ref *shape)
{
    directive *d = parse_append(p, a->kind);
    if (a->word) {
        d->word = a->word;
        d->word_at = a->word_at;
    }
    if (a->kind == DIRECTIVE_DISTRIBUTE || a->kind == DIRECTIVE_REDISTRIBUTE) {
        d->u.distribute.target = name;
        d->u.distribute.is_square = a->formats.is_square;
        d->u.distribute.format_count = a->formats.count;
        d->u.distribute.formats = a->formats.formats;
        d->u.distribute.has_onto = a->has_onto;
        d->u.distribute.onto = a->onto;
    } else if (a->kind == DIRECTIVE_ALIGN || a->kind == DIRECTIVE_REALIGN) {
        d->u.align.source = a->source;
        d->u.align.source.name = name;
        d->u.align.target = a->target;
    } else if (a->kind == DIRECTIVE_SHADOW) {
        d->u.shadow = a->source;
        d->u.shadow.name = name;
    } else if (a->kind == DIRECTIVE_COARRAY || a->kind == DIRECTIVE_DYNAMIC ||
               a->kind == DIRECTIVE_INHERIT) {
        d->u.named = name;
    } else if (a->kind == DIRECTIVE_DIMENSION) {
        d->u.shape = *shape;
    } else if (a->kind == DIRECTIVE_TEMPLATE) {
        d->u.tmpl = *shape;
    } else {
        d->u.nodes.shape = *shape;
    }
}

/* NAME attribute {, NAME attribute} */
static bool parse_list(parser *p, directive_kind kind, const char *what)
{
    do {
        attribute a = {.kind = kind};
        directive_name name;
        if (!parse_name(p, what, &name))
            return false;
        p->declaring = name;
        a.source.where = name.where;
        if (!parse_attribute(p, &a))
            return false;
        append_attribute(p, &a, name, NULL);
        p->declaring.text = NULL;
    } while (parse_take(p, ","));
    return true;
}

bool parse_distribute(parser *p)
{
    return parse_list(p, DIRECTIVE_DISTRIBUTE, "the name of a template");
}

bool parse_align(parser *p)
{
    return parse_list(p, DIRECTIVE_ALIGN, "the name of an array");
}

bool parse_shadow(parser *p)
{
    return parse_list(p, DIRECTIVE_SHADOW, "the name of an array");
}

/* A, .. : [*] */
bool parse_coarray(parser *p)
{
    if (!parse_list(p, DIRECTIVE_COARRAY, "the name of a variable") || !parse_expect(p, ":") ||
        !parse_expect(p, "["))
        return false;
    source_range where = p->at->where;
    if (!parse_take(p, "*") || !parse_expect(p, "]"))
        return parse_fail(p, where, "images stand in one dimension here, as in ':[*]'");
    return !token_is(p->at, "[") ||
           parse_fail(p, p->at->where, "images stand in one dimension here, as in ':[*]'");
}

bool parse_dynamic(parser *p)
{
    return parse_list(p, DIRECTIVE_DYNAMIC, "the name of an array or a template");
}

bool parse_inherit(parser *p)
{
    return parse_list(p, DIRECTIVE_INHERIT, "the name of an array");
}

bool parse_redistribute(parser *p)
{
    return parse_list(p, DIRECTIVE_REDISTRIBUTE, "the name of an array or a template");
}

bool parse_realign(parser *p)
{
    return parse_list(p, DIRECTIVE_REALIGN, "the name of an array");
}

static bool has_extents(parser *p, const directive_ref *shape)
{
    return shape->count > 0 || parse_fail(p, shape->where, "'%s' has no extents", shape->name.text);
}

/* = parent: another arrangement of the same nodes, or a part of them. */
static bool parse_parent(parser *p, directive *d)
{
    d->u.nodes.has_parent = parse_take(p, "=");
    if (!d->u.nodes.has_parent)
        return true;
    if (parse_take(p, "*")) { /* all nodes that execute, which is all */
        d->u.nodes.set = NODES_EXECUTING;
        return true;
    }
    if (parse_take(p, "**")) {
        d->u.nodes.set = NODES_PRIMARY;
        return true;
    }
    return parse_ref(p, nodes_name(p), &d->u.nodes.parent);
}

/* [(f, ..)] NAME [(lo:hi, ..)] */
bool parse_template_fix(parser *p)
{
    format_list formats = {0};
    directive_ref shape = {0};
    if ((token_is(p->at, "(") || token_is(p->at, "[")) && !parse_formats(p, &formats))
        return false;
    if (!parse_ref(p, "the name of a template", &shape))
        return false;
    if (formats.count == 0 && shape.count == 0)
        return parse_fail(p, shape.where, "'%s' gets neither bounds nor a distribution",
                          shape.name.text);
    directive *d = parse_append(p, DIRECTIVE_TEMPLATE_FIX);
    d->u.distribute.target = shape.name;
    d->u.distribute.is_square = formats.is_square;
    d->u.distribute.format_count = formats.count;
    d->u.distribute.formats = formats.formats;
    d->u.distribute.shape = shape;
    return true;
}

/* A name with its extents. */
static bool parse_shape(parser *p, const char *what, directive_ref *shape)
{
    p->declaring.text = p->at->kind == TOKEN_NAME ? p->at->text : NULL;
    p->declaring.where = p->at->where;
    return parse_ref(p, what, shape) && has_extents(p, shape);
}

bool parse_nodes(parser *p)
{
    do {
        directive read = {0};
        if (!parse_shape(p, nodes_name(p), &read.u.nodes.shape) || !parse_parent(p, &read))
            return false;
        directive *d = parse_append(p, DIRECTIVE_NODES);
        d->u.nodes = read.u.nodes;
        p->declaring.text = NULL;
    } while (parse_take(p, ","));
    return true;
}

bool parse_template(parser *p)
{
    do {
        directive_ref shape;
        if (!parse_shape(p, "the name of a template", &shape))
            return false;
        parse_append(p, DIRECTIVE_TEMPLATE)->u.tmpl = shape;
        p->declaring.text = NULL;
    } while (parse_take(p, ","));
    return true;
}

bool parse_dimension(parser *p)
{
    do {
        directive_ref shape;
        if (!parse_shape(p, "the name of an array", &shape))
            return false;
        parse_append(p, DIRECTIVE_DIMENSION)->u.shape = shape;
        p->declaring.text = NULL;
    } while (parse_take(p, ","));
    return true;
}

void parse_append_broken(parser *p)
{
    if (!p->declaring.text)
        return;
    attribute a = {.kind = p->word->kind};
    directive_ref shape = {
        .name = p->declaring, .spelling = p->spelling, .where = p->declaring.where};
    append_attribute(p, &a, p->declaring, &shape);
    p->last->is_broken = true;
}

/* --- attr, attr :: name, name ---------------------------------------------- */

/* Is the word one of a statement, which stands in no list with declarations? */
static bool is_executable(directive_kind kind)
{
    return kind == DIRECTIVE_REDISTRIBUTE || kind == DIRECTIVE_REALIGN;
}

static bool read_attribute_word(parser *p, attribute *a)
{
    static const struct {
        const char *text;
        directive_kind kind;
        dialect only; /* of this spelling; DIALECT_NONE: of both */
    } known[] = {
        {"nodes", DIRECTIVE_NODES, DIALECT_XMP},
        {"processors", DIRECTIVE_NODES, DIALECT_HPF},
        {"template", DIRECTIVE_TEMPLATE, DIALECT_NONE},
        {"distribute", DIRECTIVE_DISTRIBUTE, DIALECT_NONE},
        {"align", DIRECTIVE_ALIGN, DIALECT_NONE},
        {"shadow", DIRECTIVE_SHADOW, DIALECT_NONE},
        {"dynamic", DIRECTIVE_DYNAMIC, DIALECT_HPF},
        {"inherit", DIRECTIVE_INHERIT, DIALECT_HPF},
        {"redistribute", DIRECTIVE_REDISTRIBUTE, DIALECT_HPF},
        {"realign", DIRECTIVE_REALIGN, DIALECT_HPF},
    };
    for (int i = 0; i < (int)(sizeof known / sizeof *known); i++) {
        if ((known[i].only && known[i].only != p->spelling) ||
            is_executable(known[i].kind) != is_executable(p->word->kind) ||
            !token_is_word(p->at, known[i].text))
            continue;
        a->kind = known[i].kind;
        a->word = intern(p->ctx->names, known[i].text);
        a->word_at = p->at->where;
        p->at++;
        return true;
    }
    return parse_fail(p, p->at->where, "'%s' cannot stand in a list before '::'", p->at->text);
}

typedef VEC(attribute) attribute_list;

static bool parse_attributes(parser *p, attribute_list *out, directive_ref *dimension)
{
    do {
        attribute a = {0};
        if (parse_take_word(p, "dimension")) {
            if (!parse_subscripts(p, dimension))
                return false;
            continue;
        }
        if (!read_attribute_word(p, &a) || !parse_attribute(p, &a))
            return false;
        VEC_PUSH(p->ctx->arena, out, a);
    } while (parse_take(p, ","));
    return parse_expect(p, "::");
}

static bool apply_attributes(parser *p, const attribute_list *attributes, directive_ref name,
                             const directive_ref *dimension)
{
    bool takes_shape = false;
    if (name.count == 0 && dimension->count > 0) {
        name.is_square = dimension->is_square;
        name.count = dimension->count;
        name.sub = dimension->sub;
    }
    for (int i = 0; i < attributes->count; i++) {
        const attribute *a = &attributes->data[i];
        bool is_shape = a->kind == DIRECTIVE_NODES || a->kind == DIRECTIVE_TEMPLATE;
        takes_shape |= is_shape;
        if (is_shape && !has_extents(p, &name))
            return false;
        append_attribute(p, a, name.name, &name);
    }
    bool is_of_array = dimension->count > 0 && !takes_shape && p->spelling == DIALECT_HPF;
    if (is_of_array) {
        const attribute of_array = {.kind = DIRECTIVE_DIMENSION,
                                    .word = intern(p->ctx->names, "dimension"),
                                    .word_at = dimension->where};
        append_attribute(p, &of_array, name.name, &name);
    } else if (name.count > 0 && !takes_shape) {
        return parse_fail(p, name.where, "extents after '%s', which is not declared here",
                          name.name.text);
    }
    return true;
}

bool parse_combined(parser *p)
{
    attribute_list attributes = {0};
    directive_ref dimension = {0};
    p->at--; /* the first attribute's word */
    if (!parse_attributes(p, &attributes, &dimension))
        return false;
    do {
        directive_ref name;
        if (!parse_ref(p, "a name", &name) || !apply_attributes(p, &attributes, name, &dimension))
            return false;
    } while (parse_take(p, ","));
    return true;
}
