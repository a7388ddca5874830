/* Communications, as calls of the run-time library. */

#include <string.h>

#include "codegen/communication/communication.h"
#include "codegen/data/descriptors.h"
#include "codegen/data/halo.h"
#include "codegen/data/struct_member.h"
#include "codegen/text/emitter.h"
#include "codegen/text/expression.h"
#include "codegen/text/names.h"
#include "codegen/text/work.h"

static bool is_collective(const emitter *e, const communication *c)
{
    return (c->kind == COMM_BROADCAST && e->options->broadcast.all != CODEGEN_DIRECT) ||
           (c->kind == COMM_ALLGATHER && e->options->gather.all != CODEGEN_DIRECT);
}

const char *emit_pattern(const emitter *e, const communication *c, bool is_product)
{
    if (is_collective(e, c) && (!is_product || emit_is_same_for_all(c)))
        return c->kind == COMM_BROADCAST ? "FPR_BROADCAST" : "FPR_GATHER";
    return e->options->is_sendrecv ? "FPR_SENDRECV"
           : e->options->is_phased ? "FPR_PHASED"
                                   : "FPR_WAIT_POST";
}

static bool is_replicated(const communication *c)
{
    for (int k = 0; c->source.grid && k < c->source.grid->rank; k++)
        if (c->source.axis[k].source == AXIS_REPLICATED)
            return true;
    return !c->source.grid;
}

/* What the library knows of the place. Where the program is counted, also which messages
 * are copied to and from buffers: those of elements that are apart in memory. */
static void emit_site(emitter *e, const communication *c, bool is_product, const char *indent)
{
    const char *fields = "";
    unsigned copied = 0;
    for (int k = 0; c->source.grid && k < c->source.grid->rank; k++)
        copied |= k != c->contiguous_axis || e->options->packs_all ? 1u << k : 0;
    if (emit_counts(e) && copied)
        fields = arena_printf(e->ctx->arena, ".copied = %u%s", copied,
                              c->is_assigned_on ? ", .is_left = true" : "");
    if (is_product && e->options->calls_all_to_all && comm_is_all_to_all(c))
        fields =
            arena_printf(e->ctx->arena, "%s%s.is_all_to_all = true", fields, *fields ? ", " : "");
    if (!is_product && is_collective(e, c))
        fields =
            arena_printf(e->ctx->arena, "%s%s.is_together = true", fields, *fields ? ", " : "");
    bool is_apart = false;
    for (int i = 0; i < e->fetches_apart.count; i++)
        is_apart |= e->fetches_apart.data[i] == c;
    if (is_apart)
        fields = arena_printf(e->ctx->arena, "%s%s.is_apart = true", fields, *fields ? ", " : "");
    const char *access = emit_access(e, c);
    if (access)
        fields =
            arena_printf(e->ctx->arena, "%s%s.access = %s", fields, *fields ? ", " : "", access);
    fprintf(e->out,
            *fields ? "%s    static fpr_site site = {%s};\n" : "%s    static fpr_site site;\n",
            indent, fields);
}

/* --- Redistribution -------------------------------------------------------------------------- */

bool emit_redistribution(emitter *e, const node *comm, const node *nest, const char *indent)
{
    if (!emit_is_redistribution(comm, nest))
        return false;
    const communication *c = comm->u.comm;
    while (nest->kind == NODE_LOOP)
        nest = nest->u.loop.body;
    const array_info *from = emit_array(e, c->var), *to = emit_array(e, nest->u.stmt.write->var);
    if (!from || !to)
        return false;
    e->has_inserted = true;
    fprintf(e->out, "/* %s */\n%s{\n", c->reason, indent);
    emit_site(e, c, true, indent);
    fprintf(e->out, "%s    fpr_redistribute(&site, &%s, &%s);\n%s}", indent, to->name, from->name,
            indent);
    return true;
}

/* --- Calls -------------------------------------------------------------------------------- */

