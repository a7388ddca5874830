#include "driver/fpredict_cc/input.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/source.h"

/* --- What can be read once ----------------------------------------------------------- */

/* The descriptor that a name of one stands for; -1: it is no such name. */
static int descriptor_of(const char *path)
{
    static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
    if (strcmp(path, "-") == 0 || strcmp(path, "/dev/stdin") == 0)
        return STDIN_FILENO;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        size_t length = strlen(folders[i]);
        if (strncmp(path, folders[i], length) != 0)
            continue;
        char *end;
        long n = strtol(path + length, &end, 10);
        return *end || end == path + length || n < 0 || n > 1 << 20 ? -1 : (int)n;
    }
    return -1;
}

bool cc_is_read_once(const char *path)
{
    struct stat info;
    if (strcmp(path, "-") == 0)
        return true; /* even of a file: two programs would share one position in it */
    if (stat(path, &info) != 0)
        return false;
    const int descriptor = descriptor_of(path);
    bool is_terminal = S_ISCHR(info.st_mode) && descriptor >= 0 && isatty(descriptor);
    return S_ISFIFO(info.st_mode) || S_ISSOCK(info.st_mode) || is_terminal;
}

const cc_input *cc_input_find(const cc_inputs *inputs, const char *path)
{
    for (int i = 0; i < inputs->count; i++)
        if (strcmp(inputs->data[i]->path, path) == 0)
            return inputs->data[i];
    return NULL;
}

const cc_input *cc_input_read(arena *a, cc_inputs *inputs, const char *path)
{
    const cc_input *known = cc_input_find(inputs, path);
    if (known)
        return known;
    cc_input *input = ARENA_NEW(a, cc_input);
    input->path = path;
    input->descriptor = descriptor_of(path);
    /* The descriptor itself stays as it is for who comes next. */
    int from = input->descriptor >= 0 ? dup(input->descriptor) : open(path, O_RDONLY | O_CLOEXEC);
    FILE *in = from >= 0 ? fdopen(from, "r") : NULL;
    input->text = in ? source_read(a, in, &input->length) : NULL;
    int error = errno;
    if (in)
        fclose(in);
    else if (from >= 0)
        close(from);
    if (input->text)
        VEC_PUSH(a, inputs, input);
    errno = error;
    return input->text ? input : NULL;
}

/* --- Writers ------------------------------------------------------------------------- */

/* In the child: writes all, and ends. */
static void write_all(const cc_input *input, int to)
{
    for (size_t done = 0; done < input->length;) {
        ssize_t n = write(to, input->text + done, input->length - done);
        if (n < 0 && errno != EINTR)
            _exit(1);
        done += n > 0 ? (size_t)n : 0;
    }
    _exit(0);
}

/* Starts a writer into `to`, or, where that is -1, into the FIFO; `from` is the pipe's other
 * end, which the writer does not want. */
static bool start_writer(cc_writers *w, const cc_input *input, int to, int from)
{
    pid_t pid = fork();
    if (pid < 0)
        return false;
    if (pid == 0) {
        signal(SIGPIPE, SIG_DFL);
        signal(SIGTERM, SIG_DFL);
        sigprocmask(SIG_SETMASK, &w->mask, NULL);
        close(STDOUT_FILENO); /* who reads these to their end is not to wait for a writer */
        close(STDERR_FILENO);
        if (from >= 0)
            close(from);
        if (to < 0)
            to = open(input->path, O_WRONLY); /* waits for somebody to read */
        if (to < 0)
            _exit(1);
        write_all(input, to);
    }
    VEC_PUSH(w->arena, &w->pids, pid);
    return true;
}

static bool feed_at(cc_writers *w, const cc_input *input, int descriptor,
                    posix_spawn_file_actions_t *actions)
{
    int ends[2];
    if (pipe(ends) != 0)
        return false;
    for (int i = 0; i < 2; i++)
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    bool ok = start_writer(w, input, ends[1], ends[0]) &&
              posix_spawn_file_actions_adddup2(actions, ends[0], descriptor) == 0;
    close(ends[1]);
    VEC_PUSH(w->arena, &w->pipes, ends[0]);
    return ok;
}

bool cc_writers_feed(cc_writers *w, const cc_inputs *inputs, bool fifos,
                     posix_spawn_file_actions_t *actions)
{
    bool ok = true;
    for (int i = 0; i < inputs->count && ok; i++) {
        const cc_input *input = inputs->data[i];
        if (input->descriptor >= 0)
            ok = feed_at(w, input, input->descriptor, actions);
        else if (fifos)
            ok = start_writer(w, input, -1, -1);
    }
    return ok;
}

bool cc_writers_feed_stdin(cc_writers *w, const cc_input *input,
                           posix_spawn_file_actions_t *actions)
{
    return feed_at(w, input, STDIN_FILENO, actions);
}

void cc_writers_started(cc_writers *w)
{
    for (int i = 0; i < w->pipes.count; i++)
        close(w->pipes.data[i]);
    w->pipes.count = 0;
}

void cc_writers_ended(cc_writers *w, pid_t pid)
{
    for (int i = 0; i < w->pids.count; i++)
        if (w->pids.data[i] == pid)
            w->pids.data[i--] = w->pids.data[--w->pids.count];
}

void cc_writers_end(cc_writers *w)
{
    for (int i = 0; i < w->pids.count; i++)
        kill(w->pids.data[i], SIGKILL);
    for (int i = 0; i < w->pids.count; i++)
        while (waitpid(w->pids.data[i], NULL, 0) < 0 && errno == EINTR)
            ;
    w->pids.count = 0;
}
