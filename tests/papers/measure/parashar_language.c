#include <stdio.h>
#include <string.h>

#include "tests/papers/measure/parashar.h"

/* Directives and constructs of the language (Parashar and Hariri 1996, sections 2.2, 3 and 4). Who
 * owns what, and what moves, is worked out here by walking the elements. */

/* The processor that has something to do; -1 if none has, or several have. */
static int busy_one(const json_t *o)
{
    int busy = -1;
    size_t i;
    const json_t *time;
    json_array_foreach(json_object_get(o, "busy_s"), i, time)
    {
        if (json_number_value(time) == 0)
            continue;
        if (busy >= 0)
            return -1;
        busy = (int)i;
    }
    return busy;
}

/* The elements of an array of figure 6 whose owner is the one that its second subscript gives,
 * counted from 1 as there: TMPL(8,8) in blocks of two columns. */
static int right_owners(const char *flags, int columns, int shift)
{
    char options[128];
    int right = 0;
    size_t i;
    const json_t *one;
    snprintf(options, sizeof options, "--procs 4 --set ROW=0:4:1 --set COLUMN=0:%d:1", columns - 1);
    json_t *all = program("figure6", options, flags);
    json_array_foreach(all, i, one)
    {
        const int j = 1 + (int)number(json_object_get(one, "parameters"), "COLUMN");
        right += busy_one(one) == (j + shift - 1) / 2;
    }
    json_decref(all);
    return right;
}

figure parashar_figure_6(void)
{
    const int a = right_owners("", 4, 0), b = right_owners("-DOF_B=1", 6, 2);
    return statement(
        a == 5 * 4 && b == 5 * 6,
        "%d of 20 elements of A and %d of 30 of B are where the directives put them, by "
        "hand: A on processors 0 and 1, B on 1, 2 and 3",
        a, b);
}

/* A host starts two nodes and receives four bytes; a node adds, and sends a double. */
figure parashar_figure_4(void)
{
    json_t *o = program("figure4", "--host", "");
    const double spawn = 1e-6 * (machine_value("ipsc860", "host.io.spawn_us") +
                                 2 * machine_value("ipsc860", "host.io.spawn_per_node_us")),
                 results =
                     1e-6 *
                     (machine_value("ipsc860", "link.communication.pieces[0].startup_us") +
                      4 * machine_value("ipsc860", "link.communication.pieces[0].per_byte_us") +
                      machine_value("ipsc860", "link.communication.pieces[0].per_hop_us"));
    double started = 0, ended = 0;
    size_t i;
    const json_t *line;
    json_array_foreach(json_object_get(o, "lines"), i, line)
    {
        const char *class = json_string_value(json_object_get(line, "aau"));
        if (strcmp(class, "Spawn") == 0)
            started = number(line, "time_s");
        if (strcmp(class, "End") == 0)
            ended = number(line, "time_s");
    }
    const double sent = part(o, "communication"), messages = communication(o, "shift", "messages");
    json_decref(o);
    o = graph("tests/papers/programs/figure4.c", "");
    const size_t edges = json_array_size(json_object_get(o, "edges"));
    json_decref(o);
    return statement(
        equal(started, spawn) && equal(ended, results) && equal(sent, short_message(8)) &&
            messages == 2 && edges == 1,
        "spawning %.1f ms, 2 messages at once %.1f µs, results %.1f µs, as by hand; the "
        "messages are %zu edge of the graph",
        1e3 * started, 1e6 * sent, 1e6 * ended, edges);
}

figure parashar_default_mapping(void)
{
    json_t *o = program("mapping", "--procs 4 --set N=64", "");
    const bool is_replicated =
        has_unit(o, "Seq", 64) && has_unit(o, "Seq", 16) && communication(o, NULL, "messages") == 0;
    json_decref(o);
    int taken = 0;
    static const char *const ways[] = {"block", "cyclic", "cyclic(4)", "*"};
    for (int i = 0; i < 4; i++) {
        char options[128];
        snprintf(options, sizeof options, "--procs 4 --set N=64 --distribute 'T(%s)'", ways[i]);
        o = program("mapping", options, "");
        taken += json_is_true(json_object_get(o, "complete"));
        json_decref(o);
    }
    return statement(is_replicated && taken == 4,
                     "of 64 elements on 4: of the array without directive each assigns 64, of the "
                     "other 16, and reading it sends nothing; block, cyclic, cyclic(4) and * are "
                     "taken");
}

/* Bytes and messages of a communication of programs/NAME.c. */
static void moved(const json_t *o, const char *array, int *messages, int *bytes)
{
    size_t i;
    const json_t *one;
    *messages = *bytes = 0;
    json_array_foreach(json_object_get(o, "communications"), i, one)
    {
        if (strcmp(json_string_value(json_object_get(one, "array")), array) == 0) {
            *messages += (int)number(one, "messages");
            *bytes += (int)number(one, "bytes");
        }
    }
}

/* The doubles that move if element first + k * step, of 64 in blocks on 4, is needed where element
 * 3 + 3 k is, k = 0 … 8, and the pairs that exchange them. */
