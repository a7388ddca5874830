#include "tests/extrapolation/ticks.h"

#include <stdlib.h>
#include <string.h>

typedef enum letter_kind { ASKS, ANSWERS, HAS_COME, IS_FREE, ROUND } letter_kind;

typedef struct letter {
    letter_kind kind;
    int from, to, bytes, answer, round, meeting;
    int rank; /* among those that are somewhere at the same time */
    int left; /* µs on the way, or in a port */
} letter;

/* First come, first served. */
typedef struct line {
    int first, end, what[TICK_MESSAGES];
} line;

typedef enum busy_with {
    NOTHING,
    COMPUTING,
    LOOKING,
    ASKING,
    SERVING,
    ENTERING,
    TELLING, /* the master, the next round, or the next one that is free */
    LOWERING,
    LEAVING
} busy_with;

typedef enum waits_for { FOR_NOBODY, FOR_ANSWER, FOR_OTHERS, FOR_RELEASE, FOR_ROUND } waits_for;

typedef struct man {
    int step, left_to_compute;
    bool is_begun; /* the step */
    busy_with busy;
    int left;
    int hand; /* the letter that he has in his hand, or makes */
    waits_for waits;
    bool may_go_on; /* has seen what he waits for */
    line box, out, in;
    int out_left, in_left, out_has, in_has; /* ports: -1 where they are free */
    int to_read;                            /* letters found by a look */
    int meeting, entered;
    bool has_entered, is_released, leaves;
    int released_at, round, since, next_free;
    bool told[2][8];
    int served, chunk, ended;
    bool has_ended;
} man;

typedef struct world {
    const tick_program *p;
    const tick_machine *m;
    int now, letters, oldest; /* letters before that one have landed */
    letter letter[TICK_MESSAGES];
    bool is_flying[TICK_MESSAGES], has_landed[TICK_MESSAGES];
    man men[TICK_THREADS];
    int known[2]; /* to the master */
    int entered[2];
} world;

static void put(line *l, int what)
{
    l->what[l->end++ % TICK_MESSAGES] = what;
}

static int take(line *l)
{
    return l->what[l->first++ % TICK_MESSAGES];
}

static bool is_empty(const line *l)
{
    return l->first == l->end;
}

static int port_time(const world *w, const letter *l)
{
    return w->m->port + w->m->port_per_byte * l->bytes;
}

static int write_letter(world *w, letter l)
{
    if (w->letters == TICK_MESSAGES)
        abort();
    w->letter[w->letters] = l;
    return w->letters++;
}

/* --- Ports --- */

static void try_out(world *w, man *a)
{
    if (a->out_has >= 0 && a->out_left == 0)
        a->out_has = -1;
    if (a->out_has < 0 && !is_empty(&a->out)) {
        a->out_has = take(&a->out);
        letter *l = &w->letter[a->out_has];
        a->out_left = port_time(w, l);
        l->left = w->m->way;
        w->is_flying[a->out_has] = true;
    }
}

static void try_in(world *w, man *a)
{
    if (a->in_has >= 0 && a->in_left == 0) {
        put(&a->box, a->in_has);
        a->in_has = -1;
    }
    if (a->in_has < 0 && !is_empty(&a->in)) {
        a->in_has = take(&a->in);
        a->in_left = port_time(w, &w->letter[a->in_has]);
    }
}

/* Those that are there at the same time: by rank. */
static void land(world *w)
{
    int landed[TICK_THREADS * TICK_THREADS], count = 0;
    for (int i = w->oldest; i < w->letters; i++)
        if (w->is_flying[i] && w->letter[i].left == 0)
            landed[count++] = i;
    for (int rank = 0; rank < 256 && count > 0; rank++)
        for (int i = 0; i < count; i++)
            if (w->letter[landed[i]].rank == rank) {
                w->is_flying[landed[i]] = false;
                w->has_landed[landed[i]] = true;
                put(&w->men[w->letter[landed[i]].to].in, landed[i]);
            }
    for (int i = 0; i < w->p->threads; i++)
        try_in(w, &w->men[i]);
}

