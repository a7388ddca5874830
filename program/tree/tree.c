#include "program/tree/tree.h"

/* Is place a before place b of the same file? */
static bool is_before(int line_a, int column_a, int line_b, int column_b)
{
    return line_a < line_b || (line_a == line_b && column_a < column_b);
}

static bool is_within(source_range place, source_range extent)
{
    return place.file == extent.file &&
           !is_before(place.line, place.column, extent.line, extent.column) &&
           is_before(place.line, place.column, extent.end_line, extent.end_column);
}

const source_region *program_region_at(const program *p, source_range where)
{
    const source_region *smallest = NULL;
    for (int i = 0; i < p->region_count && where.file; i++)
        if (is_within(where, p->regions[i]->extent))
            smallest = p->regions[i]; /* those inside come later */
    return smallest;
}

bool variable_is_of_source(const variable *v)
{
    return !v->owner || !v->owner->intrinsic;
}
