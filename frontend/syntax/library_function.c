#include "frontend/syntax/library_function.h"

#include <string.h>

/* math.h and complex.h; f and l may follow. */
static const char *const mathematics[] = {
    "acos",   "asin",  "atan",      "atan2",      "cbrt",    "ceil",      "cos",    "cosh",
    "exp",    "exp2",  "expm1",     "fabs",       "floor",   "fmax",      "fmin",   "fmod",
    "hypot",  "log",   "log10",     "log1p",      "log2",    "nearbyint", "pow",    "remainder",
    "rint",   "round", "sin",       "sinh",       "sqrt",    "tan",       "tanh",   "trunc",
    "acosh",  "asinh", "atanh",     "cabs",       "carg",    "ccos",      "cexp",   "cimag",
    "clog",   "conj",  "copysign",  "cpow",       "cproj",   "creal",     "csin",   "csqrt",
    "erf",    "erfc",  "fdim",      "fma",        "frexp",   "ilogb",     "j0",     "j1",
    "jn",     "ldexp", "lgamma",    "llrint",     "llround", "logb",      "lrint",  "lround",
    "modf",   "nan",   "nextafter", "nexttoward", "remquo",  "scalbln",   "scalbn", "sincos",
    "tgamma", "y0",    "y1",        "yn",
};

