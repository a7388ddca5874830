#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "training/fit/fit_machine.h"

/* What machine files say of an MPI library, made shorter. */

/* Do two entries differ by their stretch alone? */
static bool differ_by_stretch(const sag_library *a, const sag_library *b)
{
    return a->processors == b->processors && a->how == b->how && a->hands_over == b->hands_over &&
           a->hands_over_apart == b->hands_over_apart && a->sends_first == b->sends_first &&
           !(a->segment_bytes < b->segment_bytes) && !(a->segment_bytes > b->segment_bytes);
}

static sag_library *own_list(arena *a, sag_collective *g)
{
    sag_library *list = arena_copy(a, g->library, (size_t)g->library_count * sizeof *list);
    g->library = list;
    return list;
}

static void leave_out(sag_library *list, int i, sag_collective *g)
{
    memmove(&list[i], &list[i + 1], (size_t)(g->library_count - i - 1) * sizeof *list);
    g->library_count--;
}

bool fit_join_library(arena *a, sag_communication *c)
{
    sag_collective *best = NULL;
    double least = INFINITY;
    int at = 0;
    for (int k = 0; k < COLLECTIVE_KIND_COUNT; k++) {
        sag_collective *g = &c->collective[k];
        for (int i = 0; i + 1 < g->library_count; i++) {
            const sag_library *l = &g->library[i];
            const double apart = fabs(log(l[1].stretch / l->stretch));
            if (!differ_by_stretch(l, l + 1) || apart >= least)
                continue;
            least = apart;
            best = g;
            at = i;
        }
    }
    if (best == NULL)
        return false;
    sag_library *list = own_list(a, best);
    const double middle = sqrt(list[at].stretch * list[at + 1].stretch);
    list[at].stretch = strtod(arena_printf(a, "%.3g", middle), NULL);
    leave_out(list, at + 1, best);
    return true;
}

static bool is_power(int n)
{
    return (n & (n - 1)) == 0;
}

/* A number between others, one that is no power of two first, the largest of them; 0: none. */
static int number_to_miss(const sag_collective *g)
{
    int found = 0;
    for (int i = 0; i < g->library_count; i++) {
        const int n = g->library[i].processors;
        if (n == g->library[0].processors || n == g->library[g->library_count - 1].processors)
            continue;
        if (found == 0 || is_power(n) < is_power(found) ||
            (is_power(n) == is_power(found) && n > found))
            found = n;
    }
    return found;
}

bool fit_leave_out_of_library(arena *a, sag_communication *c)
{
    sag_collective *most = &c->collective[0];
    for (int k = 1; k < COLLECTIVE_KIND_COUNT; k++)
        if (c->collective[k].library_count > most->library_count)
            most = &c->collective[k];
    const int number = number_to_miss(most);
    sag_library *list = own_list(a, most);
    for (int i = most->library_count - 1; i >= 0 && number > 0; i--)
        if (list[i].processors == number)
            leave_out(list, i, most);
    return number > 0;
}

static bool has_function(const sag_collective *g, int processors)
{
    for (int i = 0; i < g->measured_count; i++)
        if (g->measured[i].processors == processors && g->measured[i].function.piece_count > 0)
            return true;
    return false;
}

void fit_mend_library(arena *a, sag_communication *c)
{
    for (int k = 0; k < COLLECTIVE_KIND_COUNT; k++) {
        sag_collective *g = &c->collective[k];
        sag_library *list = own_list(a, g);
        for (int i = 0; i < g->library_count; i++)
            if (collective_has_algorithm((collective_kind)k) && list[i].how == LIBRARY_MEASURED &&
                !has_function(g, list[i].processors))
                list[i].how = k == COLLECTIVE_BROADCAST ? LIBRARY_BINOMIAL : LIBRARY_UP_AND_DOWN;
    }
}
