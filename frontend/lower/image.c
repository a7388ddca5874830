/* Coarrays (XcalableMP 1.2, sections 3.4 and 4.6 of the specification): a reference to another
 * image is one message, which only this side takes part in. The other side of an assignment is
 * local. */

#include "frontend/lower/image.h"

#include <string.h>

#include "frontend/directive/constant.h"
#include "frontend/lower/assign.h"
#include "frontend/lower/section.h"
#include "frontend/lower/uncounted_loop.h"
#include "frontend/lower/unknown.h"
#include "frontend/value/integer.h"
#include "frontend/value/node_queries.h"
#include "frontend/value/syntax_copy.h"

/* What an image is told that waits for another: no tag of the program is this. */
enum { SYNC_TAG = INT32_MIN };

/* --- One transfer --------------------------------------------------------- */

/* The variable that a reference is a part of; null: it has no name. */
static const variable *variable_of(const lowering *lo, const syntax *s)
{
    while ((s->kind == SYNTAX_SUBSCRIPT || s->kind == SYNTAX_MEMBER) && !s->is_arrow)
        s = s->child[0];
    return s->kind == SYNTAX_NAME && s->decl ? lo->info[s->decl->id].var : NULL;
}

static const variable *coarray_of(lowering *lo, const syntax *s)
{
    const variable *v = variable_of(lo, s->child[0]);
    if (!v || !v->is_coarray) {
        const char *name = v ? v->name : "this";
        diag_report(lo->ctx->diags, DIAG_ERROR, "coarray", s->where,
                    "'%s' is no coarray: others have none of it that can be reached; declare it "
                    "with '#pragma xmp coarray %s : [*]'",
                    name, name);
        return NULL;
    }
    if (!v->align)
        return v;
    diag *d = diag_report(lo->ctx->diags, DIAG_ERROR, "coarray", s->where,
                          "'%s' is a coarray, and distributed: each image has a part of it; use "
                          "'gmove', or another array that is not aligned",
                          v->name);
    diag_note(d, v->align->where, "aligned here");
    return NULL;
}

static const expr *image_number(lowering *lo, gather *g, const syntax *s)
{
    const expr *image = value_integer(lo, s->child[1], false);
    if (image)
        return image;
    diag_report(lo->ctx->diags, DIAG_WARNING, "coarray", s->child[1]->where,
                "which image this is depends on what is known only at run time; the next one is "
                "taken");
    lower_unknown_cost(lo, g, s->child[1]->where, "which image is meant is not known");
    return NULL;
}

static void add_transfer(lowering *lo, node_list *out, gather *g, node_kind kind, const syntax *s,
                         const expr *elements, bool is_packed)
{
    const variable *v = coarray_of(lo, s);
    if (!v)
        return;
    reduction *item = ARENA_NEW(lo->ctx->arena, reduction);
    *item = (reduction){.var = v, .elements = elements, .where = s->where};
    node *n = node_new(lo->ctx, kind, s->where);
    n->u.xmp_comm = (xmp_comm_node){.count = 1,
                                    .items = item,
                                    .image = image_number(lo, g, s),
                                    .grid = value_all_nodes(lo),
                                    .is_packed = is_packed};
    node_append(&out->head, &out->tail, n);
}

static void read_indices(lowering *lo, gather *g, const syntax *s)
{
    place p = access_path_of(lo, s->child[0]);
    lower_index_ops(lo, g, &p);
    lower_value(lo, g, s->child[1]);
}

static bool check_element(lowering *lo, const syntax *s)
{
    if (!s->type || s->type->kind != TYPE_ARRAY)
        return true;
    diag_report(lo->ctx->diags, DIAG_ERROR, "coarray", s->where,
                "this is an array; say which elements of it, as in 'a[0:8]:[1]' or 'a[:]:[1]'");
    return false;
}

void lower_image_value(lowering *lo, gather *g, const syntax *s)
{
    if (!check_element(lo, s))
        return;
    read_indices(lo, g, s);
    add_transfer(lo, g->before, g, NODE_GET, s, expr_int(lo->pool, 1), false);
    lower_count(g, OP_LOAD, 1);
}

/* --- Assignments ---------------------------------------------------------- */

bool lower_is_image_copy(const syntax *s)
{
    return s->kind == SYNTAX_ASSIGN &&
           (s->child[0]->kind == SYNTAX_IMAGE ||
            (syntax_has(s, SYNTAX_IMAGE) && syntax_has(s, SYNTAX_SECTION)));
}

