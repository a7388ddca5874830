/* Reflects of arrays that go round. */

#include "codegen/communication/communication.h"
#include "codegen/text/expression.h"

static bool is_divided_in_blocks(const communication *c, int d)
{
    for (int k = 0; k < c->source.grid->rank; k++)
        if (c->source.axis[k].source == AXIS_BY_DIM && c->source.axis[k].dim == d)
            return c->source.axis[k].kind != DIST_CYCLIC;
    return false;
}

static void emit_halo(emitter *e, const shadow_ring *ring, int d)
{
    fputs("{", e->out);
    emit_expr(e, ring->below[d]);
    fputs(", ", e->out);
    emit_expr(e, ring->above[d]);
    fprintf(e->out, ring->is_round[d] ? ", true}" : "}");
}

/* The call for the dimension that is fetched as number `at`: what was fetched before goes along. */
static void emit_reflect_of(emitter *e, const communication *c, const array_info *a, int at,
                            const char *indent)
{
    const shadow_ring *ring = c->ring;
    const char *access = emit_access(e, c);
    fprintf(e->out, "%s    {\n", indent);
    fprintf(e->out, "%s        static fpr_site site%s%s%s;\n%s        ", indent,
            access ? " = {.access = " : "", access ? access : "", access ? "}" : "", indent);
    if (ring->is_reverse)
        fprintf(e->out, "fpr_reflect_back(&site, &%s, %s, ", a->name, emit_type_name(c->var));
    else
        fprintf(e->out, "fpr_reflect(&site, &%s, ", a->name);
    fprintf(e->out, "%d, (fpr_halo[]){", ring->dim[at]);
    for (int d = 0; d < c->var->rank; d++) {
        bool goes_along = ring->is_earlier[d];
        for (int i = 0; i < at && !ring->is_orthogonal; i++)
            goes_along |= ring->dim[i] == d;
        fputs(d ? ", " : "", e->out);
        if (d == ring->dim[at] || goes_along)
            emit_halo(e, ring, d);
        else
            fputs("{0, 0}", e->out);
    }
    fprintf(e->out, "});\n%s    }\n", indent);
}

/* What a reflect fetches from the other end of an array has a place of its own, beyond this end. */
void emit_reflect(emitter *e, const communication *c, const array_info *a, const char *indent)
{
    const shadow_ring *ring = c->ring;
    for (int i = 0; i < ring->count; i++)
        if (!is_divided_in_blocks(c, ring->dim[i])) {
            emit_refuse(e, c->where,
                        "a reflect of '%s' with '/periodic/' is not supported in dimension %d, "
                        "which is distributed in cycles: distribute it in blocks",
                        c->var->name, ring->dim[i] + 1);
            return;
        }
    if (ring->is_reverse && ring->count > 1 && !ring->is_orthogonal) {
        emit_refuse(e, c->where,
                    "whether a corner of '%s' that goes round is added more than once is not the "
                    "same everywhere: write a 'reduce_shadow' for each dimension",
                    c->var->name);
        return;
    }
    if (ring->is_reverse && !emit_type_name(c->var)) {
        emit_refuse(e, c->where,
                    "elements of '%s' on other processors are added here, and MPI has no such "
                    "type: make it an array of 'int', 'long' or 'double'",
                    c->var->name);
        return;
    }
    fprintf(e->out, "/* %s */\n%s{\n", c->reason, indent);
    for (int i = 0; i < ring->count; i++)
        emit_reflect_of(e, c, a, ring->is_reverse ? ring->count - 1 - i : i, indent);
    fprintf(e->out, "%s}", indent);
}