static void post(world *w, int number)
{
    man *a = &w->men[w->letter[number].from];
    put(&a->out, number);
    try_out(w, a);
}

/* --- Meetings --- */

static void look(world *w, man *a)
{
    const int which = a->meeting % 2, n = w->p->threads;
    if (a->may_go_on)
        return;
    if (w->m->barrier == BARRIER_HARDWARE) {
        if (a->waits == FOR_RELEASE && a->is_released && w->now == a->released_at)
            a->may_go_on = true;
    } else if (a->waits == FOR_OTHERS) {
        if (w->now > a->entered && (w->now - a->entered) % w->m->check == 0 &&
            w->known[which] == n) {
            a->may_go_on = true;
            w->known[which] = 0;
        }
    } else if (a->waits == FOR_RELEASE) {
        if (w->now > a->entered && (w->now - a->entered) % w->m->exit_check == 0 && a->is_released)
            a->may_go_on = true;
    } else if (a->waits == FOR_ROUND) {
        if (w->now > a->since && (w->now - a->since) % w->m->check == 0 && a->told[which][a->round])
            a->may_go_on = true;
    }
}

static int rounds_of(int n)
{
    int r = 0;
    while (1 << r < n)
        r++;
    return r;
}

static void busy(man *a, busy_with what, int time)
{
    a->busy = what;
    a->left = time;
}

static void start_round(world *w, man *a, int i)
{
    const int n = w->p->threads;
    if (a->round == rounds_of(n)) {
        busy(a, LOWERING, w->m->model);
        return;
    }
    const int to = (i + (1 << a->round)) % n;
    if (!w->m->by_messages) {
        w->men[to].told[a->meeting % 2][a->round] = true;
        a->waits = FOR_ROUND;
        a->since = w->now;
        return;
    }
    a->hand = write_letter(w, (letter){.kind = ROUND,
                                       .from = i,
                                       .to = to,
                                       .bytes = w->m->barrier_bytes,
                                       .round = a->round,
                                       .meeting = a->meeting,
                                       .rank = 100 + (a->meeting % 2 * n + i) * 4 + a->round});
    busy(a, TELLING, w->m->send);
}

static void tell_next(world *w, man *a, int i)
{
    a->next_free += a->next_free == i;
    if (a->next_free == w->p->threads) {
        busy(a, LEAVING, w->m->exit);
        return;
    }
    a->hand = write_letter(w, (letter){.kind = IS_FREE,
                                       .from = i,
                                       .to = a->next_free,
                                       .bytes = w->m->barrier_bytes,
                                       .rank = 50 + a->next_free});
    a->next_free++;
    busy(a, TELLING, w->m->send);
}

static void has_entered(world *w, man *a, int i)
{
    const int n = w->p->threads, which = a->meeting % 2;
    a->entered = w->now;
    if (w->m->barrier == BARRIER_HARDWARE) {
        a->waits = FOR_RELEASE;
        if (++w->entered[which] == n) {
            w->entered[which] = 0;
            for (int k = 0; k < n; k++) {
                w->men[k].is_released = true;
                w->men[k].released_at = w->now + w->m->model;
            }
        }
    } else if (w->m->barrier == BARRIER_LOGARITHMIC) {
        a->round = 0;
        start_round(w, a, i);
    } else if (i == 0) {
        w->known[which]++;
        a->waits = FOR_OTHERS;
    } else if (!w->m->by_messages) {
        w->known[which]++;
        a->waits = FOR_RELEASE;
    } else {
        a->hand = write_letter(w, (letter){.kind = HAS_COME,
                                           .from = i,
                                           .bytes = w->m->barrier_bytes,
                                           .meeting = a->meeting,
                                           .rank = 30 + i});
        busy(a, TELLING, w->m->send);
    }
}

