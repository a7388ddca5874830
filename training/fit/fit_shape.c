#include "training/fit/fit_shape.h"

#include <math.h>

#include "support/format.h"
#include "support/sort.h"
#include "sysmodels/network/route.h"
#include "training/fit/fit_message.h"

/* The part of a message's time below which a difference is none; and the part of
 * the differences' squares that a network's shape may leave unexplained. */
static const double NO_DIFFERENCE = 0.02, UNEXPLAINED = 0.05;

/* There are many meshes and tori, and some is near to anything: one has to be nearer. */
static const double SIDES_UNEXPLAINED = 0.01;

enum { SMALL = 1024, ARITY_MOST = 256 };

/* Differences grow with bytes where a line through so many is so much nearer. */
enum { LINE_LEAST = 3, NEARER = 4 };

static const char FROM_PARTNERS[] = "pingpong by partner";

int shape_hops(const sag_communication *c, int ranks, int partner)
{
    const int from = 0;
    return sag_route_between(c, 1, &ranks, &from, &partner).hops;
}

static double middle_off(arena *a, const fit_point *p, int count, double constant, double slope)
{
    double *off = ARENA_ARRAY(a, count, double);
    for (int i = 0; i < count; i++)
        off[i] = fabs(p[i].y - constant - slope * p[i].x);
    return sort_median(off, count);
}

static double middle_beside(arena *a, const fit_point *p, int count, double slope)
{
    double *rest = ARENA_ARRAY(a, count, double);
    for (int i = 0; i < count; i++)
        rest[i] = p[i].y - slope * p[i].x;
    return sort_median(rest, count);
}

/* Of differences what does not grow with bytes: links that are slower further off are no hops. A
 * line by the middle of all slopes (Theil 1950, Sen 1968), where it is far nearer than what is
 * the same of all sizes. */
static double constant_of(arena *a, const fit_point *p, int count)
{
    double *slope = ARENA_ARRAY(a, count * count + 1, double);
    int slopes = 0;
    const double same = middle_beside(a, p, count, 0);
    if (count < LINE_LEAST)
        return same;
    for (int i = 0; i < count; i++)
        for (int k = i + 1; k < count; k++)
            slope[slopes++] = (p[k].y - p[i].y) / (p[k].x - p[i].x);
    const double growth = sort_median(slope, slopes), beside = middle_beside(a, p, count, growth);
    return middle_off(a, p, count, beside, growth) * NEARER < middle_off(a, p, count, same, 0)
               ? beside
               : same;
}

/* What a message to a partner takes longer than one to rank 1, at sizes from `least` to below
 * `most`, whatever its bytes. */
static double longer(arena *a, const fit_pair *near, const fit_pair *far, bool occupied,
                     double least, double most)
{
    fit_point *apart = ARENA_ARRAY(a, far->data.count + 1, fit_point);
    int count = 0;
    for (int i = 0, k = 0; i < far->data.count; i++) {
        const fit_point *p = occupied ? &far->data.occupied[i] : &far->data.total[i];
        while (k < near->data.count && near->data.total[k].x < p->x)
            k++;
        if (k == near->data.count || near->data.total[k].x > p->x || p->x < least || p->x >= most)
            continue;
        apart[count++] =
            (fit_point){p->x, p->y - (occupied ? near->data.occupied[k].y : near->data.total[k].y)};
    }
    return count > 0 ? constant_of(a, apart, count) : 0;
}

shape_slope shape_slope_of(arena *a, const sag_communication *c, int ranks, const fit_partners *all,
                           bool occupied, double least, double most)
{
    const int near = shape_hops(c, ranks, all->pair[0].partner);
    double hh = 0, hx = 0, xx = 0;
    for (int i = 1; i < all->count; i++) {
        const double h = shape_hops(c, ranks, all->pair[i].partner) - near;
        const double x = longer(a, &all->pair[0], &all->pair[i], occupied, least, most);
        hh += h * h;
        hx += h * x;
        xx += x * x;
    }
    const double per_hop = hh > 0 ? fmax(0, hx / hh) : 0;
    const double rest = xx - 2 * per_hop * hx + per_hop * per_hop * hh;
    return (shape_slope){per_hop, xx > 0 ? rest / xx : 0};
}

static void try_shape(arena *a, const sag_communication *candidate, int ranks,
                      const fit_partners *all, double *least, sag_communication *c)
{
    const shape_slope s = shape_slope_of(a, candidate, ranks, all, false, 0, SMALL + 1);
    if (s.unexplained < *least) {
        *least = s.unexplained;
        *c = *candidate;
    }
}

void shape_copy(const sag_communication *like, sag_communication *c)
{
    c->topology = like->topology;
    c->topology_origin = like->topology_origin;
    c->embedding = like->embedding;
    c->embedding_origin = like->embedding_origin;
    c->nodes_max = like->nodes_max;
    c->nodes_max_origin = like->nodes_max_origin;
    c->arity = like->arity;
    c->arity_2 = like->arity_2;
    c->arity_3 = like->arity_3;
    c->side_1 = like->side_1;
    c->side_2 = like->side_2;
    c->side_3 = like->side_3;
    c->switch_nodes = like->switch_nodes;
    c->group_nodes = like->group_nodes;
}

static sag_communication candidate_of(topology kind)
{
    return (sag_communication){.topology = kind,
                               .embedding = EMBED_ROW_MAJOR,
                               .topology_origin = fit_origin(FROM_PARTNERS),
                               .embedding_origin = fit_origin("ranks in their order")};
}

