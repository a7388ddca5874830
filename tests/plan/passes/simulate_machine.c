#include "tests/plan/passes/simulate_machine.h"

#include <stdarg.h>
#include <stdio.h>

#include "program/expr/integer.h"

void machine_wrong(machine *m, const char *format, ...)
{
    char text[300];
    va_list args;
    if (m->result.wrong)
        return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    m->result.wrong = arena_printf(m->ctx->arena, "%s", text);
}

bool machine_stops(const machine *m)
{
    return m->result.wrong || m->result.unsupported;
}

/* --- Values ---------------------------------------------------------------------- */

int64_t value_of(machine *m, const expr *e)
{
    bool ok = true;
    int64_t value = expr_eval(m->env, e, &ok);
    if (!ok)
        machine_wrong(m, "%s", env_failure(m->env));
    return value;
}

const variable *variable_of(const machine *m, const variable *v)
{
    return v->id < m->own_variables && m->actual[v->id] ? m->actual[v->id] : v;
}

int64_t element_count(machine *m, const variable *v)
{
    int64_t n = 1;
    for (int d = 0; d < v->rank; d++)
        n *= value_of(m, v->extent[d]);
    return n;
}

/* What is known only at run time: another element for each iteration of the innermost
 * loop, as long as there are others, and always the same one for it. */
static int64_t unknown_index(machine *m, int64_t extent, int64_t salt)
{
    int64_t stride = extent / 2 + 1, index = salt;
    while (int_gcd(stride, extent) != 1)
        stride++;
    if (m->loops.count) {
        const loop_var *innermost = m->loops.data[m->loops.count - 1];
        index += stride * value_of(m, expr_loop_var(m->program->pool, innermost));
    }
    return int_floor_mod(index, extent);
}

/* Does one subscript stand for all dimensions? Also of a formal that is declared with one. */
static bool is_linear(const machine *m, const reference *ref)
{
    return ref->is_linear || (variable_of(m, ref->var)->is_flat && !ref->var->is_flat);
}

static subscript_kind kind_of(const machine *m, const reference *ref, int d)
{
    return ref->sub[is_linear(m, ref) ? 0 : d].kind;
}

/* What C does with a[index]: whole rows are counted off, from the last dimension on. */
static int64_t index_of_linear(machine *m, const reference *ref, const variable *v, int d)
{
    int64_t index = value_of(m, ref->sub[0].value);
    for (int k = v->rank - 1; k > d; k--)
        index = int_floor_div(index, value_of(m, v->extent[k]));
    return d > 0 ? int_floor_mod(index, value_of(m, v->extent[d])) : index;
}

int64_t index_of(machine *m, const reference *ref, int d)
{
    const variable *v = variable_of(m, ref->var);
    switch (kind_of(m, ref, d)) {
    case SUBSCRIPT_VALUE:
        return is_linear(m, ref) ? index_of_linear(m, ref, v, d) : value_of(m, ref->sub[d].value);
    case SUBSCRIPT_INDIRECT:
        return unknown_index(m, value_of(m, v->extent[d]),
                             (v->version_of ? v->version_of : v)->id + d);
    case SUBSCRIPT_WHOLE:
        m->result.unsupported = "a write of a whole dimension";
        break;
    }
    return 0;
}

bool has_cells(machine *m, const variable *v)
{
    if (!m->rank[0].cell[v->id])
        m->result.unsupported = "a formal array without an actual one";
    else if (v->owner && element_count(m, v) > m->cells[v->id])
        m->result.unsupported = "an array of a function that is larger in another call";
    return !machine_stops(m);
}

int64_t element_of(machine *m, const reference *ref)
{
    const variable *v = variable_of(m, ref->var);
    int64_t at = 0;
    has_cells(m, v);
    for (int d = 0; d < v->rank && !machine_stops(m); d++) {
        int64_t i = index_of(m, ref, d), n = value_of(m, v->extent[d]);
        if (i < 0 || i >= n)
            machine_wrong(m, "%s is used out of its bounds", v->name);
        at = at * n + i;
    }
    return machine_stops(m) ? 0 : at;
}

void indices_of(machine *m, const variable *v, int64_t x, int64_t *index)
{
    for (int d = v->rank - 1; d >= 0; d--) {
        int64_t extent = value_of(m, v->extent[d]);
        index[d] = x % extent;
        x /= extent;
    }
}