static bool is_all_products(emitter *e, const communication *c)
{
    bool is = true, hands_on = false;
    for (int i = 0; i < c->need_count; i++) {
        is = is && emit_is_product(e, &c->needs[i]);
        for (int k = 0; k < MAX_RANK; k++)
            hands_on |= c->needs[i].carried[k];
    }
    if (!is && hands_on)
        emit_refuse(e, c->where,
                    "which elements of a shadow are passed on from neighbour to neighbour depends "
                    "on several loops: move the 'reflect' out of them");
    return is;
}

/* Where several write the same, and it has several copies, it is known which of them sends to which
 * copy if the array's own processors execute it. */
static bool is_on_own_grid(const communication *c)
{
    for (int i = 0; i < c->need_count; i++)
        for (int k = 0; c->needs[i].at.grid && k < c->needs[i].at.grid->rank; k++)
            if (c->needs[i].at.axis[k].is_restricted &&
                c->needs[i].at.axis[k].map.grid != c->source.grid)
                return false;
    return true;
}

/* Whole elements are written back: of structures, members too that nobody here has. */
static bool writes_back_members(emitter *e, const communication *c)
{
    for (int i = 0; i < c->need_count && c->is_write_back; i++) {
        const reference *r = c->needs[i].ref;
        if (!r->member_bytes || r->member_bytes >= c->var->elem_bytes)
            continue;
        emit_refuse(e, r->where,
                    "this assigns one member of elements of '%s' that other processors may own, "
                    "and whole elements are sent: let their owners assign it, or make the member "
                    "an array of its own",
                    c->var->name);
        return true;
    }
    return false;
}

static bool can_say_homes(emitter *e, const communication *c)
{
    if (c->is_write_back && !is_on_own_grid(c)) {
        emit_refuse(e, c->where,
                    "'%s' is written by processors of another arrangement than its own: execute "
                    "this on the arrangement that it is distributed onto",
                    c->var->name);
        return false;
    }
    for (int i = 0; i < c->need_count; i++)
        for (int k = 0; c->needs[i].at.grid && k < c->needs[i].at.grid->rank; k++)
            if (c->needs[i].at.axis[k].is_restricted && c->needs[i].at.axis[k].last) {
                emit_refuse(e, c->where,
                            "the owners of several elements execute this, and it needs "
                            "communication: name one element in 'on', or all");
                return false;
            }
    return true;
}

static void emit_moving(emitter *e, const communication *c, const char *indent)
{
    const array_info *a = emit_array(e, c->var);
    if (!a) {
        emit_refuse(
            e, c->where,
            "elements of '%s' are communicated here, and it is not distributed: distribute it",
            c->var->name);
        return;
    }
    if (c->ring) {
        emit_reflect(e, c, a, indent);
        return;
    }
    if (!can_say_homes(e, c) || writes_back_members(e, c))
        return;
    emit_warn_of_order(e, c);
    bool is_sum = c->is_write_back && c->op != REDUCE_NONE;
    fprintf(e->out, "/* %s */\n%s{\n", c->reason, indent);
    bool is_product = is_all_products(e, c);
    emit_site(e, c, is_product, indent);
    if (!is_product) {
        if (c->is_write_back && is_replicated(c))
            emit_refuse(e, c->where,
                        "a replicated array is written here for other processors, and which "
                        "elements depends on several loops: have all processors execute this");
        emit_element_wise(e, c, a, indent);
    } else if (is_sum) {
        fprintf(e->out, "%s    fpr_accumulate_end(&site, &%s, %s, %s, ", indent, a->name,
                emit_type_name(c->var), emit_op_name(c->op));
        emit_needs(e, c, indent);
    } else if (c->is_write_back) {
        fprintf(e->out, "%s    %s(&site, &%s, ", indent,
                comm_is_partial(c) ? "fpr_write_back_marked" : "fpr_write_back", a->name);
        emit_needs(e, c, indent);
    } else {
        const char *pattern = emit_pattern(e, c, true);
        /* After a gmove's stand the copies, which read what it fetches. */
        bool is_started = c->async && !c->move && strcmp(pattern, "FPR_WAIT_POST") == 0;
        fprintf(e->out, "%s    %s(&site, &%s, ", indent,
                is_started ? "fpr_fetch_begin" : "fpr_fetch", a->name);
        if (is_started)
            emit_expr(e, c->async);
        else
            fputs(pattern, e->out);
        fputs(", ", e->out);
        emit_needs(e, c, indent);
    }
    fprintf(e->out, "%s}", indent);
}