static void has_told(world *w, man *a, int i)
{
    post(w, a->hand);
    if (w->m->barrier == BARRIER_LOGARITHMIC) {
        a->waits = FOR_ROUND;
        a->since = w->now;
    } else if (i == 0) {
        tell_next(w, a, i);
    } else {
        a->waits = FOR_RELEASE;
    }
}

static void has_lowered(world *w, man *a, int i)
{
    if (w->m->barrier == BARRIER_LINEAR && w->m->by_messages) {
        a->next_free = 0;
        tell_next(w, a, i);
        return;
    }
    for (int k = 0; w->m->barrier == BARRIER_LINEAR && k < w->p->threads; k++)
        w->men[k].is_released = k != i;
    busy(a, LEAVING, w->m->exit);
}

/* Has seen what it waited for at a meeting. */
static void go_on_at_meeting(world *w, man *a, int i)
{
    const waits_for waited = a->waits;
    a->waits = FOR_NOBODY;
    a->may_go_on = false;
    if (waited == FOR_OTHERS) {
        busy(a, LOWERING, w->m->model);
    } else if (waited == FOR_RELEASE) {
        a->is_released = false;
        busy(a, LEAVING, w->m->exit);
    } else if (waited == FOR_ROUND) {
        a->told[a->meeting % 2][a->round++] = false;
        start_round(w, a, i);
    }
}

/* --- Letters --- */

static void read_letter(world *w, man *a, bool is_interrupted)
{
    a->hand = take(&a->box);
    const letter *l = &w->letter[a->hand];
    const int answer = l->kind == ASKS ? w->m->service + w->m->send : 0;
    busy(a, SERVING, w->m->receive + answer + (is_interrupted ? w->m->interrupt : 0));
}

static void has_read(world *w, man *a, int i)
{
    const letter l = w->letter[a->hand];
    switch (l.kind) {
    case ASKS:
        a->served++;
        post(w, write_letter(w, (letter){.kind = ANSWERS,
                                         .from = i,
                                         .to = l.from,
                                         .bytes = l.answer,
                                         .rank = l.from}));
        break;
    case ANSWERS:
        a->waits = FOR_NOBODY;
        a->step++;
        break;
    case HAS_COME:
        w->known[l.meeting % 2]++;
        break;
    case IS_FREE:
        a->is_released = true;
        break;
    case ROUND:
        a->told[l.meeting % 2][l.round] = true;
        break;
    }
}

/* --- Men --- */

static void begin_step(world *w, man *a, int i)
{
    const tick_step *s = &w->p->steps[i][a->step];
    if (a->step == w->p->count[i]) {
        if (!a->has_ended)
            a->ended = w->now;
        a->has_ended = true;
        return;
    }
    if (s->kind == TICK_COMPUTE) {
        if (!a->is_begun)
            a->left_to_compute = s->amount;
        a->is_begun = a->left_to_compute > 0;
        if (!a->is_begun) {
            a->step++;
            return;
        }
        a->chunk = a->left_to_compute;
        if (w->m->requests == SERVICE_POLL && a->chunk > w->m->poll_every)
            a->chunk = w->m->poll_every;
        busy(a, COMPUTING, a->chunk);
    } else if (s->kind == TICK_MEET) {
        busy(a, ENTERING, w->m->entry);
    } else {
        const bool reads = s->kind == TICK_GET;
        a->hand = write_letter(w, (letter){.kind = ASKS,
                                           .from = i,
                                           .to = s->owner,
                                           .bytes = w->m->request + (reads ? 0 : s->amount),
                                           .answer = reads ? s->amount : w->m->request,
                                           .rank = i});
        busy(a, ASKING, w->m->send);
    }
}

