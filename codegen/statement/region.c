/* Regions, in the program as calls (runtime/fpr_region.c). What is received for a statement is part
 * of its region, as it is in the prediction, unless it is the first of a block: that receives it.
 */

#include "codegen/statement/region.h"
#include "codegen/statement/function.h"
#include "codegen/text/edit.h"
#include "codegen/text/names.h"
#include "codegen/text/span.h"

static bool is_in_file(const source_region *r, const source_file *file)
{
    return r->where.file == file;
}

/* Does it go on elsewhere than behind the statement, `o` being in a loop, or in a switch, of it? */
static bool leaves(const outline *o, bool is_in_loop, bool is_in_switch)
{
    switch (o->kind) {
    case OUTLINE_RETURN:
        return true;
    case OUTLINE_SIMPLE:
        return o->jump && !(o->jump == JUMP_CONTINUE && is_in_loop) &&
               !(o->jump == JUMP_BREAK && (is_in_loop || is_in_switch));
    case OUTLINE_FOR:
    case OUTLINE_COPIES:
    case OUTLINE_WHILE:
    case OUTLINE_DO:
        is_in_loop = true;
        break;
    case OUTLINE_SWITCH:
        is_in_switch = true;
        break;
    case OUTLINE_DECLARATION:
    case OUTLINE_BLOCK:
    case OUTLINE_IF:
    case OUTLINE_CASE:
    case OUTLINE_OTHER:
        break;
    }
    for (int i = 0; i < o->child_count; i++)
        if (leaves(o->child[i], is_in_loop, is_in_switch))
            return true;
    return false;
}

/* Is the statement, with the directives before it, the region? */
static bool is_region(const outline *o, const source_region *r)
{
    return r->extent.file == o->where.file && emit_begin(r->extent) <= emit_begin(o->where) &&
           (emit_end(r->extent) == emit_end(o->where) || emit_end(r->extent) == emit_end_of(o));
}

static bool has(const region_list *list, const source_region *r)
{
    for (int i = 0; i < list->count; i++)
        if (list->data[i] == r)
            return true;
    return false;
}

/* Does the statement begin the region, and go on behind its end? */
static bool begins(const emitter *e, const outline *o, const source_region *r)
{
    return is_in_file(r, o->where.file) && !has(&e->regions, r) && is_region(o, r) &&
           !leaves(o, false, false);
}

bool emit_is_region(const emitter *e, const outline *o)
{
    const program *p = e->planned->program;
    for (int i = 0; i < p->region_count; i++)
        if (begins(e, o, p->regions[i]))
            return true;
    return false;
}

static void write_quoted(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text; text++)
        fprintf(out, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
    fputc('"', out);
}

int emit_regions_begin(emitter *e, const outline *o, const char *indent)
{
    const program *p = e->planned->program;
    int count = 0;
    for (int i = 0; i < p->region_count; i++) {
        const source_region *r = p->regions[i];
        if (!begins(e, o, r))
            continue;
        fprintf(e->out, "fpr_region_begin(\"%s\", ", r->name);
        write_quoted(e->out, emit_file_name(r->where.file));
        fprintf(e->out, ", %d);\n%s", r->where.line, indent);
        VEC_PUSH(e->ctx->arena, &e->regions, r);
        if (!has(&e->marked, r))
            VEC_PUSH(e->ctx->arena, &e->marked, r);
        count++;
    }
    e->has_inserted |= count > 0;
    return count;
}

void emit_regions_end(emitter *e, int count, const char *indent)
{
    for (; count > 0; count--) {
        fprintf(e->out, "\n%sfpr_region_end();", indent);
        e->regions.count--;
    }
}

/* The outermost statement that is the region; or null. */
static const outline *find_region(const outline *o, const source_region *r)
{
    if (is_region(o, r))
        return o;
    for (int i = 0; i < o->child_count; i++) {
        const outline *found = find_region(o->child[i], r);
        if (found)
            return found;
    }
    return NULL;
}

void emit_check_regions(emitter *e)
{
    const program *p = e->planned->program;
    for (int i = 0; i < p->region_count; i++) {
        const source_region *r = p->regions[i];
        const outline *o = NULL;
        for (const function *f = p->functions; f && !o; f = f->next)
            if (f->outline && emit_instance_count(e, f))
                o = find_region(f->outline, r);
        if (o && !has(&e->marked, r))
            diag_report(
                e->ctx->diags, DIAG_WARNING, "spmd", r->where,
                "the program does not mark region '%s', which recordings of it have not: %s",
                r->name,
                leaves(o, false, false) ? "a jump may leave it; let it go on behind its end"
                                        : "the plan has joined it with what stands beside it");
    }
}