static void open_sums(emitter *e, const communication *c, const array_info *a, const char *indent)
{
    bool is_bits = c->op == REDUCE_AND || c->op == REDUCE_OR || c->op == REDUCE_XOR;
    if (!emit_type_name(c->var) || (is_bits && c->var->kind != ELEM_INT))
        emit_refuse(e, c->where,
                    "elements of '%s' on other processors are combined here, and MPI has no such "
                    "type: make it an array of 'int', 'long' or 'double'",
                    c->var->name);
    fprintf(e->out, "fpr_accumulate_begin(&%s, %s, %s);\n%s", a->name, emit_type_name(c->var),
            emit_op_name(c->op), indent);
}

void emit_comm_prologue(emitter *e, const communication *c, const char *indent)
{
    const array_info *a = emit_array(e, c->var);
    if (c->is_write_back && (!a || (is_replicated(c) && c->op != REDUCE_NONE))) {
        emit_refuse(e, c->where,
                    "each processor of several has '%s', and only some compute it here: distribute "
                    "it, or let all processors execute this",
                    c->var->name);
    } else if (c->is_write_back && c->op != REDUCE_NONE) {
        open_sums(e, c, a, indent);
    } else if (c->is_write_back) {
        if (comm_is_partial(c))
            fprintf(e->out, "fpr_marks_begin(&%s);\n%s", a->name, indent);
    } else {
        emit_combine_prologue(e, c, indent);
    }
    e->has_inserted = true;
}

/* Processors, by what they own: {&axis, {-1, 0, cell}}, … */
static void emit_whom(emitter *e, const home *at)
{
    int count = 0;
    for (int k = 0; at->grid && k < at->grid->rank; k++)
        count += at->axis[k].is_restricted;
    fprintf(e->out, "%d, ", count);
    fputs(count ? "(fpr_place[]){" : "NULL", e->out);
    for (int k = 0, shown = 0; at->grid && k < at->grid->rank; k++) {
        const home_axis *h = &at->axis[k];
        if (!h->is_restricted)
            continue;
        fprintf(e->out, "%s{&%s, ", shown++ ? ", " : "", emit_axis(e, &h->map));
        emit_expr(e, emit_home_cell(e, h));
        fputs("}", e->out);
    }
    fputs(count ? "}" : "", e->out);
}

static bool names_several(const home *at)
{
    for (int k = 0; at->grid && k < at->grid->rank; k++)
        if (at->axis[k].last)
            return true;
    return false;
}

/* Do all processors of the arrangement take part together? */
static bool is_of_whole(const communication *c)
{
    for (int k = 0; k < c->group.grid->rank; k++)
        if (!c->along[k] || c->group.axis[k].is_restricted)
            return false;
    return true;
}

/* What the function at hand calls an array that it is passed. */
static const char *name_here(emitter *e, const variable *v)
{
    const call_node *call = e->at ? e->at->call : NULL;
    const function *f = e->at ? e->at->function : NULL;
    for (int i = 0; call && i < call->argument_count && i < f->formal_count; i++)
        if (call->arguments[i].array == v && f->formals[i])
            return f->formals[i]->name;
    return emit_array(e, v) ? v->name : emit_source_name(e, v);
}

void emit_address(emitter *e, const communication *c)
{
    const char *name = name_here(e, c->var);
    if (!c->first) {
        fprintf(e->out, "%s%s", c->var->rank ? "" : "&", name);
        return;
    }
    fprintf(e->out, "(%s *)%s + ", c->var->type, name);
    emit_operand(e, c->first);
}

/* bcast: the whole of a variable that all have, or a part. One that only starts here is all done
 * here. */