/* One side of a copy. */
typedef struct side {
    const syntax *object; /* without its image */
    const syntax *image;  /* the whole, where it is on another; or null */
    section_bounds of[MAX_RANK];
    int rank;             /* 0: one element, or a value */
    const expr *elements; /* of the sections; null: not known */
    bool is_apart;        /* they are apart in memory */
} side;

/* Is it one run of memory: a section of the last subscript, by one? */
static bool is_one_run(const side *a)
{
    int64_t step;
    return a->rank == 0 || (a->rank == 1 && a->object->kind == SYNTAX_SUBSCRIPT &&
                            a->object->child[1]->kind == SYNTAX_SECTION && a->of[0].step &&
                            expr_is_int(a->of[0].step, &step) && step == 1);
}

static side side_of(lowering *lo, const syntax *s)
{
    bool is_image = s->kind == SYNTAX_IMAGE;
    side a = {.object = is_image ? s->child[0] : s, .image = is_image ? s : NULL};
    a.rank = lower_sections_of(lo, a.object, a.of);
    a.elements = expr_int(lo->pool, 1);
    for (int k = 0; k < a.rank && a.elements; k++)
        a.elements = a.of[k].length ? expr_mul(lo->pool, a.elements, a.of[k].length) : NULL;
    a.is_apart = !is_one_run(&a);
    return a;
}

/* Is it what can be copied as it is: sections of one variable, or a value without any? */
static bool check_side(lowering *lo, const side *a)
{
    if (a->rank
            ? a->object->kind == SYNTAX_SUBSCRIPT
            : !syntax_has(a->object, SYNTAX_SECTION) && (!a->image || check_element(lo, a->image)))
        return true;
    if (syntax_has(a->object, SYNTAX_SECTION))
        diag_report(lo->ctx->diags, DIAG_ERROR, "coarray", a->object->where,
                    "a section is copied to or from another image as it is; compute it into an "
                    "array first");
    return false;
}

static bool check_counts(lowering *lo, const side *left, const side *right)
{
    int64_t a, b;
    if (right->rank && !left->rank) {
        diag_report(lo->ctx->diags, DIAG_ERROR, "section", left->object->where,
                    "one element is assigned, but the right side has a section, which stands for "
                    "many; give the left side a section too");
        return false;
    }
    if (!right->rank || !left->elements || !right->elements || !expr_known(left->elements, &a) ||
        !expr_known(right->elements, &b) || a == b)
        return true;
    diag *d = diag_report(lo->ctx->diags, DIAG_ERROR, "conformance", right->object->where,
                          "this section has %lld element%s, but the one that it is assigned to has "
                          "%lld",
                          (long long)b, b == 1 ? "" : "s", (long long)a);
    diag_note(d, left->object->where, "that one is here; they must have as many");
    return false;
}

static const reference *all_of(lowering *lo, const side *a, const char *what)
{
    const variable *v = variable_of(lo, a->object);
    if (!v || !v->rank)
        return NULL;
    if (v->align) {
        diag_report(lo->ctx->diags, DIAG_ERROR, "coarray", a->object->where,
                    "'%s' is distributed, and %s: copy it by a loop, with an array that is not",
                    v->name, what);
        return NULL;
    }
    reference *r = ARENA_NEW(lo->ctx->arena, reference);
    *r = (reference){.var = v, .where = a->object->where};
    for (int k = 0; k < v->rank; k++)
        r->sub[k].kind = SUBSCRIPT_WHOLE;
    return r;
}

/* What is computed and stored on this side. */
static void lower_local(lowering *lo, node_list *out, const syntax *s, const side *left,
                        const side *right, gather *g)
{
    const reference *write = NULL;
    if (right->rank && !right->image) {
        const reference *r = all_of(lo, right, "goes to another image");
        if (r)
            VEC_PUSH(lo->ctx->arena, &g->reads, r);
    } else if (!right->image) {
        lower_value(lo, g, right->object);
    }
    lower_count(g, OP_STORE, 1);
    if (!left->image)
        write = all_of(lo, left, "gets what another image has");
    node *n = lower_reading(lo, out, g, s->where);
    n->u.stmt.write = write;
}

