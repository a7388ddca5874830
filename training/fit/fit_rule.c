#include "training/fit/fit_rule.h"

#include <math.h>
#include <string.h>

#include "support/format.h"
#include "support/sort.h"
#include "support/utf8.h"
#include "sysmodels/network/route.h"
#include "training/fit/fit_message.h"
#include "training/fit/fit_overhead.h"

/* One direction after another has to be so much faster to be a machine's rule. */
static const double FASTER = 0.02;

/* A rule that is not further off is good enough. */
static const double RULE_OFF = 0.02;

/* What takes so much longer than every rule says waited for something that no rule has: a link
 * that others used too. */
static const double CONTENDED = 0.05;

/* Rules that are no further apart than this say the same of a point, which cannot choose then. */
static const double ALIKE = 0.02;

/* A pattern that even the nearest rule is so far off, in the middle, says nothing of rules: MPI
 * does it in another way. */
static const double NO_WITNESS = 0.10;

/* So many points at least speak for a pattern, and one in so many of those that are not contended:
 * where rules differ at sizes at which the protocol changes alone, it is these that are off. */
enum { TELLING_LEAST = 3, TELLING_ONE_IN = 20 };

/* What took less was not measured. */
static const double LEAST_S = 1e-12;

/* Taking up a message takes less than this part of it: it has come. */
static const double HAS_COME = 0.5;

static bool tells(const fit_witness *w)
{
    return w->telling >= TELLING_LEAST && w->telling * TELLING_ONE_IN >= w->points - w->contended;
}

/* The kernels in which several messages meet at a rank; and what comes to one that asks for it
 * late, apart for messages that have come by themselves and those that begin then, however many
 * sizes are the ones or the others. Where ranks come together, as in the kernels before, rules may
 * say the same of all sizes. */
enum { NEIGHBOURS = 1, WITHOUT_LATE = FIT_PATTERNS - 2 };
static const struct {
    const char *kernel, *name;
} patterns[FIT_PATTERNS] = {{"shift", "shift"},
                            {"neighbours.posted", "neighbours.posted"},
                            {"neighbours.phased", "neighbours.phased"},
                            {"gather", "gather"},
                            {"alltoall", "alltoall"},
                            {"receive.late", "late, has come"},
                            {"receive.late", "late, waits"}};

static const char *const rule_names[FIT_RULES] = {"posted", "pushed", "adapter"};

/* ---- the evidence ---- */

typedef struct candidates {
    sag_communication of[FIT_RULES];
    bool is_known[FIT_RULES];
} candidates;

int fit_ports_of(const sag_communication *c)
{
    switch (c->topology) {
    case TOPOLOGY_MESH:
    case TOPOLOGY_TORUS:
        return 2 * (c->side_1.is_set + c->side_2.is_set + c->side_3.is_set);
    case TOPOLOGY_HYPERCUBE:
        return SAG_CHANNELS;
    case TOPOLOGY_FULL:
    case TOPOLOGY_SWITCH:
    case TOPOLOGY_FAT_TREE:
    case TOPOLOGY_DRAGONFLY:
        break;
    }
    return 1;
}

static void make_candidates(const sag_communication *c, const sag_communication *adapter,
                            candidates *all)
{
    *all =
        (candidates){.of = {*c, *c, *adapter}, .is_known = {true, true, adapter->piece_count > 0}};
    all->of[FIT_RULE_POSTED].exchange = EXCHANGE_POSTED;
    all->of[FIT_RULE_PUSHED].exchange = EXCHANGE_PUSHED;
}

/* Of a point: how far each rule is off, in proportion (by the logarithm, so that twice and half are
 * as far); whether they differ; and whether it took longer than all of them say. */
typedef struct weight {
    double off[FIT_RULES];
    bool tells, is_contended, has_come;
} weight;

/* How long rank 1 pauses before it asks for a message (train_overhead.c); 0: not measured. */
static double pause_of(const fit_data *data, const fit_series *s)
{
    const double bytes = (double)fit_parameter(s, "bytes");
    const double trip = fit_pair_s(data, "pingpong.send", bytes);
    return fmax(trip >= 0 ? trip : fit_pair_s(data, "pingpong", bytes), 0);
}

/* Returns whether the rules say anything of the point. Of who is late the pause counts, too: what
 * is left of a message that has come is next to nothing, and proportions to that are. */
