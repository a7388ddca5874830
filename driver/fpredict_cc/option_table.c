#include "driver/fpredict_cc/option_table.h"

#include <stddef.h>

const cc_option_spec cc_option_table[] = {
    {NULL, "-fpredict, -fno-predict", "predict, or not; the last one counts"},
    {"compare", "-fpredict-compare[=LIST]",
     "rank distributions: the usual ones, or 'T: (block,*) (*,block)'"},
    {"annotate", "-fpredict-annotate[=FILE]",
     "the source with the time of each line beside it; with FILE, a copy that compiles"},
    {"report", "-fpredict-report=FORMAT[:FILE]",
     "a report as text, json or csv; a FILE that ends with '/' is a folder, with a file in it for "
     "each object"},
    {"records", "-fpredict-records=DIR",
     "keep in DIR, too, what a link needs to know of each object, and look there for it"},
    {"spmd", "-fpredict-spmd", "compile the MPI program that is generated instead of the source"},
    {"shared", "-fpredict-shared",
     "compile its threads on one processor, which record accesses (emit --shared), instead"},
    {"record", "-fpredict-record",
     "compile and link the program with what records it (fpredict record --compile)"},
    {"record-functions", "-fpredict-record-functions[=PATTERN,...]",
     "-fpredict-record, and have it record functions: all, or those of these names"},
    {"record-loops", "-fpredict-record-loops", "-fpredict-record, and have it record all loops"},
    {"record-commands", "-fpredict-record-commands=FILE",
     "-fpredict-record, and have it record what the file names: 'loop FILE:LINE', 'function F*'"},
    {NULL, "-Rpredict, -Rno-predict", "remarks: where the time goes; on"},
    {NULL, "-Wpredict, -Wno-predict", "warnings: what makes a prediction doubtful; on"},
    {NULL, "-Werror=predict", "a warning or error of a prediction fails the build"},
    {"machine", NULL, NULL},
    {"compiler", NULL, NULL},
    {"procs", NULL, NULL},
    {"set", NULL, NULL},
    {"distribute", NULL, NULL},
    {"arguments", NULL, NULL},
    {"entry", NULL, NULL},
    {"exchange", NULL, NULL},
    {"collectives", NULL, NULL},
    {"memory-model", NULL, NULL},
    {"overlap", NULL, NULL},
    {"host", NULL, NULL},
    {"optimize", NULL, NULL},
    {"scale", NULL, NULL},
    {"load", NULL, NULL},
    {"ranks-per-node", NULL, NULL},
    {"placement", NULL, NULL},
    {"param", NULL, NULL},
    {"granularity", NULL, NULL},
    {"jobs", NULL, "predict N at once (1)"},
};
const int cc_option_count = sizeof cc_option_table / sizeof *cc_option_table;

const char *const cc_report_formats[] = {"text", "json", "csv", NULL};
const int cc_report_format_count = sizeof cc_report_formats / sizeof *cc_report_formats - 1;
