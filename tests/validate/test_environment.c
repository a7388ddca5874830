/* Is a machine file of the place where programs run? */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/cmocka_all.h"
#include "validate/environment.h"

/* A switch: 10 us + 0.01 us a byte occupied, and 5 us from there, so that 8 bytes take 15.08 us and
 * 65,536 bytes 670.36 us to anybody. */
typedef struct fixture {
    arena *a;
    message_piece piece;
    sag_communication communication;
    sag machine;
    char path[64];
} fixture;

static const char mpich[] = "MPICH Version: 4.0.2";

static int set_up(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    f->a = arena_new();
    f->piece = (message_piece){.startup = {.is_set = true, .value = 10e-6},
                               .per_byte = {.is_set = true, .value = 0.01e-6},
                               .latency = {.is_set = true, .value = 5e-6}};
    f->communication = (sag_communication){.topology = TOPOLOGY_SWITCH,
                                           .exchange_origin = {.from = FROM_TRAINED},
                                           .piece_count = 1,
                                           .pieces = &f->piece};
    f->machine = (sag){.name = "star", .communication = &f->communication};
    strcpy(f->path, "place-XXXXXX");
    int fd = mkstemp(f->path);
    *state = f;
    return fd < 0 || close(fd) != 0;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    unlink(f->path);
    arena_free(f->a);
    free(f);
    return 0;
}

