/* r[0] = r[n] = e, or s = r[0] = e, where different processors have the two.
 *
 * Each left side gets the value that the one after it in the text has been given, converted to its
 * type (C17 6.5.16), and the last is set first. Where all processors can compute e, it is computed
 * once, and kept in variables of these types; else its owner sets the first, and the others read
 * that element, which the plan communicates. */

#include "codegen/statement/chain.h"

#include <string.h>

#include "codegen/communication/communication.h"
#include "codegen/communication/written_marks.h"
#include "codegen/data/descriptors.h"
#include "codegen/data/place.h"
#include "codegen/statement/live_out.h"
#include "codegen/statement/owner_test.h"
#include "codegen/statement/rename.h"
#include "codegen/statement/statement.h"
#include "codegen/text/edit.h"
#include "codegen/text/mention.h"
#include "codegen/text/part.h"
#include "codegen/text/span.h"
#include "codegen/text/work.h"

/* One left side: the node, and its place in the text. */
typedef struct link {
    const node *n;
    source_range where;
} link;

typedef struct chain {
    emitter *e;
    const outline *o;
    VEC(link) links;     /* as they are set: the last of the text first */
    const node *rest;    /* the nodes before this one are e's own: calls, what e sets */
    size_t begin, end;   /* of e in the text */
    bool is_compound;    /* s += e */
    bool is_of_all;      /* all processors can compute e */
    const variable *set; /* the scalar that is looked for, */
    source_range where;  /* and where the text sets it; or unset */
} chain;

static bool find_scalar(void *data, const outline_name *n)
{
    chain *c = data;
    if ((n->use == NAME_WRITE || n->use == NAME_UPDATE) && !n->member && !n->is_pointed &&
        n->origin != NAME_OF_MACRO &&
        storage_equal(storage_of(n), storage_of_variable(c->e->text_of, c->set)))
        c->where = n->where;
    return c->where.file != NULL;
}

/* What the node sets, in the text; unset: it is not there. */
static source_range place_of(chain *c, const node *n)
{
    if (n->u.stmt.write)
        return n->u.stmt.write->where;
    c->set = n->u.stmt.scalar;
    c->where = (source_range){0};
    mention_some(c->o, find_scalar, c);
    return c->where;
}

static const variable *set_by(const node *n)
{
    return n->u.stmt.write ? n->u.stmt.write->var : n->u.stmt.scalar;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n';
}

/* Is there `=`, then brackets that open, and else nothing but blanks? Counts these. */
static bool is_sign(const char *text, size_t begin, size_t end, int *brackets)
{
    int count = 0;
    for (size_t at = begin; at < end; at++) {
        count += text[at] == '=';
        *brackets += text[at] == '(';
        if ((text[at] != '=' && !is_blank(text[at]) && (text[at] != '(' || !count)) || count > 1)
            return false;
    }
    return count == 1;
}

/* After the operator of an assignment that begins there; 0: there is none. */
static size_t after_operator(const char *text, size_t at, bool *is_compound)
{
    static const char *const signs[] = {
        "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};
    while (is_blank(text[at]))
        at++;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strncmp(text + at, signs[i], strlen(signs[i])) == 0) {
            *is_compound = true;
            return at + strlen(signs[i]);
        }
    return text[at] == '=' && text[at + 1] != '=' ? at + 1 : 0;
}

/* Is the text that of a statement, and not in brackets, as in (a = b = e)? */
static bool is_statement(const outline *o)
{
    const char *text = source_text(o->where.file);
    size_t at = emit_end(o->where);
    while (at < emit_end_of(o) && is_blank(text[at]))
        at++;
    return at < emit_end_of(o) && text[at] == ';';
}

/* Leaves out the brackets at the end of e that opened before it. What is left is e where it has no
 * comma beside it: in `a = (b = e, f)` e is not what a gets. */
static bool close_brackets(chain *c, const char *text, int brackets)
{
    int depth = 0;
    while (c->end > c->begin && (is_blank(text[c->end - 1]) || text[c->end - 1] == ';' ||
                                 (brackets > 0 && text[c->end - 1] == ')')))
        brackets -= text[--c->end] == ')';
    for (size_t at = c->begin; at < c->end; at++) {
        depth += (text[at] == '(') - (text[at] == ')');
        if (depth < 0)
            return false;
    }
    return !brackets && !depth && emit_part_end(text, c->begin, c->end) >= c->end;
}

