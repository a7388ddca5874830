#include "sysmodels/file/file.h"

/* Prints `text` inside a DOT string. */
static void escaped(const char *text, FILE *out)
{
    for (; *text; ++text) {
        if (*text == '"' || *text == '\\')
            fputc('\\', out);
        fputc((unsigned char)*text < ' ' ? ' ' : *text, out);
    }
}

/* The four components of a unit, as figure 3 of Parashar and Hariri 1996 draws them; a void one
 * is a dash. */
static void label(const sag_unit *unit, FILE *out)
{
    const sag_processing *p = unit->processing;
    const sag_memory *m = unit->memory;
    const sag_communication *c = unit->communication;

    escaped(unit->name, out);
    fputs("\\n", out);
    escaped(unit->title, out);
    fputs("\\nP: ", out);
    if (unit->child_count)
        fprintf(out, "compound%s", p ? ", " : "");
    if (p)
        fprintf(out, "%.6g MHz", p->clock.value / 1e6);
    if (!p && !unit->child_count)
        fputs("–", out);
    fputs("\\nM: ", out);
    if (m)
        fprintf(out, "%.6g MiB, %d cache%s", m->size.value / 1048576, m->cache_count,
                m->cache_count == 1 ? "" : "s");
    else
        fputs("–", out);
    fputs("\\nC/S: ", out);
    if (c)
        fprintf(out, "%s, %d message piece%s", topology_name(c->topology), c->piece_count,
                c->piece_count == 1 ? "" : "s");
    else
        fputs("–", out);
    fprintf(out, "\\nI/O: %s", unit->io ? "yes" : "–");
}

static void dot_unit(const sag *machine, const sag_unit *unit, FILE *out)
{
    fputs("  \"", out);
    escaped(unit->name, out);
    fputs("\" [label=\"", out);
    label(unit, out);
    fprintf(out, "\"%s];\n", unit == machine->node ? ", style=bold" : "");
    for (int i = 0; i < unit->child_count; ++i) {
        dot_unit(machine, unit->children[i], out);
        fputs("  \"", out);
        escaped(unit->name, out);
        fputs("\" -> \"", out);
        escaped(unit->children[i]->name, out);
        fputs("\";\n", out);
    }
}

void sag_print_dot(const sag *machine, FILE *out)
{
    fputs("digraph \"", out);
    escaped(machine->name, out);
    fputs("\" {\n  node [shape=box];\n", out);
    dot_unit(machine, machine->root, out);
    fputs("}\n", out);
}
