/* Random programs on random machines, against a simulator that goes from one microsecond to the
 * next, and what must be so whatever the machine. */

#include <math.h>
#include <unistd.h>

#include "tests/cmocka_all.h"
#include "tests/extrapolation/lab.h"
#include "tests/extrapolation/ticks.h"
#include "tests/random.h"

/* Each computes, reads and writes between barriers. Two computings are one: nothing of the
 * recording is between them. */
static void draw_program(uint64_t *seed, tick_program *p)
{
    const int barriers = random_below(seed, 4) + 1;
    *p = (tick_program){.threads = random_below(seed, 5) + 1};
    for (int i = 0; i < p->threads; i++)
        for (int b = 0; b <= barriers; b++) {
            const int accesses = p->threads > 1 ? random_below(seed, 5) : 0;
            for (int k = 0; k <= accesses; k++) {
                const int owner = random_below(seed, p->threads);
                p->steps[i][p->count[i]++] = (tick_step){
                    TICK_COMPUTE, random_below(seed, 2) ? random_below(seed, 90) : 0, 0};
                if (k < accesses && owner != i)
                    p->steps[i][p->count[i]++] = (tick_step){
                        random_below(seed, 3) ? TICK_GET : TICK_PUT, random_below(seed, 20), owner};
                else if (k < accesses) /* so that two computings are not one after the other */
                    p->count[i]--;
            }
            if (b < barriers)
                p->steps[i][p->count[i]++] = (tick_step){TICK_MEET, 0, 0};
        }
}

static int some(uint64_t *seed, int most)
{
    return random_below(seed, most) + 1;
}

static void draw_machine(uint64_t *seed, tick_machine *m)
{
    *m = (tick_machine){.requests = (request_service)random_below(seed, 3),
                        .barrier = (barrier_model)random_below(seed, 3),
                        .by_messages = random_below(seed, 2),
                        .send = some(seed, 6),
                        .receive = some(seed, 6),
                        .service = some(seed, 6),
                        .interrupt = some(seed, 6),
                        .poll_every = some(seed, 25),
                        .poll = some(seed, 3),
                        .request = random_below(seed, 8),
                        .port = some(seed, 6),
                        .port_per_byte = random_below(seed, 3),
                        .way = some(seed, 12),
                        .entry = some(seed, 6),
                        .exit = some(seed, 6),
                        .check = some(seed, 6),
                        .exit_check = some(seed, 6),
                        .model = some(seed, 12),
                        .barrier_bytes = random_below(seed, 20)};
}

static void set_bytes(quantity *q, int bytes)
{
    *q = (quantity){.is_set = true, .value = bytes, .stated = bytes, .unit = "bytes"};
}

static void set_machine(lab *l, const tick_machine *m)
{
    sag_extrapolation *e = &l->network.extrapolation;
    lab_requests(l, m->requests);
    lab_barrier(l, m->barrier, m->by_messages);
    lab_barrier_times(l, m->entry, m->exit, m->check, m->exit_check, m->model);
    lab_set(&e->send, m->send);
    lab_set(&e->receive, m->receive);
    lab_set(&e->service, m->service);
    lab_set(&e->interrupt, m->interrupt);
    lab_set(&e->poll_every, m->poll_every);
    lab_set(&e->poll, m->poll);
    lab_set(&e->interface, m->port);
    lab_set(&e->interface_per_byte, m->port_per_byte);
    lab_set(&e->latency, m->way);
    set_bytes(&e->request, m->request);
    set_bytes(&e->barrier_message, m->barrier_bytes);
}

static long write_thread(lab *l, const tick_program *p, int i, long clock)
{
    lab_event(l, i, clock, "enter 0");
    for (int k = 0; k < p->count[i]; k++) {
        const tick_step *s = &p->steps[i][k];
        if (s->kind == TICK_COMPUTE)
            clock += s->amount;
        else if (s->kind == TICK_MEET)
            lab_meet(l, i, clock);
        else if (s->kind == TICK_GET)
            lab_event(l, i, clock, "get from %d comm 0 bytes %d", s->owner, s->amount);
        else
            lab_event(l, i, clock, "put to %d comm 0 bytes %d", s->owner, s->amount);
    }
    lab_event(l, i, clock, "leave 0");
    return clock;
}

static void extrapolate(lab *l, const tick_program *p)
{
    lab_begin(l, p->threads);
    for (int i = 0; i < p->threads; i++)
        write_thread(l, p, i, 7 * i);
    assert_true(lab_run(l));
}

/* Parts add up to a thread's time, and their means to the program's. */
static void assert_adds_up(const lab *l)
{
    const extrapolation_result *r = &l->result;
    double mean = r->ended;
    for (int i = 0; i < l->threads; i++) {
        double sum = 0;
        for (int k = 0; k < EXTRAPOLATED_PART_COUNT; k++) {
            assert_true(r->ranks[i].part[k] >= 0);
            sum += r->ranks[i].part[k];
        }
        ASSERT_US(sum * 1e6, r->ranks[i].time * 1e6);
    }
    for (int k = 0; k < EXTRAPOLATED_PART_COUNT; k++)
        mean += r->part[k];
    ASSERT_US(mean * 1e6, r->time * 1e6);
}

