#include <math.h>

#include "aag/aag_internal.h"

/* Graphviz: compound units are clusters, control flow runs down between
 * siblings, and the edges of the synchronised graph are dashed. */

static void write_label(FILE *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', out);
        fputc(*text, out);
    }
}

/* Of a node they stand behind its title, of a cluster one after the other: `between` says so. */
static void write_attributes(const aag_dumper *d, const aag_unit *u, const char *between)
{
    for (int k = 0; k < d->count; k++)
        if (!isnan(d->attributes[k].values[u->id]))
            fprintf(d->out, "%s%s=\"%.9g\"", between, d->attributes[k].name,
                    d->attributes[k].values[u->id]);
}

static void write_title(const aag_dumper *d, const aag_unit *u)
{
    FILE *out = d->out;
    fputs("label=\"", out);
    write_label(out, aag_class_name(u->cls));
    if (u->where.line)
        fprintf(out, " · line %d", u->where.line);
    const char *text = aag_unit_text(d->ctx, u);
    if (*text)
        fputs("\\n", out);
    write_label(out, text);
    fputc('"', out);
}

/* Edges that touch a compound unit end at the small node that stands for it. */
static void write_list(const aag_dumper *d, const aag_unit *list)
{
    FILE *out = d->out;
    for (const aag_unit *u = list; u; u = u->next) {
        if (aag_is_compound(u->cls)) {
            fprintf(out, "subgraph cluster_%d {\n", u->id);
            write_title(d, u);
            write_attributes(d, u, ";\n");
            fprintf(out, ";\nu%d [shape=point];\n", u->id);
            write_list(d, u->child);
            write_list(d, u->other);
            fputs("}\n", out);
            if (u->child)
                fprintf(out, "u%d -> u%d;\n", u->id, u->child->id);
            if (u->other)
                fprintf(out, "u%d -> u%d [label=\"else\"];\n", u->id, u->other->id);
        } else {
            fprintf(out, "u%d [", u->id);
            write_title(d, u);
            write_attributes(d, u, ", ");
            fprintf(out, "%s];\n", aag_is_exchange(u->cls) ? ", style=rounded" : "");
        }
        if (u->next)
            fprintf(out, "u%d -> u%d;\n", u->id, u->next->id);
    }
}

void aag_dump_dot(const aag_dumper *d, const aag_graph *g, bool with_edges)
{
    FILE *out = d->out;
    fputs("digraph aag {\nnode [shape=box];\ncompound=true;\n", out);
    write_list(d, g->root);
    for (int i = 0; with_edges && i < g->edge_count; i++) {
        const aag_edge *e = &g->edges[i];
        fprintf(out, "u%d -> u%d [style=dashed, constraint=false, label=\"%s\"];\n", e->from->id,
                e->to->id, comm_kind_name(e->comm->kind));
    }
    fputs("}\n", out);
}