static bool is_link(const chain *c, const node *n, source_range where)
{
    const statement_node *s = &n->u.stmt;
    const variable *v = n->kind == NODE_STATEMENT ? set_by(n) : NULL;
    return v && v->type && !v->is_no_number && !strchr(v->type, '*') &&
           !(s->write && s->write->member_bytes) && !s->is_io && !s->draws && where.file &&
           where.file == c->o->where.file;
}

/* The nodes whose places, `=` between them, begin the statement. */
static bool find_links(chain *c, const node *first, const node *stop)
{
    const char *text = source_text(c->o->where.file);
    int brackets = 0;
    size_t at = 0; /* behind the last link */
    VEC(const node *) nodes = {0};
    for (const node *n = first; n != stop; n = n->next)
        if (n->kind != NODE_COMM)
            VEC_PUSH(c->e->ctx->arena, &nodes, n);
    VEC(link) found = {0};
    for (int i = nodes.count; i-- > 0;) {
        const node *n = nodes.data[i];
        const source_range where =
            n->kind == NODE_STATEMENT && set_by(n) ? place_of(c, n) : (source_range){0};
        int more = 0;
        bool is_compound = false;
        if (!is_link(c, n, where) ||
            (found.count ? emit_begin(where) < at || !is_sign(text, at, emit_begin(where), &more)
                         : emit_begin(where) != emit_begin(c->o->where)))
            break;
        size_t behind = after_operator(text, emit_end(where), &is_compound);
        if (!behind)
            break;
        brackets += more;
        c->is_compound = is_compound;
        at = emit_end(where);
        c->begin = behind;
        c->rest = n;
        VEC_PUSH(c->e->ctx->arena, &found, ((link){n, where}));
        if (c->is_compound)
            break;
    }
    for (int i = found.count; i-- > 0;)
        VEC_PUSH(c->e->ctx->arena, &c->links, found.data[i]);
    c->end = emit_end_of(c->o);
    return (found.count > 1 || (found.count && c->rest != first && !c->is_compound)) &&
           close_brackets(c, text, brackets);
}

/* What a name does besides being read, or set as a link, is done where e is. */
static bool has_effect(void *data, const outline_name *n)
{
    const chain *c = data;
    const size_t at = emit_begin(n->where);
    bool is_of_link = false;
    for (int i = 0; i < c->links.count; i++)
        is_of_link |= emit_begin(c->links.data[i].where) == at;
    const bool is_in_value = at >= c->begin && at < c->end;
    return n->is_volatile || (n->use != NAME_READ && !is_of_link && !is_in_value);
}

static bool reads(const node *n, const reference *r)
{
    for (int i = 0; i < n->u.stmt.read_count; i++)
        if (n->u.stmt.reads[i]->where.file &&
            source_range_equal(n->u.stmt.reads[i]->where, r->where))
            return true;
    return false;
}

static bool reads_distributed(const emitter *e, const node *n)
{
    for (int i = 0; i < n->u.stmt.read_count; i++)
        if (emit_array(e, n->u.stmt.reads[i]->var))
            return true;
    return false;
}

/* Can the link have its value: of a variable, or of the link before, which it or its home reads?
 * Its subscripts are known before. */
static bool gets_value(const chain *c, int i)
{
    const node *n = c->links.data[i].n, *before = c->links.data[i - 1].n;
    const reference *set = before->u.stmt.write;
    const int own = set && reads(n, set);
    if (n->u.stmt.reduce != REDUCE_NONE || n->u.stmt.read_count > own)
        return false;
    return c->is_of_all || own || !set || home_equal(&before->u.stmt.at, &n->u.stmt.at);
}

static bool is_chain(chain *c, const node *first, const node *stop)
{
    if (c->o->kind != OUTLINE_SIMPLE || c->o->in_macro || !is_statement(c->o) ||
        !find_links(c, first, stop))
        return false;
    const node *inner = c->links.data[0].n;
    int homes = 1;
    c->is_of_all = !emit_is_restricted(&inner->u.stmt.at) ||
                   (!reads_distributed(c->e, inner) && !c->is_compound);
    if (inner->u.stmt.reduce != REDUCE_NONE && inner->u.stmt.scalar &&
        emit_is_restricted(&inner->u.stmt.at))
        return false;
    for (const node *n = first; n != c->rest; n = n->next)
        if (!c->is_of_all || (n->kind != NODE_COMM && n->kind != NODE_CALL &&
                              (n->kind != NODE_STATEMENT || emit_is_restricted(&n->u.stmt.at))))
            return false;
        else if (n->kind == NODE_STATEMENT)
            homes += !home_equal(&n->u.stmt.at, &inner->u.stmt.at);
    for (int i = 1; i < c->links.count; i++) {
        if (!gets_value(c, i))
            return false;
        homes += !home_equal(&c->links.data[i - 1].n->u.stmt.at, &c->links.data[i].n->u.stmt.at);
    }
    return homes > 1 && !mention_some(c->o, has_effect, c);
}

