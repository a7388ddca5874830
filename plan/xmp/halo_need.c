#include <string.h>

#include "plan/analysis/margins.h"
#include "plan/analysis/nonlocal.h"
#include "plan/planner/owner.h"
#include "plan/xmp/coverage.h"
#include "plan/xmp/reflect.h"

/* What a reference needs that its processor does not own, as regions of its shadow. */

/* --- Regions ------------------------------------------------------------------- */

/* So many are followed each; of more, the outermost, which only what reaches them covers. */
enum { REGIONS_MOST = 256 };

static int64_t width_of(const halo_side *b, bool is_each)
{
    if (b->most == REGION_ANYWHERE || !is_each)
        return 1 + (b->least < 0) + (b->most > 0);
    return b->most - b->least + 1;
}

static int64_t place_in(const halo_side *b, bool is_each, int64_t i)
{
    if (is_each && b->most != REGION_ANYWHERE)
        return b->least + i;
    return i == 0 ? b->least : i == 1 && b->least < 0 ? 0 : b->most;
}

static int count_regions(const halo_side *by, int count, bool is_each)
{
    int64_t n = 1;
    for (int i = 0; i < count && n <= REGIONS_MOST; i++)
        n *= width_of(&by[i], is_each) <= REGIONS_MOST ? width_of(&by[i], is_each)
                                                       : REGIONS_MOST + 1;
    return (int)(n <= REGIONS_MOST ? n : REGIONS_MOST + 1);
}

/* All but its own part. */
static void list_regions(planner *p, halo_need *n, const halo_side *by)
{
    bool is_each = count_regions(by, n->axis_count, true) <= REGIONS_MOST;
    int most = 1;
    for (int i = 0; i < n->axis_count; i++)
        most *= (int)width_of(&by[i], is_each);
    int64_t *out = ARENA_ARRAY(p->arena, most * n->axis_count + 1, int64_t);
    for (int r = 0; r < most; r++) {
        bool is_own = true;
        int64_t rest = r;
        for (int i = 0; i < n->axis_count; i++) {
            int64_t width = width_of(&by[i], is_each);
            out[n->region_count * n->axis_count + i] = place_in(&by[i], is_each, rest % width);
            is_own &= out[n->region_count * n->axis_count + i] == 0;
            rest /= width;
        }
        n->region_count += !is_own;
    }
    n->beyond = out;
}

bool halo_need_of(planner *p, const access *a, halo_need *out)
{
    const site *at = &p->sites.data[a->site];
    const array_map *m = map_of(p, a->ref->var);
    halo_side by[MAX_RANK];
    *out = (halo_need){.at = at, .access = a};
    for (int k = 0; k < m->grid->rank; k++) {
        halo_side here;
        if (!halo_distance(p, at, a->ref, k, &here))
            return false;
        if (m->axis[k].source != AXIS_BY_DIM)
            continue;
        by[out->axis_count] = here;
        out->axis[out->axis_count] = k;
        out->dim[out->axis_count++] = m->axis[k].dim;
    }
    list_regions(p, out, by);
    return true;
}

/* --- What covers or computes one ----------------------------------------------- */

bool covered_is_computed(planner *p, const halo_need *n, const site *at, const reference *write,
                         int region)
{
    for (int i = 0; i < n->axis_count; i++) {
        const axis_map *axis = &map_of(p, write->var)->axis[n->axis[i]];
        int64_t by, from, to, wanted = n->beyond[region * n->axis_count + i];
        if (!need_offset_along(p, at, write, n->axis[i], &by))
            return false;
        reach_along(at, n->axis[i], &from, &to);
        int64_t a = covered_elements(axis, by + from), b = covered_elements(axis, by + to);
        if (wanted < (a < b ? a : b) || wanted > (a < b ? b : a))
            return false;
    }
    return true;
}

bool covered_is_others(planner *p, const site *at, const reference *write)
{
    const array_map *m = map_of(p, write->var);
    for (int k = 0; k < m->grid->rank; k++) {
        int64_t by, from, to;
        if (!need_offset_along(p, at, write, k, &by))
            continue;
        reach_along(at, k, &from, &to);
        if (by + from > 0 || by + to < 0)
            return true;
    }
    return false;
}

/* By its definition in the program; what nothing tells is as wide as is asked. */
static int64_t known_width(planner *p, const expr *width)
{
    int64_t value = 0;
    bool ok = true;
    if (!expr_is_int(width, &value))
        value = expr_eval(p->defined, width, &ok);
    return ok ? value : REGION_ANYWHERE;
}

void halo_reach(planner *p, const halo_need *n, const reflect_node *r, int i, int64_t *before,
                int64_t *after)
{
    int d = n->dim[i];
    if (r->var->is_shadow_whole[d] && !r->width_lower[d]) {
        *before = *after = REGION_ANYWHERE;
        return;
    }
    const reflect_widths w = reflect_widths_of(p, r);
    *before = known_width(p, w.lower[d]);
    *after = known_width(p, w.upper[d]);
}

bool reflect_covers(planner *p, const halo_need *n, const reflect_node *r, int region,
                    int64_t *kept)
{
    int sides = 0, moved = 0;
    for (int i = 0; i < n->axis_count; i++) {
        int64_t before, after, wanted = n->beyond[region * n->axis_count + i];
        halo_reach(p, n, r, i, &before, &after);
        bool fits = -before <= wanted && wanted <= after;
        kept[i] = fits ? 0 : wanted;
        sides += wanted != 0;
        moved += fits && wanted != 0;
    }
    return r->is_orthogonal ? sides == 1 && moved == 1 : moved > 0;
}

bool halo_reaches(planner *p, const halo_need *n, const reflect_node *r, int region)
{
    int64_t kept[MAX_RANK];
    bool fits = reflect_covers(p, n, r, region, kept);
    for (int i = 0; i < n->axis_count; i++)
        fits = fits && kept[i] == 0;
    return fits;
}

int halo_region_at(const halo_need *n, const int64_t *place)
{
    size_t size = (size_t)n->axis_count * sizeof *place;
    for (int r = 0; r < n->region_count; r++)
        if (memcmp(n->beyond + r * n->axis_count, place, size) == 0)
            return r;
    return -1;
}
