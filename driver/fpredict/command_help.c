#include <stdio.h>
#include <string.h>

#include "driver/fpredict/help.h"
#include "driver/fpredict/session.h"

int command_help(const options *opt)
{
    command about = COMMAND_COUNT;
    const bool is_of_cc = opt->topic && strcmp(opt->topic, "fpredict-cc") == 0;
    if (opt->completion) {
        if (is_of_cc)
            help_print_completion_cc(opt->completion, stdout);
        else
            help_print_completion(opt->completion, stdout);
        return 0;
    }
    if (opt->man && is_of_cc) {
        help_print_man_cc(stdout);
        return 0;
    }
    if (opt->topic && strcmp(opt->topic, "fpredict") != 0) {
        about = command_by_name(opt->topic);
        if (about == COMMAND_COUNT) {
            fprintf(stderr, "fpredict: error: there is no command '%s'\nTry 'fpredict --help'.\n",
                    opt->topic);
            return 2;
        }
    }
    if (opt->man)
        help_print_man(about, stdout);
    else
        help_print(about, stdout);
    return 0;
}
