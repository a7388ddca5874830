#include "tests/plan/xmp/stale_program.h"

#include <assert.h>

/* --- Making -------------------------------------------------------------------- */

static step *new_step(stale_program *p, step_kind kind)
{
    assert(p->step_count < STEPS_MOST);
    step *s = &p->steps[p->step_count++];
    *s = (step){.kind = kind};
    return s;
}

/* Bounds leave room for every offset, which is 2 at most. */
static void make_bounds(const stale_program *p, random_source *r, step *s)
{
    for (int d = 0; d < p->rank; d++) {
        s->low[d] = p->is_plain ? 2 : random_in(r, 2, p->extent[d] - 3);
        s->high[d] = p->extent[d] - 3;
        if (!p->is_plain && random_in(r, 0, 1))
            s->high[d] = random_in(r, s->low[d], p->extent[d] - 3);
    }
}

static step *make_nest(stale_program *p, random_source *r)
{
    step *s = new_step(p, STEP_NEST);
    s->array = random_in(r, 0, ARRAYS - 1);
    make_bounds(p, r, s);
    bool is_writer = random_in(r, 0, 2) == 0;
    if (!p->is_plain && p->stride == 1 && random_in(r, 0, 4) == 0)
        s->expand = 1;
    s->parity = p->is_plain || random_in(r, 0, 3) ? -1 : random_in(r, s->expand ? -1 : -2, 1);
    s->read_count = is_writer ? 0 : random_in(r, 1, READS_MOST);
    for (int i = 0; i < s->read_count; i++) {
        s->read[i].array = random_in(r, 0, ARRAYS - 1);
        for (int d = 0; d < p->rank; d++)
            s->read[i].by[d] =
                random_in(r, 0, 2) ? 2 * random_in(r, 0, 1) - 1 : random_in(r, -2, 2);
    }
    return s;
}

static step *make_task(stale_program *p, random_source *r)
{
    step *s = new_step(p, STEP_TASK);
    s->array = random_in(r, 0, ARRAYS - 1);
    for (int d = 0; d < p->rank; d++)
        s->low[d] = random_in(r, 0, p->extent[d] - 1);
    return s;
}

static step *make_reflect(stale_program *p, random_source *r)
{
    step *s = new_step(p, STEP_REFLECT);
    s->array = random_in(r, 0, ARRAYS - 1);
    s->has_width = !p->is_plain && random_in(r, 0, 2) == 0;
    s->is_orthogonal = random_in(r, 0, 2) == 0;
    s->id = random_in(r, 0, 4) ? 0 : random_in(r, 1, 2);
    for (int d = 0; d < p->rank; d++) {
        s->low[d] = s->has_width ? random_in(r, 0, p->shadow[d]) : p->shadow[d];
        s->high[d] = s->has_width ? random_in(r, 0, p->shadow[d]) : p->shadow[d];
    }
    return s;
}

static step *make_list(stale_program *p, random_source *r, int depth);

static step *make_step(stale_program *p, random_source *r, int depth)
{
    int kind = random_in(r, 0, 13);
    step *s;
    if (depth > 0 && kind == 0 && p->step_count < STEPS_MOST / 2) {
        s = new_step(p, STEP_TIME);
        s->trips = random_in(r, 1, 3);
        s->body = make_list(p, r, depth - 1);
        return s;
    }
    if (depth > 0 && kind == 1 && !p->is_plain && p->step_count < STEPS_MOST / 2) {
        s = new_step(p, STEP_BRANCH);
        s->body = make_list(p, r, depth - 1);
        s->otherwise = random_in(r, 0, 1) ? make_list(p, r, depth - 1) : NULL;
        return s;
    }
    if (kind == 2 && !p->is_plain)
        return make_task(p, r);
    if (kind == 3) {
        s = new_step(p, STEP_WAIT);
        s->id = random_in(r, 1, 2);
        return s;
    }
    if (kind == 4 && p->called)
        return new_step(p, STEP_CALL);
    return kind < 9 ? make_reflect(p, r) : make_nest(p, r);
}

static step *make_list(stale_program *p, random_source *r, int depth)
{
    step *head = NULL, **end = &head;
    for (int i = random_in(r, 2, 5); i > 0 && p->step_count < STEPS_MOST - 8; i--) {
        *end = make_step(p, r, depth);
        end = &(*end)->next;
    }
    return head;
}

void stale_make(stale_program *p, random_source *r)
{
    *p = (stale_program){.rank = random_in(r, 1, RANK_MOST), .is_plain = random_in(r, 0, 1)};
    p->stride = random_in(r, 0, 3) ? 1 : 2;
    p->offset = p->is_plain ? 0 : random_in(r, 0, 2);
    for (int d = 0; d < p->rank; d++) {
        p->procs[d] = random_in(r, 2, GRID_MOST);
        p->extent[d] = random_in(r, 8, EXTENT_MOST);
        if (p->is_plain) /* then the nests write all that lies 2 or less from where blocks end */
            p->extent[d] = p->procs[d] == 2 ? random_in(r, 10, 12) : 12;
        p->shadow[d] = random_in(r, 1, 2);
    }
    if (random_in(r, 0, 2) == 0)
        p->called = make_list(p, r, 1);
    p->main = make_list(p, r, 2);
}

/* --- Printing ------------------------------------------------------------------ */

typedef struct printer {
    FILE *out;
    stale_program *p;
    int line, depth; /* of time loops */
} printer;

static void end_line(printer *to)
{
    fputc('\n', to->out);
    to->line++;
}

static const char *const names[RANK_MOST] = {"i", "j"};

static void print_index(printer *to, const char *name, int times, int by)
{
    if (times == 1)
        fprintf(to->out, "[%s%+d]", name, by);
    else
        fprintf(to->out, "[%d*%s%+d]", times, name, by);
}