static bool weigh(arena *a, const fit_data *data, const fit_network *network, const candidates *all,
                  const fit_series *s, weight *w)
{
    double least = INFINITY, most = 0;
    const bool is_late = fit_is_kernel(s, patterns[WITHOUT_LATE].kernel);
    const double pause = is_late ? pause_of(data, s) : 0, measured = pause + s->median_s;
    if (is_late && !(pause > 0))
        return false;
    for (int k = 0; k < FIT_RULES; k++) {
        if (!all->is_known[k])
            continue;
        fit_network with = *network;
        with.communication = &all->of[k];
        const double predicted =
            is_late ? fit_late_receiver(a, &with, (double)fit_parameter(s, "bytes"), pause)
                    : fit_simulate(a, &with, s);
        if (predicted <= 0)
            return false;
        w->off[k] = fabs(log(predicted / measured));
        least = fmin(least, predicted);
        most = fmax(most, predicted);
    }
    w->has_come = s->median_s < HAS_COME * pause / 2;
    w->tells = most > least * (1 + ALIKE);
    w->is_contended = measured > most * (1 + CONTENDED);
    return true;
}

static double nearest_of(const fit_witness *w, const candidates *all)
{
    double least = INFINITY;
    for (int k = 0; k < FIT_RULES; k++)
        least = all->is_known[k] ? fmin(least, w->off[k]) : least;
    return least;
}

/* What one pattern says: the middle of the uncontended points that tell rules apart, as one that is
 * twice as long for a reason that no rule has would outweigh many. */
static fit_witness hear(arena *a, const fit_data *data, const fit_network *network,
                        const candidates *all, int pattern)
{
    fit_witness w = {.pattern = patterns[pattern].name};
    double *off[FIT_RULES];
    for (int k = 0; k < FIT_RULES; k++)
        off[k] = ARENA_ARRAY(a, data->count + 1, double);
    int left = 0;
    /* Taking up what has come may take nothing. */
    const double least = pattern < WITHOUT_LATE ? LEAST_S : 0;
    for (int i = 0; i < data->count; i++) {
        const fit_series *s = &data->series[i];
        weight at = {0};
        if (!fit_is_kernel(s, patterns[pattern].kernel) || s->median_s < least ||
            !weigh(a, data, network, all, s, &at))
            continue;
        if (pattern >= WITHOUT_LATE && at.has_come != (pattern == WITHOUT_LATE))
            continue;
        w.points++;
        w.contended += at.is_contended;
        if (at.is_contended || !at.tells)
            continue;
        for (int k = 0; k < FIT_RULES; k++)
            off[k][left] = at.off[k];
        left++;
    }
    w.telling = left;
    for (int k = 0; k < FIT_RULES && left > 0; k++)
        w.off[k] = sort_median(off[k], left);
    w.counts = tells(&w) && nearest_of(&w, all) <= NO_WITNESS;
    return w;
}

static double mean_off(const fit_evidence *e, int rule)
{
    double sum = 0;
    int count = 0;
    for (int i = 0; i < FIT_PATTERNS; i++) {
        if (e->witness[i].counts) {
            sum += e->witness[i].off[rule];
            count++;
        }
    }
    return count > 0 ? sum / count : 0;
}

static void collect(arena *a, const fit_data *data, const fit_network *network,
                    const candidates *all, fit_evidence *e)
{
    for (int i = 0; i < FIT_PATTERNS; i++)
        e->witness[i] = hear(a, data, network, all, i);
    for (int k = 0; k < FIT_RULES; k++) {
        e->is_known[k] = all->is_known[k];
        e->off[k] = mean_off(e, k);
    }
}

/* ---- the choice ---- */

static const fit_series *find_phased(const fit_data *data, const fit_series *posted)
{
    for (int i = 0; i < data->count; i++) {
        const fit_series *s = &data->series[i];
        if (fit_is_kernel(s, "neighbours.phased") && strcmp(s->parameters, posted->parameters) == 0)
            return s;
    }
    return NULL;
}

/* How much longer one direction after another takes than all together, in the middle; 0: not
 * measured. */