/* A link, up to the value. */
static void begin_link(chain *c, int i)
{
    emitter *e = c->e;
    const link *l = &c->links.data[i];
    work own = {0};
    if (emit_is_restricted(&l->n->u.stmt.at)) {
        fputs("if (", e->out);
        emit_owner_test(e, &l->n->u.stmt.at);
        fputs(") ", e->out);
        emit_add_node(e, &own, l->n);
    }
    const char *count = emit_work_text(e, &own);
    fprintf(e->out, "{ %s%s", count, *count ? " " : "");
    emit_source(e, c->o->where.file, emit_begin(l->where), emit_end(l->where));
}

static void end_link(chain *c, int i)
{
    fputs("; ", c->e->out);
    emit_write_mark(c->e, c->links.data[i].n);
    fputs("} ", c->e->out);
}

/* All processors have the value, in a variable: the links take it from there. */
static void emit_of_all(chain *c)
{
    emitter *e = c->e;
    const char *value = NULL;
    for (int i = 0; i < c->links.count; i++) {
        const link *l = &c->links.data[i];
        const char *type = set_by(l->n)->type;
        const bool is_same = i && strcmp(type, set_by(c->links.data[i - 1].n)->type) == 0;
        if (i == 0 && c->is_compound) {
            begin_link(c, i);
            emit_source(e, c->o->where.file, emit_end(l->where), c->end);
            end_link(c, i);
            value = emit_text_of(e, l->where);
            continue;
        }
        if (!is_same) {
            const char *name = arena_printf(e->ctx->arena, "fpr_chain_%d", i + 1);
            fprintf(e->out, "const %s %s = ", type, name);
            if (i == 0)
                emit_source(e, c->o->where.file, c->begin, c->end);
            else
                fputs(value, e->out);
            fputs("; ", e->out);
            value = name;
        }
        begin_link(c, i);
        fprintf(e->out, " = %s", value);
        end_link(c, i);
    }
}

/* The owner of the first has the value; each other link reads the one before. */
static void emit_of_owner(chain *c, const node *stop, const char *indent)
{
    emitter *e = c->e;
    int i = 0;
    for (const node *n = c->rest; n != stop; n = n->next) {
        if (n->kind == NODE_COMM && !n->u.comm->call) {
            fprintf(e->out, "\n%s", indent);
            emit_comm(e, n->u.comm, indent);
            fprintf(e->out, "\n%s", indent);
        }
        if (i == c->links.count || n != c->links.data[i].n)
            continue;
        begin_link(c, i);
        if (i == 0)
            emit_source(e, c->o->where.file, emit_end(c->links.data[i].where), c->end);
        else
            fprintf(e->out, " = %s", emit_text_of(e, c->links.data[i - 1].where));
        end_link(c, i);
        i++;
    }
}

bool emit_chain(emitter *e, const outline *o, const node *first, const node *stop,
                const char *indent)
{
    chain c = {.e = e, .o = o};
    if (!is_chain(&c, first, stop))
        return false;
    const int edits = e->edits.count;
    for (const node *n = first; n != stop; n = n->next)
        if (n->kind == NODE_CALL) {
            emit_edit_callee(e, n);
        } else if (n->kind == NODE_STATEMENT) {
            if (emit_is_restricted(&n->u.stmt.at))
                emit_check_scalar(e, o, n);
            emit_edit_references(e, n->u.stmt.read_count, n->u.stmt.reads);
            emit_edit_references(e, n->u.stmt.write != NULL, &n->u.stmt.write);
        }
    emit_edit_repeated(e, o);
    emit_edit_again(e, o);
    emit_check_statement(e, o, first, stop, !c.is_of_all);
    fputs("{ ", e->out);
    if (c.is_of_all)
        emit_of_all(&c);
    else
        emit_of_owner(&c, stop, indent);
    fputs("}", e->out);
    e->edits.count = edits;
    return true;
}