/* Meshes of which ranks have the first rows, the last of them in part: there may be more rows. */
static void try_rows(arena *a, int ranks, const fit_partners *all, double *least,
                     sag_communication *found)
{
    sag_communication candidate = candidate_of(TOPOLOGY_MESH);
    for (int row = 2; row < ranks; row++) {
        if (ranks % row == 0)
            continue; /* tried as a whole mesh */
        candidate.side_1 = fit_count((ranks + row - 1) / row, FROM_PARTNERS);
        candidate.side_2 = fit_count(row, FROM_PARTNERS);
        try_shape(a, &candidate, ranks, all, least, found);
    }
}

/* Tori and meshes of one, two and three axes that have as many nodes as there are ranks. */
static void try_sides(arena *a, int ranks, const fit_partners *all, topology kind, double *least,
                      sag_communication *found)
{
    sag_communication candidate = candidate_of(kind);
    quantity *set[] = {&candidate.side_1, &candidate.side_2, &candidate.side_3};
    for (int last = 2; last <= ranks; last++) {
        const int rest = ranks / last;
        for (int middle = 1; ranks % last == 0 && middle <= rest; middle++) {
            const int side[] = {rest / middle, middle, last};
            if (rest % middle != 0 || (side[0] == 1 && middle > 1))
                continue; /* none, or a shape of fewer axes */
            candidate.side_1 = candidate.side_2 = candidate.side_3 = (quantity){0};
            for (int d = 0, count = 0; d < 3; d++)
                if (side[d] > 1)
                    *set[count++] = fit_count(side[d], FROM_PARTNERS);
            try_shape(a, &candidate, ranks, all, least, found);
        }
    }
}

/* Trees of which the switches of the second level join another number than those of the first: of
 * three levels at least, as two have no third one to tell it. */
static void try_levels(arena *a, int ranks, const fit_partners *all, double *least,
                       sag_communication *found)
{
    sag_communication candidate = candidate_of(TOPOLOGY_FAT_TREE);
    for (int nodes = 2; 2 * nodes < ranks && nodes <= ARITY_MOST; nodes++)
        for (int switches = 2; nodes * switches < ranks; switches++) {
            if (switches == nodes)
                continue; /* tried before */
            candidate.arity = fit_count(nodes, FROM_PARTNERS);
            candidate.arity_2 = fit_count(switches, FROM_PARTNERS);
            try_shape(a, &candidate, ranks, all, least, found);
        }
}

/* Dragonflies of two groups at least, of two switches at least each. */
static void try_groups(arena *a, int ranks, const fit_partners *all, double *least,
                       sag_communication *found)
{
    sag_communication candidate = candidate_of(TOPOLOGY_DRAGONFLY);
    for (int at_switch = 1; at_switch <= ranks / 4; at_switch++)
        for (int group = 2 * at_switch; group <= ranks / 2; group += at_switch) {
            candidate.switch_nodes = fit_count(at_switch, FROM_PARTNERS);
            candidate.group_nodes = fit_count(group, FROM_PARTNERS);
            for (int has_links = 0; has_links < 2; has_links++) {
                /* With links told, ways are by the switches that join groups: network/route.c. */
                candidate.link_per_byte =
                    has_links ? fit_time(1e-12, 0, FROM_PARTNERS) : (quantity){0};
                try_shape(a, &candidate, ranks, all, least, found);
            }
        }
}

void shape_find(arena *a, int ranks, const fit_partners *all, sag_communication *c,
                fit_notes *notes)
{
    double most = 0, least = 0;
    for (int i = 1; i < all->count; i++) {
        const double x = longer(a, &all->pair[0], &all->pair[i], false, 0, SMALL + 1);
        most = fmax(most, x);
        least = fmin(least, x);
    }
    c->topology = TOPOLOGY_SWITCH;
    c->embedding = EMBED_ROW_MAJOR;
    c->topology_origin = fit_origin(all->count > 1 ? "all partners take the same"
                                                   : "two ranks do not show a network's shape");
    const double alone = all->pair[0].data.total[0].y;
    if (most - least < NO_DIFFERENCE * alone)
        return;

    double unexplained = UNEXPLAINED;
    sag_communication found = {0};
    sag_communication candidate = candidate_of(TOPOLOGY_HYPERCUBE);
    try_shape(a, &candidate, ranks, all, &unexplained, &found);
    for (int arity = 2; arity < ranks && arity <= ARITY_MOST; arity++) {
        candidate = (sag_communication){.topology = TOPOLOGY_FAT_TREE,
                                        .embedding = EMBED_ROW_MAJOR,
                                        .topology_origin = fit_origin(FROM_PARTNERS),
                                        .arity = fit_count(arity, FROM_PARTNERS)};
        try_shape(a, &candidate, ranks, all, &unexplained, &found);
    }
    unexplained = fmin(unexplained, SIDES_UNEXPLAINED);
    try_sides(a, ranks, all, TOPOLOGY_TORUS, &unexplained, &found);
    try_sides(a, ranks, all, TOPOLOGY_MESH, &unexplained, &found);
    try_rows(a, ranks, all, &unexplained, &found);
    try_groups(a, ranks, all, &unexplained, &found);
    try_levels(a, ranks, all, &unexplained, &found);
    if (found.topology_origin.source != NULL) {
        shape_copy(&found, c);
        c->link_per_byte = found.link_per_byte; /* of a dragonfly; its value is fit_links.c's */
    } else {
        fit_note(a, notes,
                 "warning: messages to some ranks take %s more than to others, by no rule that was "
                 "recognised; they are taken to be alike (--network-of states the shape)",
                 format_time(a, most - least));
    }
}
