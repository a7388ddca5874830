#include "training/train_plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { UNIT_STRIDE = 8, OTHER_STRIDE = 128, MEMORY_STRIDES = 6, STRIDED_MOST = 16 << 20 };

const char *train_parameter_name(train_parameter p)
{
    static const char *const names[] = {
#define X(name) #name,
        TRAIN_PARAMETERS(X)
#undef X
    };
    return names[p];
}

double train_point_flops(const train_point *point)
{
    if (point->kernel->family != TRAIN_COMMUNICATION)
        return point->kernel->flops;
    return point->kernel->flops * (double)point->value[TRAIN_bytes];
}

double train_point_bytes(const train_point *point)
{
    if (point->kernel->family != TRAIN_COMMUNICATION)
        return point->kernel->bytes;
    return (double)point->value[TRAIN_bytes];
}

void train_point_parameters(const train_point *point, char text[TRAIN_PARAMETERS_LENGTH])
{
    int at = 0;
    for (int p = 0; p < TRAIN_PARAMETER_COUNT; p++) {
        if (point->value[p] != 0)
            at += snprintf(text + at, (size_t)(TRAIN_PARAMETERS_LENGTH - at), "%s%s=%lld",
                           at > 0 ? " " : "", train_parameter_name((train_parameter)p),
                           (long long)point->value[p]);
    }
    if (at == 0)
        snprintf(text, TRAIN_PARAMETERS_LENGTH, "-");
}

typedef struct planner {
    train_plan *plan;
    const train_setting *setting;
    int room;
    bool is_coarse; /* powers of two only */
    bool is_full;
} planner;

static void need(train_plan *plan, int64_t bytes)
{
    if (plan->workspace < bytes)
        plan->workspace = bytes;
}

static void add(planner *p, const train_point *point)
{
    train_plan *plan = p->plan;
    if (plan->count == p->room) {
        const int room = p->room > 0 ? 2 * p->room : 1024;
        train_point *more = realloc(plan->point, (size_t)room * sizeof *more);
        if (more == NULL) {
            p->is_full = true;
            return;
        }
        plan->point = more;
        p->room = room;
    }
    plan->point[plan->count++] = *point;

    /* Copies before a message are in the second half; what comes from the
     * neighbours on a grid is contiguous. */
    const int64_t *v = point->value;
    const int64_t spread = v[TRAIN_stride] > UNIT_STRIDE ? v[TRAIN_stride] / UNIT_STRIDE : 1;
    const int64_t places = v[TRAIN_dims] > 1 ? v[TRAIN_dims] : 1;
    if (point->kernel->family == TRAIN_COMMUNICATION)
        need(plan, 2 * v[TRAIN_bytes] * spread * places);
    else
        need(plan, v[TRAIN_size]);
}

int train_plan_rank_counts(const train_setting *setting, int counts[64])
{
    int count = 0;
    for (int n = 2; n < setting->ranks && n <= 1 << 28; n *= 2) {
        if (setting->is_quick && n > 2)
            continue;
        counts[count++] = n;
        if (!setting->is_quick && n + n / 2 < setting->ranks)
            counts[count++] = n + n / 2;
    }
    if (setting->ranks >= 2)
        counts[count++] = setting->ranks;
    return count;
}

/* Simulations of many ranks take long: what all of them send to all costs the square of their
 * number and more. Their messages are no others than those of few, which have all sizes. */
static bool are_many(const planner *p, const train_point *point)
{
    enum { FEW = 16 };
    return p->setting->is_simulated && point->value[TRAIN_ranks] > FEW;
}

/* Calls `each` for the sizes of a sweep in pieces of `unit` bytes. */
static void sizes(planner *p, train_point *point, train_parameter of, int64_t unit,
                  void (*each)(planner *p, train_point *point))
{
    const train_sweep *sweep = &point->kernel->sweep;
    const bool is_quick = p->setting->is_quick;
    const int64_t most = is_quick && of == TRAIN_size    ? sweep->to >> 8
                         : is_quick && of == TRAIN_bytes ? sweep->to >> 6
                                                         : sweep->to;
    const bool is_coarse = is_quick || p->is_coarse || are_many(p, point);
    const bool is_sparse = sweep->is_sparse || (are_many(p, point) && point->kernel->times_all);
    const int step = is_quick ? 8 : is_sparse ? 4 : 2;
    const int per_octave = sweep->per_octave > 0 && !is_coarse ? sweep->per_octave : 1;
    int64_t first = 1;
    while (first * unit < sweep->from)
        first *= 2;
    for (int64_t n = first; n * unit <= most; n *= step) {
        for (int i = 0; i < per_octave; i++) {
            const int64_t pieces = n + n / per_octave * i;
            if ((i > 0 && n % per_octave != 0) || pieces * unit > most)
                continue;
            point->value[of] = pieces * unit;
            each(p, point);
        }
    }
    point->value[of] = 0;
}