static void walk(int first, int step, int *messages, int *bytes)
{
    bool pair[4][4] = {{false}};
    *messages = *bytes = 0;
    for (int i = 3; i <= 27; i += 3) {
        const int from = (first + (i - 3) / 3 * step) / 16, to = i / 16;
        if (from == to)
            continue;
        *bytes += 8;
        *messages += !pair[from][to];
        pair[from][to] = true;
    }
}

figure parashar_array_assignment(void)
{
    int messages, bytes, messages_by_hand, bytes_by_hand;
    json_t *o = program("sections", "--procs 4", "");
    moved(o, "b", &messages, &bytes);
    json_decref(o);
    walk(50, -4, &messages_by_hand, &bytes_by_hand);
    return statement(
        messages == messages_by_hand && bytes == bytes_by_hand,
        "`a(3:27:3) = b(50:18:-4)` on 4: %d bytes in %d messages; element by element by "
        "the formula %d in %d",
        bytes, messages, bytes_by_hand, messages_by_hand);
}

figure parashar_where_mask(void)
{
    int messages, bytes, messages_by_hand, bytes_by_hand;
    json_t *o = program("sections", "--procs 4", "-DMASKED=1");
    moved(o, "c", &messages, &bytes);
    json_decref(o);
    walk(40, -4, &messages_by_hand, &bytes_by_hand);
    return statement(
        messages == messages_by_hand && bytes == bytes_by_hand,
        "the mask `c(40:8:-4) != 0.0` of the same assignment: %d bytes in %d messages; "
        "element by element by the formula %d in %d",
        bytes, messages, bytes_by_hand, messages_by_hand);
}

static json_t *forall(int which)
{
    char flags[32];
    snprintf(flags, sizeof flags, "-DCASE=%d", which);
    return program("forall", "--procs 4 --set N=64", flags);
}

/* What reads other elements of the array that it assigns is computed into a temporary, and copied.
 */
figure parashar_forall_semantics(void)
{
    json_t *other = forall(1), *masked = forall(2), *own = forall(3);
    const double once = part(other, "computation"), twice = part(own, "computation");
    /* three borders between four blocks, 63 doubles of a row across each */
    const bool holds = communication(own, "shift", "bytes") == 3 * 63 * 8 &&
                       equal(twice, 2 * once) && has_unit(masked, "CondtD", 16 * 64);
    json_decref(other);
    json_decref(masked);
    json_decref(own);
    return statement(
        holds,
        "P = Q shifted: %.0f µs of computing; P = P shifted, by a temporary, %.0f; the "
        "same 1,512 bytes, as by hand; the masked one tests 1,024 elements a node",
        1e6 * once, 1e6 * twice);
}

/* Computed where Q's element is: a row of Q comes, and a row of P goes. */
figure parashar_forall_levels(void)
{
    json_t *o = forall(4);
    const double fetched = communication(o, "shift", "bytes"),
                 written = communication(o, "write_back", "bytes");
    json_decref(o);
    return statement(
        fetched == 3 * 64 * 8 && written == 3 * 64 * 8,
        "`forall, on home(q(i,j))`: %.0f bytes are fetched, the loop is local, and %.0f "
        "are written to their owners, as by hand",
        fetched, written);
}

figure parashar_figure_7(void)
{
    json_t *o = forall(1);
    const size_t communications = json_array_size(json_object_get(o, "communications"));
    const double shifts = communication(o, "shift", "messages"),
                 written = communication(o, "write_back", "messages"), plain = part(o, "overhead");
    json_decref(o);
    o = program("forall", "--procs 4 --set N=64 --distribute 'T(*,block)'", "-DCASE=1");
    const double packed = part(o, "overhead");
    json_decref(o);
    return statement(
        communications == 1 && shifts == 3 && written == 0 && packed > plain,
        "%zu communication, first, and no write-back; packing is overhead of that unit "
        "(by columns %.0f µs more), index translation takes no time",
        communications, 1e6 * (packed - plain));
}

static void shape(const char *distribution, char *text, size_t size)
{
    size_t i, at = 0;
    const json_t *extent;
    json_t *o =
        estimate("laplace/laplace", "--procs 4 --set N=16 --distribute 'T%s'", distribution);
    json_array_foreach(json_object_get(o, "processors"), i, extent)
    {
        at += (size_t)snprintf(text + at, size - at, "%s%d", i ? "," : "",
                               (int)json_integer_value(extent));
    }
    json_decref(o);
}

figure parashar_table_5(void)
{
    char both[32], rows[32], columns[32];
    shape("(block,block)", both, sizeof both);
    shape("(block,*)", rows, sizeof rows);
    shape("(*,block)", columns, sizeof columns);
    return statement(strcmp(both, "2,2") == 0 && strcmp(rows, "4") == 0 &&
                         strcmp(columns, "4") == 0,
                     "`T(block,block)` on (%s), `T(block,*)` on (%s), `T(*,block)` on (%s)", both,
                     rows, columns);
}