uint64_t mix(uint64_t h, uint64_t x)
{
    h ^= x + 0x9e3779b97f4a7c15u + (h << 6) + (h >> 2);
    h *= 0xff51afd7ed558ccdu;
    return h ^ (h >> 32);
}

/* --- Statements -------------------------------------------------------------------- */

/* A variable of the plan's own hands on what another statement computed. */
static bool is_copy(const machine *m, int count, const reference *const *reads)
{
    return count == 1 && reads[0]->var->id >= m->own_variables && !reads[0]->var->version_of;
}

/* What a reference reads: an element, or all along whole dimensions. */
static uint64_t read_elements(machine *m, const reference *ref, int d, int64_t x, memory *mem)
{
    const variable *v = variable_of(m, ref->var);
    if (!has_cells(m, v))
        return 0;
    if (d == v->rank) {
        mem->unread[v->id][x] = 0;
        if (mem->cell[v->id][x] == NOT_THERE)
            machine_wrong(m, "%s[%lld] is read where it is not", v->name, (long long)x);
        return mem->cell[v->id][x];
    }
    int64_t n = value_of(m, v->extent[d]);
    if (kind_of(m, ref, d) != SUBSCRIPT_WHOLE) {
        int64_t i = index_of(m, ref, d);
        if (i < 0 || i >= n)
            machine_wrong(m, "%s is used out of its bounds", v->name);
        return read_elements(m, ref, d + 1, x * n + i, mem);
    }
    uint64_t h = 0;
    for (int64_t i = 0; i < n; i++)
        h = mix(h, read_elements(m, ref, d + 1, x * n + i, mem));
    return h;
}

/* Is it read in this iteration? */
static bool is_looked_at(machine *m, const reference *ref)
{
    return !ref->only_where || value_of(m, ref->only_where) != 0;
}

/* Mixes what is read into h; not `but`. */
static uint64_t value_of_reads(machine *m, int count, const reference *const *reads,
                               const reference *but, memory *mem, uint64_t h)
{
    for (int i = 0; i < count; i++) {
        if (reads[i] == but || !is_looked_at(m, reads[i]))
            continue;
        uint64_t value = read_elements(m, reads[i], 0, 0, mem);
        h = is_copy(m, count, reads) ? value : mix(h, value);
    }
    return h;
}

/* w op= e, where it is known only at run time which element w is: a part of the result, which
 * needs no old value. */
static bool is_scattered(const machine *m, const statement_node *s)
{
    bool is_unknown = false;
    for (int d = 0; s->write && d < s->write->var->rank; d++)
        is_unknown |= kind_of(m, s->write, d) == SUBSCRIPT_INDIRECT;
    return is_unknown && s->reduce;
}

/* The read of what w op= e writes. */
static const reference *own_read(const statement_node *s)
{
    for (int i = 0; i < s->read_count; i++)
        if (s->reads[i]->var == s->write->var)
            return s->reads[i];
    return NULL;
}

/* So does one that sets such a variable to a scalar; a version is the program's array. */
static bool sets_own(const machine *m, const statement_node *s)
{
    return (s->write && s->write->var->id >= m->own_variables && !s->write->var->version_of) ||
           (s->scalar && s->scalar->id >= m->own_variables);
}

uint64_t value_of_copy(const machine *m, const reference *to, const variable *from, uint64_t value)
{
    const reference read = {.var = from};
    const reference *reads[] = {&read};
    const statement_node s = {.write = to, .read_count = 1, .reads = reads};
    bool is_same = is_copy(m, 1, reads) || is_copy_of_version(&s);
    return is_same ? value : mix((uint64_t)s.read_count * 31, value);
}

uint64_t statement_value(machine *m, const statement_node *s, memory *mem)
{
    /* Clones of one statement share its reads' subscripts, not its address. */
    uint64_t h = (uint64_t)s->read_count * 31 + (uint64_t)s->scalar_read_count;
    h = value_of_reads(m, s->read_count, s->reads, is_scattered(m, s) ? own_read(s) : NULL, mem, h);
    if (s->read_count == 0 && s->scalar_read_count == 1 && sets_own(m, s))
        return mem->scalar[s->scalar_reads[0]->id];
    for (int i = 0; i < s->scalar_read_count; i++) {
        if (!s->reduce || s->scalar_reads[i] != s->scalar)
            h = mix(h, mem->scalar[s->scalar_reads[i]->id]);
    }
    return h;
}