static void add_memory(planner *p, train_point *point)
{
    static const int64_t strides[MEMORY_STRIDES] = {8, 64, 32, 128, 512, 4096};
    const int count = p->setting->is_quick ? 2 : MEMORY_STRIDES;
    for (int i = 0; i < count; i++) {
        /* Fewer places than this are registers of their own. */
        if (strides[i] < point->kernel->sweep.stride_from ||
            point->value[TRAIN_size] < 4 * strides[i])
            continue;
        point->value[TRAIN_stride] = strides[i];
        add(p, point);
    }
    point->value[TRAIN_stride] = 0;
}

/* The root, the one beside it, one in the middle and the last; where ranks are alike but for a
 * root, that and the one in the middle. */
static void add_late_ranks(planner *p, train_point *point)
{
    const int64_t ranks = point->value[TRAIN_ranks];
    const int64_t all[] = {1, 2, ranks / 2 + 1, ranks};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (point->kernel->sweep.is_sparse && i % 2 != 0)
            continue;
        point->value[TRAIN_late] = all[i];
        if (i == 0 || all[i] > all[i - 1])
            add(p, point);
    }
    point->value[TRAIN_late] = 0;
}

static void add_communication(planner *p, train_point *point)
{
    if (point->kernel->sweep.has_late) {
        add_late_ranks(p, point);
        return;
    }
    if (!point->kernel->sweep.is_strided) {
        add(p, point);
        return;
    }
    /* Where time is simulated a copy takes none. */
    const int64_t bytes = point->value[TRAIN_bytes];
    const int64_t spread = OTHER_STRIDE / UNIT_STRIDE;
    point->value[TRAIN_stride] = UNIT_STRIDE;
    add(p, point);
    if (!p->setting->is_simulated && bytes % UNIT_STRIDE == 0 && bytes * spread <= STRIDED_MOST) {
        point->value[TRAIN_stride] = OTHER_STRIDE;
        add(p, point);
    }
    point->value[TRAIN_stride] = 0;
}

static void messages(planner *p, train_point *point)
{
    const train_sweep *sweep = &point->kernel->sweep;
    const int64_t unit = (sweep->unit > 0 ? sweep->unit : 1) *
                         (sweep->for_each_rank ? point->value[TRAIN_ranks] : 1);
    if (sweep->to > 0)
        sizes(p, point, TRAIN_bytes, unit, add_communication);
    else
        add_communication(p, point);
}

static void pair(planner *p, train_point *point, int64_t partner)
{
    if (partner > p->setting->ranks - 1)
        return;
    point->value[TRAIN_partner] = partner;
    p->is_coarse = partner > 1;
    messages(p, point);
}

static bool is_beside_power(int64_t n)
{
    return (n & (n - 1)) == 0 || (n & (n + 1)) == 0;
}

/* Pairs: rank 0 with rank 1, and at fewer sizes with those 2, 3, 4, 7, 8, 15 ...
 * further: what a way costs is known from few. In a hypercube those of a power of
 * two are neighbours, and those before them the furthest from rank 0. A third and half
 * of all tell tori and meshes of odd sides from trees, which all of these are alike in:
 * on one of 3 x 3 x 3 what is 9 off is a neighbour, and what is 13 off three steps away. */
static void pairs(planner *p, train_point *point)
{
    const int64_t ranks = p->setting->ranks;
    point->value[TRAIN_ranks] = 2;
    pair(p, point, 1);
    for (int64_t power = 2; point->kernel->sweep.to_partners && power <= ranks; power *= 2) {
        if (power > 2)
            pair(p, point, power - 1);
        pair(p, point, power);
    }
    for (int parts = 3; point->kernel->sweep.to_partners && parts >= 2; parts--)
        if (!is_beside_power(ranks / parts))
            pair(p, point, ranks / parts);
    p->is_coarse = false;
}