static void emit_xmp_broadcast(emitter *e, const communication *c, const char *indent)
{
    const variable *v = c->var;
    if (emit_is_of_copies(e, c) && !names_several(&c->from)) {
        fprintf(e->out, "/* %s */\n%sfpr_send_copies(&%s, ", c->reason, indent,
                emit_array(e, v)->name);
        emit_some(e, &c->group, emit_axes_along(c));
        fputs(", ", e->out);
        emit_whom(e, &c->from);
        fputs(");", e->out);
        return;
    }
    const expr *count = expr_int(e->planned->program->pool, 1);
    bool is_of_all = is_of_whole(c), is_part = c->first != NULL;
    for (int d = 0; d < v->rank; d++)
        count = v->extent[d] ? expr_mul(e->planned->program->pool, count, v->extent[d]) : NULL;
    if (emit_array(e, v) || (!is_part && (!count || count != c->elements)) || !v->type ||
        names_several(&c->from)) {
        emit_refuse(e, c->where,
                    "this broadcast of '%s' is not supported: broadcast all of a variable that is "
                    "not distributed, or a run of its elements, from one processor",
                    v->name);
        return;
    }
    e->connects |= !is_of_all;
    fprintf(e->out, "/* %s */\n%s%s(", c->reason, indent,
            is_of_all ? "fpr_send_to_all" : "fpr_send_to_some");
    emit_address(e, c);
    fputs(", (", e->out);
    emit_expr(e, is_part ? c->elements : count);
    fprintf(e->out, ") * sizeof(%s), ", v->type);
    if (is_of_all)
        fprintf(e->out, "&%s", emit_grid_name(e, c->group.grid));
    else
        emit_some(e, &c->group, emit_axes_along(c));
    fputs(", ", e->out);
    emit_whom(e, &c->from);
    fputs(");", e->out);
}

static void emit_post(emitter *e, const communication *c)
{
    if (names_several(&c->group) || (c->kind == COMM_POST && !c->group.grid))
        emit_refuse(e, c->where,
                    "this '%s' names several processors: name one, by an index in each dimension",
                    comm_kind_name(c->kind));
    fputs(c->kind == COMM_POST ? "fpr_signal(" : "fpr_await(", e->out);
    if (c->group.grid)
        fprintf(e->out, "&%s, ", emit_grid_name(e, c->group.grid));
    else
        fputs("NULL, ", e->out);
    emit_whom(e, &c->group);
    fputs(", ", e->out);
    if (c->tag)
        emit_expr(e, c->tag);
    else
        fputs("-1", e->out);
    fputs(");", e->out);
}

static void emit_barrier(emitter *e, const communication *c)
{
    const proc_grid *g = c->group.grid ? c->group.grid : e->planned->layout->linear;
    if (!c->group.grid || is_of_whole(c)) {
        fprintf(e->out, "fpr_barrier(&%s);", emit_grid_name(e, g));
        return;
    }
    fputs("fpr_barrier_of(", e->out);
    emit_some(e, &c->group, emit_axes_along(c));
    fputs(");", e->out);
}

void emit_comm(emitter *e, const communication *c, const char *indent)
{
    if (c->is_called || c->kind == COMM_PUT || c->kind == COMM_GET)
        return; /* the text has a call for it */
    e->has_inserted = true;
    switch (c->kind) {
    case COMM_BROADCAST:
        if (c->is_explicit && c->need_count == 0) {
            emit_xmp_broadcast(e, c, indent);
            return;
        }
        emit_moving(e, c, indent);
        return;
    case COMM_SHIFT:
    case COMM_GATHER:
    case COMM_ALLGATHER:
    case COMM_TRANSPOSE:
    case COMM_REDISTRIBUTE:
    case COMM_ELEMENT:
    case COMM_WRITE_BACK:
    case COMM_IRREGULAR:
        emit_moving(e, c, indent);
        return;
    case COMM_REDUCE:
        emit_combine(e, c, indent);
        return;
    case COMM_BARRIER:
        emit_barrier(e, c);
        return;
    case COMM_WAIT:
        fputs("fpr_wait(", e->out);
        emit_expr(e, c->async);
        fputs(");", e->out);
        return;
    case COMM_POST:
    case COMM_WAIT_POST:
        emit_post(e, c);
        return;
    case COMM_PUT:
    case COMM_GET:
        return;
    }
}