static double phased_ratio(arena *a, const fit_data *data)
{
    double *ratio = ARENA_ARRAY(a, data->count + 1, double);
    int count = 0;
    for (int i = 0; i < data->count; i++) {
        const fit_series *s = &data->series[i], *other;
        if (fit_is_kernel(s, "neighbours.posted") && s->median_s > 0 &&
            (other = find_phased(data, s)) != NULL && other->median_s > 0)
            ratio[count++] = other->median_s / s->median_s;
    }
    return count > 0 ? sort_median(ratio, count) : 0;
}

/* Does a rank that asks for a message late contradict a rule, and not adapters? Then it has come,
 * or begins, where the rule has it otherwise, however well that describes ranks that come together.
 */
static bool is_refuted(const fit_evidence *e, fit_rule rule)
{
    bool is_off = false;
    for (int i = WITHOUT_LATE; i < FIT_PATTERNS; i++) {
        const fit_witness *w = &e->witness[i];
        is_off |= w->counts && w->off[rule] > NO_WITNESS && w->off[FIT_RULE_ADAPTER] <= NO_WITNESS;
    }
    return is_off && e->is_known[FIT_RULE_ADAPTER];
}

/* A message occupies who receives it too, unless what was measured is twice as near to the
 * contrary, or refutes it; adapters carry messages if nothing else is left, or if that is twice as
 * near as the nearest rule without them, which is off: or nearer alone, where one is refuted. */
static fit_rule nearest_rule(const fit_evidence *e)
{
    const bool no_posted = is_refuted(e, FIT_RULE_POSTED),
               no_pushed = is_refuted(e, FIT_RULE_PUSHED);
    if (no_posted && no_pushed)
        return FIT_RULE_ADAPTER;
    const bool is_pushed =
        no_posted || (!no_pushed && 2 * e->off[FIT_RULE_PUSHED] < e->off[FIT_RULE_POSTED]);
    const fit_rule without = is_pushed ? FIT_RULE_PUSHED : FIT_RULE_POSTED;
    const int times = no_posted || no_pushed ? 1 : 2;
    if (e->is_known[FIT_RULE_ADAPTER] && e->off[without] > RULE_OFF &&
        times * e->off[FIT_RULE_ADAPTER] < e->off[without])
        return FIT_RULE_ADAPTER;
    return without;
}

/* Gives adapters a port for each channel where messages to several neighbours at once are twice as
 * near to that. MPI's own patterns do not choose: many of their messages share channels further on.
 */
static void choose_ports(arena *a, const fit_data *data, const fit_network *network,
                         fit_evidence *e, sag_communication *c)
{
    const int ports = fit_ports_of(c);
    if (ports == 1)
        return;
    candidates *all = ARENA_NEW(a, candidates);
    *all = (candidates){.of = {*c, *c}, .is_known = {true, true}};
    all->of[1].ports = fit_count(ports, "neighbours");
    e->ports = hear(a, data, network, all, NEIGHBOURS);
    if (e->ports.counts && e->ports.off[0] > RULE_OFF && 2 * e->ports.off[1] < e->ports.off[0])
        c->ports = all->of[1].ports;
}

/* ", as a rank that comes late refutes posted and pushed": why the nearest in the mean is not
 * chosen. */
static const char *refuted_text(arena *a, const fit_evidence *e)
{
    const char *text = "";
    for (int k = 0; k < FIT_RULES; k++)
        if (k != FIT_RULE_ADAPTER && is_refuted(e, (fit_rule)k))
            text = arena_printf(a, "%s %s",
                                *text ? arena_printf(a, "%s and", text)
                                      : ", as a rank that comes late refutes",
                                rule_names[k]);
    return text;
}

static const char *rule_text(const sag_communication *c)
{
    switch (c->exchange) {
    case EXCHANGE_PHASED:
        return "phased";
    case EXCHANGE_PUSHED:
        return "pushed, receivers are not occupied";
    case EXCHANGE_ADAPTER:
        return c->ports.is_set ? "adapters with a port for each channel carry messages while "
                                 "processors go on"
                               : "adapters carry messages while processors go on";
    case EXCHANGE_POSTED:
        break;
    }
    return "posted";
}

/* The kernels that were measured and weighed. */
static const char *kernels_of(arena *a, const fit_evidence *e)
{
    const char *all = NULL;
    for (int i = 0; i < FIT_PATTERNS; i++)
        if (e->witness[i].points > 0 && !(all && strstr(all, patterns[i].kernel)))
            all = all ? arena_printf(a, "%s, %s", all, patterns[i].kernel) : patterns[i].kernel;
    return all ? all : "neighbours";
}