void lower_image_copy(lowering *lo, node_list *out, const syntax *s)
{
    if (s->op != OPERATOR_NONE) {
        diag_report(lo->ctx->diags, DIAG_ERROR, "coarray", s->where,
                    "another image may change this between what is read and what is written; get "
                    "it, compute, and put it back");
        return;
    }
    side left = side_of(lo, s->child[0]), right = side_of(lo, s->child[1]);
    if (!check_side(lo, &left) || !check_side(lo, &right) || !check_counts(lo, &left, &right))
        return;
    gather g = {.before = out};
    const expr *elements = left.elements ? left.elements : right.elements;
    elements = elements ? elements : lower_trip_param(lo, s->where);
    bool is_packed = left.is_apart || right.is_apart;
    for (int i = 0; i < 2; i++)
        if (s->child[i]->kind == SYNTAX_IMAGE && !left.rank)
            read_indices(lo, &g, s->child[i]);
    if (right.image)
        add_transfer(lo, out, &g, NODE_GET, right.image,
                     right.rank ? elements : expr_int(lo->pool, 1), right.is_apart);
    lower_local(lo, out, s, &left, &right, &g);
    gather after = {.before = out};
    if (left.image)
        add_transfer(lo, out, &after, NODE_PUT, left.image, elements, is_packed);
    if (after.unknowns)
        lower_reading(lo, out, &after, s->where);
}

/* --- Synchronisation ------------------------------------------------------- */

static void add_comm(gather *g, lowering *lo, const syntax *call, node_kind kind,
                     const on_clause *on)
{
    node *n = node_new(lo->ctx, kind, call->where);
    n->u.xmp_comm.is_called = true;
    n->u.xmp_comm.on_explicit = on;
    n->u.xmp_comm.tag = on ? expr_int(lo->pool, SYNC_TAG) : NULL;
    node_append(&g->before->head, &g->before->tail, n);
}

/* The processor of an image. */
static const on_clause *image_clause(lowering *lo, const expr *image, source_range where)
{
    const proc_grid *all = value_all_nodes(lo);
    if (!image || !all)
        return NULL;
    on_clause *on = ARENA_NEW(lo->ctx->arena, on_clause);
    *on = (on_clause){.nodes = all, .where = where};
    for (int k = all->rank; k-- > 0;) {
        const expr *extent = expr_extent(lo->pool, all, k);
        on->index[k] = k ? expr_mod(lo->pool, image, extent) : image;
        image = expr_floor_div(lo->pool, image, extent);
    }
    return on;
}

/* Element k of a list that has a name, as an expression; null: it has none. */
static const syntax *listed_image(lowering *lo, const syntax *list, int k)
{
    const decl *d = list->kind == SYNTAX_NAME ? list->decl : NULL;
    if (!d || d->rank != 1 || !d->element || d->element->kind != TYPE_INT)
        return NULL;
    syntax *element = syntax_new_at(lo->ctx, list, SYNTAX_SUBSCRIPT, 2);
    element->type = d->element;
    element->child[0] = (syntax *)list;
    element->child[1] = syntax_number_at(lo->ctx, list, d->element, k);
    return element;
}

/* xmp_sync_images(count, list, status): posts to all of the list, and waits for each. */
static bool sync_images(lowering *lo, gather *g, const syntax *call)
{
    enum { MOST = 64 }; /* posts that are listed one by one */
    int64_t count;
    const expr *length = call->child_count > 2 ? value_integer(lo, call->child[1], false) : NULL;
    const on_clause *on[MOST];
    if (!length || !expr_known(length, &count) || count < 0 || count > MOST)
        return false;
    for (int k = 0; k < count; k++) {
        const syntax *image = listed_image(lo, syntax_without_casts(call->child[2]), k);
        on[k] = image ? image_clause(lo, value_integer(lo, image, false), image->where) : NULL;
        if (!on[k])
            return false;
    }
    for (int k = 0; k < count; k++)
        add_comm(g, lo, call, NODE_POST, on[k]);
    for (int k = 0; k < count; k++)
        add_comm(g, lo, call, NODE_WAIT_POST, on[k]);
    return true;
}

bool lower_image_sync(lowering *lo, gather *g, const syntax *call, const char *name)
{
    if (strcmp(name, "xmp_sync_memory") == 0)
        return true;
    if (strcmp(name, "xmp_sync_all") == 0 || strcmp(name, "xmp_sync_images_all") == 0) {
        add_comm(g, lo, call, NODE_BARRIER, NULL);
        return true;
    }
    if (strcmp(name, "xmp_sync_images") == 0)
        return sync_images(lo, g, call);
    if (strcmp(name, "xmp_sync_image") != 0 || call->child_count < 2)
        return false;
    const on_clause *on =
        image_clause(lo, value_integer(lo, call->child[1], false), call->child[1]->where);
    if (!on)
        return false;
    add_comm(g, lo, call, NODE_POST, on);
    add_comm(g, lo, call, NODE_WAIT_POST, on);
    return true;
}
