#include "tests/plan/simulate_machine.h"

int64_t value_of(machine *m, const expr *e)
{
    bool ok = true;
    int64_t value = expr_eval(m->env, e, &ok);
    if (!ok)
        m->wrong = "an expression has no value";
    return value;
}

int64_t element_of(machine *m, const reference *ref)
{
    int64_t at = 0;
    for (int d = 0; d < ref->var->rank; d++) {
        int64_t i = value_of(m, ref->sub[d].value), n = value_of(m, ref->var->extent[d]);
        if (i < 0 || i >= n)
            m->wrong = "a subscript is out of bounds";
        at = at * n + i;
    }
    return at;
}

uint64_t mix(uint64_t h, uint64_t x)
{
    h ^= x + 0x9e3779b97f4a7c15u + (h << 6) + (h >> 2);
    h *= 0xff51afd7ed558ccdu;
    return h ^ (h >> 32);
}

/* A variable of the plan's own hands on what another statement computed. */
static bool is_copy(const machine *m, int count, const reference *const *reads)
{
    return count == 1 && reads[0]->var->id >= m->own_variables;
}

static uint64_t value_of_reads(machine *m, int count, const reference *const *reads, memory *mem,
                               uint64_t h)
{
    for (int i = 0; i < count; i++) {
        int64_t x = element_of(m, reads[i]);
        uint64_t value = mem->cell[reads[i]->var->id][x];
        mem->unread[reads[i]->var->id][x] = 0;
        if (value == NOT_THERE)
            m->wrong = arena_printf(m->ctx->arena, "%s[%lld] is read where it is not",
                                    reads[i]->var->name, (long long)x);
        h = is_copy(m, count, reads) ? value : mix(h, value);
    }
    return h;
}

uint64_t statement_value(machine *m, const statement_node *s, memory *mem)
{
    /* Clones of one statement share its reads' subscripts, not its address. */
    uint64_t h = (uint64_t)s->read_count * 31 + (uint64_t)s->scalar_read_count;
    h = value_of_reads(m, s->read_count, s->reads, mem, h);
    for (int i = 0; i < s->scalar_read_count; i++) {
        if (s->scalar_reads[i] != s->scalar)
            h = mix(h, mem->scalar[s->scalar_reads[i]->id]);
    }
    return h;
}

bool condition_holds(machine *m, const if_node *c, memory *mem)
{
    uint64_t h = value_of_reads(m, c->read_count, c->reads, mem, (uint64_t)c->read_count * 31);
    m->has_chance |= !c->condition;
    return c->condition ? value_of(m, c->condition) != 0 : h & 1;
}

const node *branch_of(machine *m, const if_node *c, memory *mem)
{
    return condition_holds(m, c, mem) ? c->then_body : c->else_body;
}

void run_statement(machine *m, const statement_node *s, memory *mem)
{
    uint64_t h = statement_value(m, s, mem);
    if (s->scalar && s->reduce)
        mem->scalar[s->scalar->id] += h;
    else if (s->scalar)
        mem->scalar[s->scalar->id] = h;
    if (s->write)
        mem->cell[s->write->var->id][element_of(m, s->write)] = h;
}