/* A program that may choose posts its messages together where that is faster. */
void fit_choose_rule(arena *a, const fit_data *data, const fit_network *network,
                     sag_communication *c, const sag_communication *adapter, fit_evidence *evidence,
                     fit_notes *notes)
{
    *evidence = (fit_evidence){0};
    c->exchange = EXCHANGE_POSTED;
    c->exchange_origin = fit_origin("neighbours");
    const double ratio = phased_ratio(a, data);
    if (!(ratio > 0)) {
        c->exchange_origin = (origin){FROM_DERIVED, "not measured"};
        return;
    }
    candidates *all = ARENA_NEW(a, candidates);
    make_candidates(c, adapter, all);
    collect(a, data, network, all, evidence);
    evidence->is_set = true;
    evidence->rule = nearest_rule(evidence);
    const origin chosen = fit_origin(kernels_of(a, evidence));
    if (ratio < 1 - FASTER)
        c->exchange = EXCHANGE_PHASED;
    else
        *c = all->of[evidence->rule];
    if (c->exchange == EXCHANGE_ADAPTER)
        choose_ports(a, data, network, evidence, c);
    c->exchange_origin = chosen;
    fit_note(a, notes, "exchanges: %s%s; one direction after another takes %.2f times as long",
             rule_text(c), c->exchange == EXCHANGE_PHASED ? "" : refuted_text(a, evidence), ratio);
}

/* ---- for people ---- */

enum { NAME = 19, CELL = 9 };

static void cell(FILE *out, const char *text)
{
    const int missing = CELL - utf8_columns(text);
    fprintf(out, "%*s%s ", missing > 0 ? missing : 0, "", text);
}

/* Rules that the mean does not choose, however near they are in it. */
static void print_refuted(const fit_evidence *e, FILE *out)
{
    bool is_any = false;
    for (int k = 0; k < FIT_RULES; k++)
        is_any |= k != FIT_RULE_ADAPTER && is_refuted(e, (fit_rule)k);
    if (!is_any)
        return;
    fprintf(out, "  %-*s ", NAME - 2, "a late rank says");
    for (int i = 0; i < 3; i++)
        cell(out, "");
    for (int k = 0; k < FIT_RULES; k++)
        cell(out, k != FIT_RULE_ADAPTER && is_refuted(e, (fit_rule)k) ? "refuted" : "");
    fputs("\n", out);
}

void fit_print_evidence(arena *a, const fit_evidence *e, FILE *out)
{
    if (!e->is_set)
        return;
    fprintf(out, "\n%-*s ", NAME, "rule of exchanges");
    cell(out, "points");
    cell(out, "contended");
    cell(out, "telling");
    for (int k = 0; k < FIT_RULES; k++)
        cell(out, rule_names[k]);
    fputc('\n', out);
    for (int i = 0; i < FIT_PATTERNS; i++) {
        const fit_witness *w = &e->witness[i];
        if (w->points == 0)
            continue;
        fprintf(out, "  %-*s ", NAME - 2, w->pattern);
        cell(out, format_integer(a, w->points));
        cell(out, format_integer(a, w->contended));
        cell(out, format_integer(a, w->telling));
        for (int k = 0; k < FIT_RULES; k++)
            cell(out, e->is_known[k] && w->telling > 0 ? format_percent(a, w->off[k]) : "–");
        fputs(w->counts   ? "\n"
              : !tells(w) ? " rules say the same\n"
                          : " no rule describes it\n",
              out);
    }
    fprintf(out, "  %-*s ", NAME - 2, "mean");
    cell(out, "");
    cell(out, "");
    cell(out, "");
    for (int k = 0; k < FIT_RULES; k++)
        cell(out, e->is_known[k] ? format_percent(a, e->off[k]) : "–");
    fputs("\n", out);
    print_refuted(e, out);
    if (e->link_points > 0)
        fprintf(out,
                "  %d points where messages meet: %s off in the mean with the links that were "
                "found, %s without\n",
                e->link_points, format_percent(a, e->links_with),
                format_percent(a, e->links_without));
    if (e->ports.telling > 0)
        fprintf(out,
                "  of these, %d tell of ports: with one they are %s off, with one for each "
                "channel %s\n",
                e->ports.telling, format_percent(a, e->ports.off[0]),
                format_percent(a, e->ports.off[1]));
}