bool condition_holds(machine *m, const if_node *c, memory *mem)
{
    uint64_t h = (uint64_t)c->read_count * 31;
    h = value_of_reads(m, c->read_count, c->reads, NULL, mem, h);
    m->has_chance |= !c->condition;
    return c->condition ? value_of(m, c->condition) != 0 : h & 1;
}

bool can_test(machine *m, const if_node *c, memory *mem)
{
    for (int i = 0; i < c->read_count; i++)
        if (is_looked_at(m, c->reads[i]) &&
            mem->cell[variable_of(m, c->reads[i]->var)->id][element_of(m, c->reads[i])] ==
                NOT_THERE)
            return false;
    return true;
}

const node *branch_of(machine *m, const if_node *c, memory *mem)
{
    return condition_holds(m, c, mem) ? c->then_body : c->else_body;
}

static bool is_returned(const machine *m, const reference *ref)
{
    for (int i = 0; i < m->returned.count; i++)
        if (m->returned.data[i] == ref)
            return true;
    return false;
}

/* A part of a result waits until it is sent to all who own the element. */
static void write_element(machine *m, const statement_node *s, const variable *v, int64_t x,
                          uint64_t h, int rank)
{
    memory *mem = &m->rank[rank];
    bool waits = is_returned(m, s->write);
    if (waits)
        mem->stamp[v->id][x] = ++m->clock;
    if (!is_scattered(m, s))
        mem->cell[v->id][x] = h;
    else if (waits)
        mem->added[v->id][x] += h;
    else
        mem->cell[v->id][x] += h;
}

/* Writes an element, or all along whole dimensions. */
static void write_elements(machine *m, const statement_node *s, int d, int64_t x, uint64_t h,
                           int rank)
{
    const variable *v = variable_of(m, s->write->var);
    if (d == v->rank) {
        write_element(m, s, v, x, h, rank);
        return;
    }
    int64_t n = value_of(m, v->extent[d]);
    if (kind_of(m, s->write, d) == SUBSCRIPT_WHOLE) {
        for (int64_t i = 0; i < n; i++)
            write_elements(m, s, d + 1, x * n + i, mix(h, (uint64_t)i), rank);
        return;
    }
    int64_t i = index_of(m, s->write, d);
    if (i < 0 || i >= n)
        machine_wrong(m, "%s is used out of its bounds", v->name);
    else
        write_elements(m, s, d + 1, x * n + i, h, rank);
}

/* Array i gets what array from[i] has had; or back. */
static void permute(const array_exchange *x, bool is_back, uint64_t **of)
{
    enum { MOST = 16 };
    uint64_t *had[MOST];
    for (int i = 0; i < x->count && i < MOST; i++)
        had[i] = of[x->array[i]->id];
    for (int i = 0; i < x->count && i < MOST; i++) {
        int to = is_back ? x->from[i] : i, from = is_back ? i : x->from[i];
        of[x->array[to]->id] = had[from];
    }
}

static void permute_all(const array_exchange *x, bool is_back, memory *mem)
{
    permute(x, is_back, mem->cell);
    permute(x, is_back, mem->unread);
    permute(x, is_back, mem->stamp);
    permute(x, is_back, mem->added);
}

static bool has_array(const array_exchange *x, const variable *v)
{
    for (int i = 0; i < x->count; i++)
        if (x->array[i] == v)
            return true;
    return false;
}

/* In the source a function's formals are the pointers, which end with it. */
static bool exchange_formals(machine *m, const array_exchange *x)
{
    const variable *had[EXCHANGES_MOST];
    if (variable_of(m, x->array[0]) == x->array[0])
        return false; /* arrays that a call in the plan passes */
    for (int i = 0; i < x->count && !x->is_undone; i++)
        had[i] = variable_of(m, x->array[i]);
    for (int i = 0; i < x->count && !x->is_undone; i++)
        m->actual[x->array[i]->id] = had[x->from[i]];
    return true;
}

/* The arrays' elements change places, those of the halos, too: by the first of the statements. */
static void exchange_elements(machine *m, const statement_node *s, memory *mem)
{
    const array_exchange *x = s->exchange;
    note_write(m, s->write->var);
    if (s->write->var != x->array[0] || (x->is_by_value && exchange_formals(m, x)))
        return;
    while (x->is_undone && mem->done_count &&
           has_array(x, mem->done[mem->done_count - 1]->array[0]))
        permute_all(mem->done[--mem->done_count], true, mem);
    if (x->is_undone)
        return;
    permute_all(x, false, mem);
    if (x->is_by_value && mem->done_count == EXCHANGES_MOST)
        machine_wrong(m, "%s is exchanged too often", s->write->var->name);
    else if (x->is_by_value)
        mem->done[mem->done_count++] = x;
}