static const char *const plain[] = {
    /* stdio.h */
    "clearerr",
    "dprintf",
    "fclose",
    "fdopen",
    "feof",
    "ferror",
    "fflush",
    "fgetc",
    "fgetpos",
    "fgets",
    "fileno",
    "fopen",
    "fprintf",
    "fputc",
    "fputs",
    "fread",
    "freopen",
    "fscanf",
    "fseek",
    "fseeko",
    "fsetpos",
    "ftell",
    "ftello",
    "fwrite",
    "getc",
    "getchar",
    "getdelim",
    "getline",
    "gets",
    "perror",
    "printf",
    "putc",
    "putchar",
    "puts",
    "remove",
    "rename",
    "rewind",
    "scanf",
    "setbuf",
    "setlinebuf",
    "setvbuf",
    "snprintf",
    "sprintf",
    "sscanf",
    "tmpfile",
    "tmpnam",
    "ungetc",
    "vdprintf",
    "vfprintf",
    "vprintf",
    "vsnprintf",
    "vsprintf",
    "vscanf",
    "vsscanf",
    "vfscanf",
    "asprintf",
    "vasprintf",
    "fputc_unlocked",
    "putc_unlocked",
    "putchar_unlocked",
    "fmemopen",
    "open_memstream",
    "fputws",
    "fgetws",
    "wprintf",
    "fwprintf",
    "swprintf",
    /* stdlib.h, inttypes.h, malloc.h, alloca.h */
    "abs",
    "div",
    "imaxabs",
    "imaxdiv",
    "labs",
    "ldiv",
    "llabs",
    "lldiv",
    "aligned_alloc",
    "alloca",
    "atof",
    "atoi",
    "atol",
    "atoll",
    "calloc",
    "getenv",
    "malloc",
    "memalign",
    "mblen",
    "mbstowcs",
    "mbtowc",
    "mkstemp",
    "mkdtemp",
    "posix_memalign",
    "putenv",
    "rand",
    "rand_r",
    "random",
    "secure_getenv",
    "setenv",
    "srand",
    "srandom",
    "initstate",
    "setstate",
    "drand48",
    "erand48",
    "lrand48",
    "nrand48",
    "mrand48",
    "jrand48",
    "srand48",
    "seed48",
    "lcong48",
    "arc4random",
    "strtod",
    "strtof",
    "strtol",
    "strtold",
    "strtoll",
    "strtoul",
    "strtoull",
    "strtoimax",
    "strtoumax",
    "unsetenv",
    "wcstombs",
    "wctomb",
    "realpath",
    "valloc",
    "pvalloc",
    "malloc_usable_size",
    "malloc_trim",
    /* string.h, strings.h */
    "bcmp",
    "ffs",
    "ffsl",
    "ffsll",
    "index",
    "memccpy",
    "memchr",
    "memcmp",
    "memmem",
    "mempcpy",
    "memrchr",
    "rindex",
    "stpcpy",
    "stpncpy",
    "strcasecmp",
    "strcasestr",
    "strcat",
    "strchr",
    "strchrnul",
    "strcmp",
    "strcoll",
    "strcpy",
    "strcspn",
    "strdup",
    "strerror",
    "strerror_r",
    "strlcat",
    "strlcpy",
    "strlen",
    "strncasecmp",
    "strncat",
    "strncmp",
    "strncpy",
    "strndup",
    "strnlen",
    "strpbrk",
    "strrchr",
    "strsep",
    "strsignal",
    "strspn",
    "strstr",
    "strtok",
    "strtok_r",
    "strxfrm",
    "swab",
    "explicit_bzero",
    /* ctype.h, wchar.h */
    "isalnum",
    "isalpha",
    "isascii",
    "isblank",
    "iscntrl",
    "isdigit",
    "isgraph",
    "islower",
    "isprint",
    "ispunct",
    "isspace",
    "isupper",
    "isxdigit",
    "toascii",
    "tolower",
    "toupper",
    "__ctype_b_loc",
    "__ctype_tolower_loc",
    "__ctype_toupper_loc",
    "wcslen",
    "wcscpy",
    "wcscmp",
    "iswalpha",
    "iswdigit",
    "iswspace",
    "towlower",
    "towupper",
    /* time.h, sys/time.h, sys/resource.h, sys/times.h */
    "asctime",
    "asctime_r",
    "clock",
    "clock_getres",
    "clock_gettime",
    "ctime",
    "ctime_r",
    "difftime",
    "getrusage",
    "gettimeofday",
    "gmtime",
    "gmtime_r",
    "localtime",
    "localtime_r",
    "mktime",
    "strftime",
    "strptime",
    "time",
    "timegm",
    "times",
    "timespec_get",
    "tzset",
    "ftime",
    "getrlimit",
    "setrlimit",
    /* locale.h, fenv.h, errno.h, assert.h */
    "localeconv",
    "setlocale",
    "feclearexcept",
    "fedisableexcept",
    "feenableexcept",
    "fegetenv",
    "fegetexceptflag",
    "fegetround",
    "feholdexcept",
    "feraiseexcept",
    "fesetenv",
    "fesetround",
    "fetestexcept",
    "feupdateenv",
    "__errno_location",
    /* unistd.h, fcntl.h, sys/stat.h, sys/mman.h, sched.h */
    "access",
    "chdir",
    "chmod",
    "close",
    "creat",
    "dup",
    "dup2",
    "fcntl",
    "fstat",
    "fsync",
    "ftruncate",
    "getcwd",
    "getdomainname",
    "getegid",
    "geteuid",
    "getgid",
    "gethostname",
    "getopt",
    "getopt_long",
    "getpagesize",
    "getpgid",
    "getpid",
    "getppid",
    "getuid",
    "isatty",
    "link",
    "lseek",
    "lstat",
    "madvise",
    "mkdir",
    "mlock",
    "mmap",
    "mprotect",
    "munmap",
    "open",
    "pipe",
    "pread",
    "pwrite",
    "read",
    "readlink",
    "rmdir",
    "sched_getaffinity",
    "sched_getcpu",
    "sched_setaffinity",
    "sched_yield",
    "stat",
    "symlink",
    "sync",
    "sysconf",
    "truncate",
    "ttyname",
    "umask",
    "uname",
    "unlink",
    "write",
    "pthread_self",
    "alarm",
    "getloadavg",
    "get_nprocs",
    "dlopen",
    "dlsym",
    "dlclose",
    "opendir",
    "readdir",
    "closedir",
    /* signal.h: without a handler */
    "sigaddset",
    "sigdelset",
    "sigemptyset",
    "sigfillset",
    "sigismember",
    /* omp.h, without threads; mpi.h: of what processors know without asking others */
    "omp_get_wtime",
    "omp_get_wtick",
    "omp_get_max_threads",
    "omp_get_num_threads",
    "omp_get_thread_num",
    "omp_get_num_procs",
    "omp_set_num_threads",
    "MPI_Wtime",
    "MPI_Wtick",
    "MPI_Comm_rank",
    "MPI_Comm_size",
    "MPI_Init",
    "MPI_Initialized",
    "MPI_Finalize",
    "MPI_Finalized",
    "MPI_Get_processor_name",
    "MPI_Get_count",
    "MPI_Type_commit",
    "MPI_Type_contiguous",
    "MPI_Type_create_darray",
    "MPI_Type_create_resized",
    "MPI_Type_create_subarray",
    "MPI_Type_free",
    "MPI_Type_size",
    "MPI_Type_vector",
    "MPI_Init_thread",
    /* and those whose messages frontend/lower/mpi.c knows */
    "MPI_Barrier",
    "MPI_Bcast",
    "MPI_Reduce",
    "MPI_Allreduce",
    "MPI_Gather",
    "MPI_Gatherv",
    "MPI_Scatter",
    "MPI_Scatterv",
    "MPI_Allgather",
    "MPI_Allgatherv",
    "MPI_Alltoall",
    "MPI_Alltoallv",
};