static void print_reflect(printer *to, const step *s)
{
    fprintf(to->out, "#pragma xmp reflect (a%d)", s->array);
    for (int d = 0; s->has_width && d < to->p->rank; d++)
        fprintf(to->out, "%s%d:%d%s", d ? ", " : " width(", s->low[d], s->high[d],
                d + 1 == to->p->rank ? ")" : "");
    if (s->is_orthogonal)
        fputs(" orthogonal", to->out);
    if (s->id)
        fprintf(to->out, " async(%d)", s->id);
    end_line(to);
}

static void print_nest(printer *to, step *s)
{
    const stale_program *p = to->p;
    fprintf(to->out, "#pragma xmp loop (%s) on t", p->rank == 1 ? "i" : "i, j");
    for (int d = 0; d < p->rank; d++)
        print_index(to, names[d], p->stride, p->offset);
    if (s->expand)
        fputs(p->rank == 1 ? " expand(1)" : " expand(1, 1)", to->out);
    end_line(to);
    for (int d = 0; d < p->rank; d++) {
        fprintf(to->out, "for (int %s = %d; %s <= %d; %s += %d)", names[d], s->low[d], names[d],
                s->high[d], names[d], s->parity == -2 && d + 1 == p->rank ? 2 : 1);
        end_line(to);
    }
    if (s->parity >= 0) {
        fprintf(to->out, "if ((%s) %% 2 == %d)", p->rank == 1 ? "i" : "i + j", s->parity);
        end_line(to);
    }
    fprintf(to->out, "a%d%s = 1", s->array, p->rank == 1 ? "[i]" : "[i][j]");
    end_line(to);
    for (int k = 0; k < s->read_count; k++) {
        s->read[k].line = to->line;
        fprintf(to->out, "+ a%d", s->read[k].array);
        for (int d = 0; d < p->rank; d++)
            print_index(to, names[d], 1, s->read[k].by[d]);
        end_line(to);
    }
    fputs(";", to->out);
    end_line(to);
}

static void print_task(printer *to, const step *s)
{
    const stale_program *p = to->p;
    fputs("#pragma xmp task on t", to->out);
    for (int d = 0; d < p->rank; d++)
        fprintf(to->out, "[%d]", p->stride * s->low[d] + p->offset);
    end_line(to);
    fprintf(to->out, "a%d", s->array);
    for (int d = 0; d < p->rank; d++)
        fprintf(to->out, "[%d]", s->low[d]);
    fputs(" = 2;", to->out);
    end_line(to);
}

static void print_list(printer *to, step *list);

static void print_block(printer *to, const char *head, step *body)
{
    fprintf(to->out, "%s {", head);
    end_line(to);
    to->depth++;
    print_list(to, body);
    to->depth--;
    fputs("}", to->out);
    end_line(to);
}

static void print_step(printer *to, step *s)
{
    char head[64];
    switch (s->kind) {
    case STEP_NEST:
        print_nest(to, s);
        break;
    case STEP_TASK:
        print_task(to, s);
        break;
    case STEP_REFLECT:
        print_reflect(to, s);
        break;
    case STEP_WAIT:
        fprintf(to->out, "#pragma xmp wait_async (%d)", s->id);
        end_line(to);
        break;
    case STEP_TIME:
        snprintf(head, sizeof head, "for (int t%d = 0; t%d < %d; t%d++)", to->depth, to->depth,
                 s->trips, to->depth);
        print_block(to, head, s->body);
        break;
    case STEP_BRANCH:
        print_block(to, "if (given > 0.5)", s->body);
        print_block(to, "else", s->otherwise);
        break;
    case STEP_CALL:
        fputs("part();", to->out);
        end_line(to);
        break;
    }
}

static void print_list(printer *to, step *list)
{
    for (step *s = list; s; s = s->next)
        print_step(to, s);
}

static void print_declarations(printer *to)
{
    const stale_program *p = to->p;
    fputs("#pragma xmp nodes p", to->out);
    for (int d = 0; d < p->rank; d++)
        fprintf(to->out, "[%d]", p->procs[d]);
    end_line(to);
    fputs("#pragma xmp template t", to->out);
    for (int d = 0; d < p->rank; d++)
        fprintf(to->out, "[%d]", p->stride * p->extent[d] + p->offset);
    end_line(to);
    fputs("#pragma xmp distribute t", to->out);
    for (int d = 0; d < p->rank; d++)
        fputs("[block]", to->out);
    fputs(" onto p", to->out);
    end_line(to);
    for (int a = 0; a < ARRAYS; a++) {
        fprintf(to->out, a ? ", a%d" : "double given, a%d", a);
        for (int d = 0; d < p->rank; d++)
            fprintf(to->out, "[%d]", p->extent[d]);
    }
    fputs(";", to->out);
    end_line(to);
    fprintf(to->out, "#pragma xmp align %s with t", p->rank == 1 ? "[i]" : "[i][j]");
    for (int d = 0; d < p->rank; d++)
        print_index(to, names[d], p->stride, p->offset);
    fputs(" :: a0, a1, a2", to->out);
    end_line(to);
    fputs("#pragma xmp shadow ", to->out);
    for (int d = 0; d < p->rank; d++)
        fprintf(to->out, "[%d]", p->shadow[d]);
    fputs(" :: a0, a1, a2", to->out);
    end_line(to);
}

void stale_print(FILE *out, stale_program *p)
{
    printer to = {.out = out, .p = p, .line = 1};
    print_declarations(&to);
    if (p->called)
        print_block(&to, "void part(void)", p->called);
    print_block(&to, "int main(void)", p->main);
}