void run_statement(machine *m, const statement_node *s, int rank)
{
    memory *mem = &m->rank[rank];
    if (s->exchange) {
        exchange_elements(m, s, mem);
        return;
    }
    bool is_moved = is_copy_of_version(s);
    uint64_t h = is_moved ? read_elements(m, s->reads[0], 0, 0, mem) : statement_value(m, s, mem);
    if (s->scalar && s->reduce)
        mem->scalar[s->scalar->id] += h;
    else if (s->scalar)
        mem->scalar[s->scalar->id] = h;
    if (s->write)
        note_write(m, s->write->var);
    if (s->write && has_cells(m, variable_of(m, s->write->var)))
        write_elements(m, s, 0, 0, h, rank);
}

/* --- Owners ------------------------------------------------------------------------ */

/* Whose block it is in; after all blocks, the last one's. */
static int owner_by_size(machine *m, const axis_map *axis, int64_t cell)
{
    int p = 0, last = env_extent(m->env, axis->grid, axis->axis) - 1;
    for (; p < last && cell >= value_of(m, axis->sizes->size[p]); p++)
        cell -= value_of(m, axis->sizes->size[p]);
    return p;
}

static int owner_of_cell(machine *m, const axis_map *axis, int64_t cell)
{
    int procs = env_extent(m->env, axis->grid, axis->axis);
    if (axis->kind == DIST_GEN_BLOCK)
        return owner_by_size(m, axis, cell - value_of(m, axis->lower));
    int64_t extent = value_of(m, axis->extent), block = 1;
    if (axis->block)
        block = value_of(m, axis->block);
    else if (axis->kind == DIST_BLOCK)
        block = (extent + procs - 1) / procs;
    return (int)int_floor_mod((cell - value_of(m, axis->lower)) / block, procs);
}

int owner_of_index(machine *m, const axis_map *axis, int64_t index)
{
    return owner_of_cell(m, axis, value_of(m, axis->stride) * index + value_of(m, axis->offset));
}

void home_coordinates(machine *m, const home *h, int *coordinate)
{
    for (int k = 0; h->grid && k < h->grid->rank; k++)
        coordinate[k] = h->axis[k].is_restricted
                            ? owner_of_index(m, &h->axis[k].map, value_of(m, h->axis[k].index))
                            : -1;
}

bool is_executing(machine *m, const home *h, int rank)
{
    for (int k = 0; h->grid && k < h->grid->rank; k++) {
        const home_axis *axis = &h->axis[k];
        int coordinate = env_coord(m->env, h->grid, k, rank);
        bool owns = !axis->is_restricted;
        int64_t i = owns ? 0 : value_of(m, axis->index);
        int64_t last = !owns && axis->last ? value_of(m, axis->last) : i;
        for (; !owns && i <= last; i += axis->step ? axis->step : 1)
            owns = owner_of_index(m, &axis->map, i) == coordinate;
        if (coordinate < 0 || !owns)
            return false;
    }
    return true;
}

int owner_for(machine *m, const array_map *map, const int64_t *index, int receiver)
{
    int coordinate[MAX_RANK] = {0};
    for (int k = 0; k < map->grid->rank; k++) {
        const axis_map *axis = &map->axis[k];
        switch (axis->source) {
        case AXIS_REPLICATED:
            coordinate[k] = env_coord(m->env, map->grid, k, receiver);
            break;
        case AXIS_FIXED:
            coordinate[k] = owner_of_cell(m, axis, value_of(m, axis->offset));
            break;
        case AXIS_BY_DIM:
            coordinate[k] = owner_of_index(m, axis, index[axis->dim]);
            break;
        }
        if (coordinate[k] < 0)
            coordinate[k] = 0; /* outside the grid */
    }
    return env_rank_at(m->env, map->grid, coordinate);
}

const array_map *machine_map(const machine *m, const variable *v)
{
    const array_map *map = m->layout->map[v->id];
    return map && map->grid ? map : NULL;
}

bool is_owner(machine *m, const variable *v, int64_t x, int rank)
{
    const array_map *map = machine_map(m, v);
    int64_t index[MAX_RANK] = {0};
    if (!map)
        return true;
    indices_of(m, v, x, index);
    return owner_for(m, map, index, rank) == rank;
}