static const char *const waits[] = {
    "sleep",         "usleep",   "nanosleep", "clock_nanosleep",   "system",
    "popen",         "pclose",   "wait",      "waitpid",           "pause",
    "poll",          "select",   "pselect",   "epoll_wait",        "sem_wait",
    "thrd_sleep",    "flock",    "lockf",     "pthread_cond_wait", "pthread_mutex_lock",
    "sigsuspend",    "sigwait",  "accept",    "connect",           "recv",
    "send",          "recvfrom", "sendto",    "thrd_yield",        "pthread_barrier_wait",
    "sem_timedwait", "msgrcv",   "msgsnd",    "tcdrain",           "ppoll",
};

/* MPI 4.0, chapter 14: those that return when they are done. */
static const char *const files[] = {
    "MPI_File_close",         "MPI_File_delete",       "MPI_File_get_position",
    "MPI_File_get_size",      "MPI_File_open",         "MPI_File_preallocate",
    "MPI_File_read",          "MPI_File_read_all",     "MPI_File_read_at",
    "MPI_File_read_at_all",   "MPI_File_read_ordered", "MPI_File_read_shared",
    "MPI_File_seek",          "MPI_File_seek_shared",  "MPI_File_set_size",
    "MPI_File_set_view",      "MPI_File_sync",         "MPI_File_write",
    "MPI_File_write_all",     "MPI_File_write_at",     "MPI_File_write_at_all",
    "MPI_File_write_ordered", "MPI_File_write_shared",
};

static const char *const calls[] = {
    "qsort",   "qsort_r", "bsearch",   "lfind",    "lsearch",   "tsearch",   "tfind",
    "tdelete", "twalk",   "ftw",       "nftw",     "scandir",   "call_once", "pthread_once",
    "glob",    "hsearch", "mergesort", "heapsort", "bsearch_s", "qsort_s",   "dl_iterate_phdr",
};

static const char *const later[] = {
    "atexit",       "at_quick_exit",  "on_exit",      "__cxa_atexit", "signal",
    "sigaction",    "bsd_signal",     "sysv_signal",  "sigset",       "pthread_create",
    "thrd_create",  "pthread_atfork", "timer_create", "pthread_join", "thrd_join",
    "fork",         "vfork",          "clone",        "raise",        "kill",
    "pthread_kill", "killpg",
};

