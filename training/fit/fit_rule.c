#include "training/fit/fit_rule.h"

#include <math.h>
#include <string.h>

#include "support/format.h"
#include "support/sort.h"
#include "support/utf8.h"
#include "sysmodels/network/route.h"
#include "training/fit/fit_message.h"
#include "training/fit/fit_witness.h"

/* One direction after another has to be so much faster to be a machine's rule. */
static const double FASTER = 0.02;

/* A rule that is not further off is good enough. */
static const double RULE_OFF = 0.02;

/* The kernels in which several messages meet at a rank; and what comes to one that asks for it
 * late, apart for messages that have come by themselves and those that begin then, however many
 * sizes are the ones or the others. Where ranks come together, as in the kernels before, rules may
 * say the same of all sizes. */
enum { NEIGHBOURS = 1, WITHOUT_LATE = FIT_PATTERNS - 2 };
static const fit_pattern patterns[FIT_PATTERNS] = {
    {"shift", "shift", FIT_NOT_LATE},
    {"neighbours.posted", "neighbours.posted", FIT_NOT_LATE},
    {"neighbours.phased", "neighbours.phased", FIT_NOT_LATE},
    {"gather", "gather", FIT_NOT_LATE},
    {"alltoall", "alltoall", FIT_NOT_LATE},
    {"receive.late", "late, has come", FIT_HAS_COME},
    {"receive.late", "late, waits", FIT_WAITS}};

static const char *const rule_names[FIT_RULES] = {"posted", "pushed", "adapter"};

/* ---- the evidence ---- */

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
                            fit_candidates *all)
{
    *all = (fit_candidates){.of = {*c, *c, *adapter},
                            .is_known = {true, true, adapter->piece_count > 0}};
    all->of[FIT_RULE_POSTED].exchange = EXCHANGE_POSTED;
    all->of[FIT_RULE_PUSHED].exchange = EXCHANGE_PUSHED;
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
                    const fit_candidates *all, fit_evidence *e)
{
    for (int i = 0; i < FIT_PATTERNS; i++)
        e->witness[i] = fit_hear(a, data, network, all, &patterns[i]);
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
        is_off |= w->counts && w->off[rule] > FIT_NO_WITNESS &&
                  w->off[FIT_RULE_ADAPTER] <= FIT_NO_WITNESS;
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
    fit_candidates *all = ARENA_NEW(a, fit_candidates);
    *all = (fit_candidates){.of = {*c, *c}, .is_known = {true, true}};
    all->of[1].ports = fit_count(ports, "neighbours");
    e->ports = fit_hear(a, data, network, all, &patterns[NEIGHBOURS]);
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
    fit_candidates *all = ARENA_NEW(a, fit_candidates);
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

/* A line for each pattern that was measured, of `count` candidates. */
static void print_witnesses(arena *a, int patterns_count, const fit_witness *all, int count,
                            const bool *is_known, FILE *out)
{
    for (int i = 0; i < patterns_count; i++) {
        const fit_witness *w = &all[i];
        if (w->points == 0)
            continue;
        fprintf(out, "  %-*s ", NAME - 2, w->pattern);
        cell(out, format_integer(a, w->points));
        cell(out, format_integer(a, w->contended));
        cell(out, format_integer(a, w->telling));
        for (int k = 0; k < count; k++)
            cell(out, is_known[k] && w->telling > 0 ? format_percent(a, w->off[k]) : "–");
        fputs(w->counts       ? "\n"
              : !fit_tells(w) ? " all say the same\n"
                              : " none describes it\n",
              out);
    }
}

static void print_head(const char *what, int count, const char *const *names, FILE *out)
{
    fprintf(out, "\n%-*s ", NAME, what);
    cell(out, "points");
    cell(out, "contended");
    cell(out, "telling");
    for (int k = 0; k < count; k++)
        cell(out, names[k]);
    fputc('\n', out);
}

static void print_shared(arena *a, const fit_evidence *e, FILE *out)
{
    static const char *const names[] = {"in turn", "shared"};
    static const bool is_known[] = {true, true};
    int points = 0;
    for (int i = 0; i < FIT_PORT_PATTERNS; i++)
        points += e->shared[i].points;
    if (points == 0)
        return;
    print_head("ports of nodes", 2, names, out);
    print_witnesses(a, FIT_PORT_PATTERNS, e->shared, 2, is_known, out);
}

void fit_print_evidence(arena *a, const fit_evidence *e, FILE *out)
{
    if (!e->is_set)
        return;
    print_head("rule of exchanges", FIT_RULES, rule_names, out);
    print_witnesses(a, FIT_PATTERNS, e->witness, FIT_RULES, e->is_known, out);
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
    print_shared(a, e, out);
}