/* Prime factors of n, each as often as it divides: the most axes that a grid of
 * n ranks can have. */
static int factors(int n)
{
    int count = 0;
    for (int f = 2; n > 1; f++) {
        for (; n % f == 0; n /= f)
            count++;
    }
    return count;
}

/* What all ranks send to others further off; two and three have none. */
static void far(planner *p, train_point *point)
{
    const int64_t ranks = p->setting->ranks, numbers = point->kernel->sweep.numbers;
    if (ranks < 4)
        return;
    point->value[TRAIN_ranks] = ranks;
    for (int64_t i = 1; i <= numbers; i++) {
        point->value[TRAIN_far] = i;
        messages(p, point);
    }
    for (int64_t by = 2; numbers == 0 && by <= ranks / 2; by *= 2) {
        point->value[TRAIN_far] = by;
        messages(p, point);
    }
}

/* One rank of each node: what libraries do among these may depend on it. */
static void apart(planner *p, train_point *point)
{
    const int per_node = p->setting->per_node;
    int counts[64];
    const int count = train_plan_rank_counts(p->setting, counts);
    for (int i = 0; per_node > 1 && i < count; i++) {
        if ((counts[i] - 1) * per_node >= p->setting->ranks)
            continue;
        point->value[TRAIN_ranks] = counts[i];
        point->value[TRAIN_apart] = per_node;
        messages(p, point);
    }
}

static void communication(planner *p, const train_kernel *kernel)
{
    train_point point = {.kernel = kernel};
    if (p->setting->ranks < 2)
        return;
    if (kernel->sweep.is_pair) {
        pairs(p, &point);
        return;
    }
    if (kernel->sweep.is_far) {
        far(p, &point);
        return;
    }
    if (kernel->sweep.is_apart) {
        apart(p, &point);
        return;
    }
    int counts[64];
    const int count = train_plan_rank_counts(p->setting, counts);
    for (int i = 0; i < count; i++) {
        if (kernel->sweep.is_even && counts[i] % 2 != 0)
            continue;
        point.value[TRAIN_ranks] = counts[i];
        if (kernel->sweep.dims_max == 0)
            messages(p, &point);
        for (int d = 1; d <= kernel->sweep.dims_max && d <= factors(counts[i]); d++) {
            point.value[TRAIN_dims] = d;
            messages(p, &point);
        }
        point.value[TRAIN_dims] = 0;
    }
}

static void kernel_points(planner *p, const train_kernel *kernel)
{
    train_point point = {.kernel = kernel};
    switch (kernel->family) {
    case TRAIN_COMPUTATION:
        if (!p->setting->is_simulated)
            add(p, &point);
        break;
    case TRAIN_MEMORY:
        if (!p->setting->is_simulated)
            sizes(p, &point, TRAIN_size, 1, add_memory);
        break;
    case TRAIN_SIMULATION:
        add(p, &point);
        break;
    case TRAIN_COMMUNICATION:
    case TRAIN_FAMILY_COUNT:
        communication(p, kernel);
        break;
    }
}

bool train_plan_make(train_plan *plan, const train_setting *setting, int table_count,
                     const train_kernels *tables)
{
    memset(plan, 0, sizeof *plan);
    planner p = {.plan = plan, .setting = setting};
    for (int t = 0; t < table_count; t++) {
        for (int k = 0; k < tables[t].count; k++)
            kernel_points(&p, &tables[t].kernel[k]);
    }
    if (p.is_full)
        train_plan_clear(plan);
    return !p.is_full;
}

int train_plan_nearest(const train_plan *plan, const char *kernel, int64_t bytes)
{
    int best = -1;
    for (int i = 0; i < plan->count; i++) {
        const train_point *p = &plan->point[i];
        if (strcmp(p->kernel->name, kernel) == 0 && p->value[TRAIN_partner] == 1 &&
            p->value[TRAIN_bytes] >= bytes &&
            (best < 0 || p->value[TRAIN_bytes] < plan->point[best].value[TRAIN_bytes]))
            best = i;
    }
    return best;
}

void train_plan_clear(train_plan *plan)
{
    free(plan->point);
    memset(plan, 0, sizeof *plan);
}