static void finish(world *w, man *a, int i)
{
    const busy_with was = a->busy;
    a->busy = NOTHING;
    switch (was) {
    case COMPUTING:
        a->left_to_compute -= a->chunk;
        if (w->m->requests == SERVICE_POLL)
            busy(a, LOOKING, w->m->poll);
        break;
    case LOOKING:
        a->to_read = a->box.end - a->box.first;
        break;
    case ASKING:
        post(w, a->hand);
        a->waits = FOR_ANSWER;
        break;
    case SERVING:
        has_read(w, a, i);
        break;
    case ENTERING:
        has_entered(w, a, i);
        break;
    case TELLING:
        has_told(w, a, i);
        break;
    case LOWERING:
        has_lowered(w, a, i);
        break;
    case LEAVING:
        a->meeting++;
        a->step++;
        break;
    case NOTHING:
        break;
    }
}

/* What is done next by who is not busy; false: nothing. */
static bool choose(world *w, man *a, int i)
{
    const bool goes_on = a->waits == FOR_NOBODY && !a->has_ended;
    const bool reads = !is_empty(&a->box);
    const bool is_ready = goes_on || a->may_go_on;
    if (reads && (w->m->requests == SERVICE_INTERRUPT || a->to_read > 0)) {
        a->to_read -= a->to_read > 0;
        read_letter(w, a, w->m->requests == SERVICE_INTERRUPT && is_ready);
    } else if (a->may_go_on) {
        go_on_at_meeting(w, a, i);
    } else if (goes_on) {
        begin_step(w, a, i);
        return a->busy != NOTHING || !a->has_ended;
    } else if (reads) {
        read_letter(w, a, false);
    } else {
        return false;
    }
    return true;
}

/* Of what happens in one moment letters come first: who has nothing to do takes them up. */
static bool takes_up(world *w, man *a)
{
    const bool waits = a->waits != FOR_NOBODY || a->has_ended;
    if (a->busy != NOTHING || !waits || a->may_go_on || is_empty(&a->box))
        return false;
    read_letter(w, a, false);
    return true;
}

static bool act(world *w, int i)
{
    man *a = &w->men[i];
    bool did = takes_up(w, a);
    look(w, a);
    if (a->busy == COMPUTING && w->m->requests == SERVICE_INTERRUPT && !is_empty(&a->box)) {
        a->left_to_compute -= a->chunk - a->left;
        a->busy = NOTHING;
        /* What is left may be nothing: it is interrupted all the same. */
        read_letter(w, a, true);
        did = true;
    }
    while (a->busy == NOTHING || a->left == 0) {
        if (a->busy != NOTHING) {
            finish(w, a, i);
            did = true;
            takes_up(w, a);
            look(w, a);
            continue;
        }
        if (!choose(w, a, i))
            break;
        did = true;
    }
    return did;
}

static void count_down(world *w)
{
    for (int i = 0; i < w->p->threads; i++) {
        man *a = &w->men[i];
        a->left -= a->busy != NOTHING;
        a->out_left -= a->out_has >= 0;
        a->in_left -= a->in_has >= 0;
    }
    bool is_oldest = true;
    for (int i = w->oldest; i < w->letters; i++) {
        const bool is_there = w->has_landed[i];
        w->oldest += is_oldest && is_there;
        is_oldest &= is_there;
        w->letter[i].left -= w->is_flying[i];
    }
    w->now++;
}

bool ticks_play(const tick_program *p, const tick_machine *m, int *end, int *served)
{
    world *w = calloc(1, sizeof *w);
    if (!w)
        abort();
    w->p = p;
    w->m = m;
    for (int i = 0; i < p->threads; i++)
        w->men[i].out_has = w->men[i].in_has = -1;
    int ended = 0;
    while (ended < p->threads && w->now < 1000000) {
        bool goes_on = true;
        for (int i = 0; i < p->threads; i++)
            try_out(w, &w->men[i]);
        land(w);
        while (goes_on) {
            goes_on = false;
            for (int i = 0; i < p->threads; i++)
                goes_on |= act(w, i);
        }
        count_down(w);
        ended = 0;
        for (int i = 0; i < p->threads; i++)
            ended += w->men[i].has_ended;
    }
    for (int i = 0; i < p->threads; i++) {
        end[i] = w->men[i].ended;
        served[i] = w->men[i].served;
    }
    free(w);
    return ended == p->threads;
}