static bool read_text(const fixture *f, const char *text, environment *out)
{
    FILE *file = fopen(f->path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    return environment_read(f->a, f->path, out);
}

static void expect(const char *sentence, const char *part)
{
    assert_non_null(sentence);
    if (!strstr(sentence, part))
        fail_msg("'%s' is not in: %s", part, sentence);
}

static void a_report_is_read(void **state)
{
    const fixture *f = *state;
    environment p;
    assert_true(read_text(f,
                          "simulated\nlibrary SimGrid SMPI, MPI 3.1\nprocessors 2\n"
                          "host node-0\nhost node-1\nhost node-0\nmessage 8 2 1.5e-05\n",
                          &p));
    assert_true(p.is_simulated);
    assert_string_equal(p.library, "SimGrid SMPI, MPI 3.1");
    assert_string_equal(p.host, "node-0");
    assert_int_equal(p.ranks, 3);
    assert_int_equal(p.hosts, 2);
    assert_int_equal(p.processors, 2);
    assert_int_equal(p.messages.count, 1);
    assert_int_equal(p.messages.data[0].partner, 2);
    /* What a run that was cut off leaves, and one that is none. */
    assert_false(read_text(f, "library MPICH\n", &p));
    assert_false(read_text(f, "", &p));
    assert_false(environment_read(f->a, "no-such-folder/report", &p));
}

static const char *judge(const fixture *f, const char *report, bool is_counted)
{
    environment p;
    assert_true(read_text(f, report, &p));
    return environment_mismatch(f->a, &p, &f->machine, "run", is_counted);
}

#define REAL "library MPICH Version: 4.0.2\nprocessors 2\nhost vm\nhost vm\n"
#define STAR "simulated\nlibrary SMPI\nprocessors 2\nhost node-0\nhost node-1\nhost node-2\n"

static void real_programs_need_a_file_of_a_host(void **state)
{
    fixture *f = *state;
    expect(judge(f, REAL, false), "'star' was trained on a simulated platform");
    expect(judge(f, REAL, false), "a real machine ('vm')");
    expect(judge(f, REAL, false), "fpredict train --mpirun 'run -np 2' -o host.yaml");
    f->machine.trained = (sag_training){
        .host = "node-0", .mpi = "SMPI", .is_simulated = true, .started = "run -platform x"};
    expect(judge(f, REAL, false), "trained on a simulated platform ('run -platform x')");
    f->machine.trained = (sag_training){0};
    f->communication.exchange_origin.from = FROM_SEED;
    expect(judge(f, REAL, false), "'star' is described, not trained");
    expect(environment_mismatch(f->a, NULL, &f->machine, NULL, false), "--mpirun 'mpirun -np 2'");
    f->machine.trained = (sag_training){.host = "vm", .mpi = mpich};
    assert_null(judge(f, REAL, false));
    assert_null(environment_mismatch(f->a, NULL, &f->machine, NULL, false));
    expect(judge(f, "library Open MPI v4.1.4\nhost vm\n", false),
           "trained under 'MPICH Version: 4.0.2', and programs run under 'Open MPI v4.1.4'");
}

/* Of a trained file 5 %, of a described one 25 % may be missing. */
static void messages_tell_platforms_apart(void **state)
{
    fixture *f = *state;
    assert_null(judge(f, STAR "message 8 1 15.08e-6\nmessage 65536 1 670.36e-6\n", true));
    /* 15.08 / 14.5 is 1.04, 15.08 / 14 is 1.077. */
    assert_null(judge(f, STAR "message 8 1 14.5e-6\n", true));
    expect(judge(f, STAR "message 8 1 14e-6\nmessage 65536 2 670.36e-6\n", true),
           "8 bytes from processor 0 to 1 take 14.0 µs there, and 15.1 µs by the machine file");
    /* The one that is furthest off is named: 670.36 / 300 is 2.2. */
    expect(judge(f, STAR "message 8 1 14e-6\nmessage 65536 2 300e-6\n", true),
           "65,536 bytes from processor 0 to 2 take 300 µs");
    /* Where the host's time passes too, a message may take any. */
    assert_null(judge(f, STAR "message 8 1 14e-6\n", false));
    f->communication.exchange_origin.from = FROM_SEED;
    assert_null(judge(f, STAR "message 8 1 14e-6\n", true));
    expect(judge(f, STAR "message 8 1 11e-6\n", true), "'star' does not describe the platform");
    f->machine.trained = (sag_training){.host = "vm", .mpi = mpich};
    expect(judge(f, STAR "message 8 1 15.08e-6\n", true), "'star' was trained on the host 'vm'");
}

/* Two processors a node: 8 bytes to the one beside take 1 us + 8 * 0.001 us, and 15.08 us beyond.
 */
static void messages_inside_a_node_have_their_price(void **state)
{
    fixture *f = *state;
    const message_piece inside = {.startup = {.is_set = true, .value = 1e-6},
                                  .per_byte = {.is_set = true, .value = 0.001e-6}};
    f->communication.ranks_per_node = (quantity){.is_set = true, .value = 2};
    f->communication.inside = (message_function){1, &inside};
    assert_null(judge(f, STAR "message 8 1 1.008e-6\nmessage 8 2 15.08e-6\n", true));
    expect(judge(f, STAR "message 8 1 15.08e-6\n", true),
           "8 bytes from processor 0 to 1 take 15.1 µs there, and 1.01 µs by the machine file");
}

static void ranks_that_share_are_told(void **state)
{
    fixture *f = *state;
    const validate_case cases[] = {{.processors = 2}, {.processors = 8}, {.processors = 4}};
    environment p;
    /* Eight ranks on three hosts, which leaves room for two. */
    assert_true(
        read_text(f, STAR "host node-0\nhost node-1\nhost node-2\nhost node-0\nhost node-1\n", &p));
    expect(environment_shared_hosts(f->a, &p, &f->machine, 3, cases),
           "the platform has 3 hosts: on 4 processors (--procs) and more");
    assert_null(environment_shared_hosts(f->a, &p, &f->machine, 1, cases));
    /* Where the machine has nodes of three ranks, they have room for nine. */
    f->communication.ranks_per_node = (quantity){.is_set = true, .value = 3};
    assert_null(environment_shared_hosts(f->a, &p, &f->machine, 3, cases));
    f->communication.ranks_per_node = (quantity){0};
    /* What goes to the host of another is no message to measure by. */
    assert_null(judge(f, STAR "host node-0\nmessage 8 3 1e-6\n", true));
    assert_true(read_text(f, REAL "host vm\nhost vm\n", &p));
    expect(environment_shared_hosts(f->a, &p, &f->machine, 3, cases),
           "2 processors of 1 host: on 4 (--procs)");
    assert_true(read_text(f, REAL, &p));
    assert_null(environment_shared_hosts(f->a, &p, &f->machine, 3, cases));
}

/* Three ranks on one host of two cores, and one beyond. Where the machine says that a node has one
 * rank, it is said already that ranks share hosts. */
static void ranks_that_share_cores_are_told(void **state)
{
    static const char shared[] = "simulated\nlibrary SMPI\nprocessors 4\nhost m0\nhost m0\n"
                                 "host m0\nhost m1\ncores 2\n";
    fixture *f = *state;
    const validate_case cases[] = {{.processors = 2}, {.processors = 8}, {.processors = 4}};
    environment p;
    assert_true(read_text(f, shared, &p));
    assert_int_equal(p.beside, 3);
    assert_int_equal(p.cores, 2);
    assert_null(environment_shared_cores(f->a, &p, &f->machine, 3, cases));
    f->communication.ranks_per_node = (quantity){.is_set = true, .value = 3};
    expect(environment_shared_cores(f->a, &p, &f->machine, 3, cases),
           "host 'm0' of the platform has 2 cores, and 3 ranks: on 4 processors (--procs)");
    expect(environment_shared_cores(f->a, &p, &f->machine, 3, cases), "(core=\"3\")");
    /* Two find a core each. */
    assert_null(environment_shared_cores(f->a, &p, &f->machine, 1, cases));
    p.cores = 3;
    assert_null(environment_shared_cores(f->a, &p, &f->machine, 3, cases));
    p.cores = 0; /* not known */
    assert_null(environment_shared_cores(f->a, &p, &f->machine, 3, cases));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_report_is_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(real_programs_need_a_file_of_a_host, set_up, tear_down),
        cmocka_unit_test_setup_teardown(messages_tell_platforms_apart, set_up, tear_down),
        cmocka_unit_test_setup_teardown(messages_inside_a_node_have_their_price, set_up, tear_down),
        cmocka_unit_test_setup_teardown(ranks_that_share_are_told, set_up, tear_down),
        cmocka_unit_test_setup_teardown(ranks_that_share_cores_are_told, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