static void programs_end_as_tick_by_tick(void **state)
{
    (void)state;
    uint64_t seed = 20261127;
    for (int round = 0; round < 3000; round++) {
        tick_program p;
        tick_machine m;
        lab l;
        int end[TICK_THREADS], served[TICK_THREADS];
        draw_program(&seed, &p);
        draw_machine(&seed, &m);
        lab_open(&l);
        set_machine(&l, &m);
        extrapolate(&l, &p);
        assert_true(ticks_play(&p, &m, end, served));
        for (int i = 0; i < p.threads; i++) {
            if (fabs(lab_time(&l, i) - end[i]) > 1e-6)
                fail_msg(
                    "program %d, %d threads, requests %d, barrier %d by messages %d: thread %d "
                    "ends at %g, not %d",
                    round, p.threads, m.requests, m.barrier, m.by_messages, i, lab_time(&l, i),
                    end[i]);
            assert_int_equal(l.result.ranks[i].served, served[i]);
        }
        assert_adds_up(&l);
        lab_close(&l);
    }
}

/* Where nothing costs anything it is the translated trace: between two barriers the thread that
 * computes longest. */
static void without_costs_the_longest_thread_counts(void **state)
{
    (void)state;
    uint64_t seed = 7;
    for (int round = 0; round < 300; round++) {
        tick_program p;
        lab l;
        double longest[8] = {0}, time = 0;
        draw_program(&seed, &p);
        lab_open(&l);
        set_machine(&l, &(tick_machine){.requests = SERVICE_INTERRUPT,
                                        .barrier = (barrier_model)random_below(&seed, 3),
                                        .by_messages = random_below(&seed, 2)});
        extrapolate(&l, &p);
        for (int i = 0; i < p.threads; i++) {
            double sum[8] = {0};
            for (int k = 0, phase = 0; k < p.count[i]; k++) {
                phase += p.steps[i][k].kind == TICK_MEET;
                sum[phase] += p.steps[i][k].kind == TICK_COMPUTE ? p.steps[i][k].amount : 0;
            }
            for (int b = 0; b < 8; b++)
                longest[b] = fmax(longest[b], sum[b]);
        }
        for (int b = 0; b < 8; b++)
            time += longest[b];
        ASSERT_US(l.result.time * 1e6, time);
        lab_close(&l);
    }
}

/* One request, that nothing else competes with: who interrupts answers no later than who polls for
 * nothing, and that one no later than who does not look. */
static void interrupts_answer_first(void **state)
{
    (void)state;
    uint64_t seed = 11;
    for (int round = 0; round < 500; round++) {
        tick_machine m;
        const int before = random_below(&seed, 200), computing = random_below(&seed, 300);
        double answered[3];
        draw_machine(&seed, &m);
        m.interrupt = m.poll = 0;
        for (int how = 0; how < 3; how++) {
            static const request_service order[] = {SERVICE_INTERRUPT, SERVICE_POLL,
                                                    SERVICE_NO_INTERRUPT};
            lab l;
            lab_open(&l);
            m.requests = order[how];
            set_machine(&l, &m);
            lab_begin(&l, 2);
            lab_event(&l, 0, 0, "enter 0");
            lab_event(&l, 0, before, "get from 1 comm 0 bytes 8");
            lab_event(&l, 1, 0, "enter 0");
            lab_event(&l, 1, computing, "leave 0");
            assert_true(lab_run(&l));
            answered[how] = lab_time(&l, 0);
            assert_adds_up(&l);
            lab_close(&l);
        }
        assert_true(answered[0] <= answered[1] + 1e-9);
        assert_true(answered[1] <= answered[2] + 1e-9);
    }
}

/* On fewer processors no thread computes longer or shorter; what a processor's threads compute is a
 * bound; parts add up; on one processor nothing is remote. */
static void fewer_processors_hold_what_must_be(void **state)
{
    (void)state;
    uint64_t seed = 13;
    for (int round = 0; round < 500; round++) {
        tick_program p;
        tick_machine m;
        lab l;
        double computing[TICK_THREADS] = {0};
        draw_program(&seed, &p);
        draw_machine(&seed, &m);
        lab_open(&l);
        l.options.processors = (uint32_t)random_below(&seed, p.threads) + 1;
        set_machine(&l, &m);
        extrapolate(&l, &p);
        assert_adds_up(&l);
        for (int i = 0; i < p.threads; i++) {
            const extrapolation_rank *r = &l.result.ranks[i];
            double own = 0;
            for (int k = 0; k < p.count[i]; k++)
                own += p.steps[i][k].kind == TICK_COMPUTE ? p.steps[i][k].amount : 0;
            ASSERT_US(r->part[EXTRAPOLATED_COMPUTING] * 1e6, own);
            computing[r->processor] += own;
            assert_true(l.options.processors > 1 || r->remote == 0);
            assert_true(i == 0 || r->processor - l.result.ranks[i - 1].processor <= 1);
        }
        for (int i = 0; i < p.threads; i++)
            assert_true(l.result.time * 1e6 >= computing[i] - 1e-6);
        lab_close(&l);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs_end_as_tick_by_tick),
        cmocka_unit_test(without_costs_the_longest_thread_counts),
        cmocka_unit_test(interrupts_answer_first),
        cmocka_unit_test(fewer_processors_hold_what_must_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