static const char *const jumps[] = {
    "setjmp",           "_setjmp",     "__setjmp",    "sigsetjmp",         "__sigsetjmp",
    "__builtin_setjmp", "longjmp",     "_longjmp",    "siglongjmp",        "getcontext",
    "setcontext",       "swapcontext", "makecontext", "__builtin_longjmp",
};

static bool is_in(const char *name, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(name, list[i]) == 0)
            return true;
    return false;
}

/* sinf and sinl are sin. */
static bool is_of_other_type(const char *name, const char *const *list, size_t count)
{
    size_t length = strlen(name);
    for (size_t i = 0; i < count; i++) {
        size_t known = strlen(list[i]);
        if (length == known + 1 && strncmp(name, list[i], known) == 0 &&
            (name[known] == 'f' || name[known] == 'l'))
            return true;
    }
    return false;
}

#define COUNT_OF(list) (sizeof(list) / sizeof *(list))

static library_kind kind_of(const char *name)
{
    if (is_in(name, (const char *const[]){"memcpy", "memmove", "bcopy"}, 3))
        return name[0] == 'b' ? LIBRARY_PLAIN : LIBRARY_COPIES;
    if (strcmp(name, "memset") == 0)
        return LIBRARY_FILLS;
    if (strcmp(name, "bzero") == 0)
        return LIBRARY_ZEROES;
    if (strncmp(name, "xmp_", 4) == 0 || strncmp(name, "xmpc_", 5) == 0 ||
        strcmp(name, "free") == 0 || strcmp(name, "cfree") == 0 || strcmp(name, "realloc") == 0)
        return LIBRARY_FREES;
    if (is_in(name, jumps, COUNT_OF(jumps)))
        return LIBRARY_JUMPS;
    if (is_in(name, later, COUNT_OF(later)))
        return LIBRARY_LATER;
    if (is_in(name, calls, COUNT_OF(calls)))
        return LIBRARY_CALLS;
    if (is_in(name, waits, COUNT_OF(waits)))
        return LIBRARY_WAITS;
    if (is_in(name, files, COUNT_OF(files)))
        return LIBRARY_FILES;
    bool is_plain = is_in(name, plain, COUNT_OF(plain)) ||
                    is_in(name, mathematics, COUNT_OF(mathematics)) ||
                    is_of_other_type(name, mathematics, COUNT_OF(mathematics));
    return is_plain ? LIBRARY_PLAIN : LIBRARY_NONE;
}

library_kind library_kind_of(const char *name)
{
    static const char builtin[] = "__builtin_";
    if (strncmp(name, builtin, sizeof builtin - 1) != 0)
        return kind_of(name);
    library_kind kind = kind_of(name);
    if (kind == LIBRARY_NONE)
        kind = kind_of(name + sizeof builtin - 1);
    return kind == LIBRARY_NONE ? LIBRARY_PLAIN : kind; /* the compiler's own: no data of others */
}

bool type_may_write(const c_type *type)
{
    for (const c_type *t = type; t && t->kind == TYPE_POINTER;) {
        t = t->target;
        while (t && t->kind == TYPE_ARRAY)
            t = t->target;
        if (t && !t->is_const && t->kind != TYPE_FUNCTION)
            return true;
    }
    return false;
}

bool library_is_beginning(const char *name)
{
    static const char *const beginnings[] = {"MPI_Init", "MPI_Init_thread", "xmp_init",
                                             "xmp_init_mpi"};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (strcmp(name, beginnings[i]) == 0)
            return true;
    return false;
}

bool library_may_write(const decl *f, int i)
{
    if (f->is_pure || f->is_const_function)
        return false;
    if (i < f->parameter_count)
        return type_may_write(f->parameters[i]);
    /* Of those that print, %n alone writes. */
    return library_kind_of(f->name) != LIBRARY_PLAIN || strstr(f->name, "scanf") != NULL;
}
