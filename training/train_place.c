#include "training/train_place.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char suffix[] = ".now";

bool train_place_open(train_place *place, const char *raw_path)
{
    *place = (train_place){.file = -1};
    place->path = malloc(strlen(raw_path) + sizeof suffix);
    if (place->path == NULL)
        return false;
    strcpy(place->path, raw_path);
    strcat(place->path, suffix);
    place->file = open(place->path, O_RDWR | O_CREAT, 0666);
    if (place->file < 0)
        return false;
    const ssize_t length = pread(place->file, place->last, sizeof place->last - 1, 0);
    place->last[length > 0 ? length : 0] = '\0';
    place->last[strcspn(place->last, "\r\n")] = '\0';
    return true;
}

void train_place_set(const train_place *place, const train_point *point)
{
    char parameters[TRAIN_PARAMETERS_LENGTH], line[TRAIN_TEXT];
    if (place->file < 0)
        return;
    train_point_parameters(point, parameters);
    const int length = snprintf(line, sizeof line, "%.200s %s\n", point->kernel->name, parameters);
    /* The line's end is where it ends, whatever stood there before. A place that cannot be written
     * is not worth the end of a run. */
    const bool is_written = pwrite(place->file, line, (size_t)length, 0) == length;
    (void)is_written;
}

void train_place_close(train_place *place)
{
    if (place->file >= 0) {
        close(place->file);
        unlink(place->path);
    }
    free(place->path);
    *place = (train_place){.file = -1};
}

bool train_left_out_read(const char *text, train_left_out *out)
{
    *out = (train_left_out){.kernel = ""};
    const size_t length = strcspn(text, " ");
    if (length == 0 || length >= sizeof out->kernel || text[length] == '\0')
        return false;
    memcpy(out->kernel, text, length);
    for (const char *at = text + length + 1; *at != '\0';) {
        const size_t name = strcspn(at, "= ");
        for (int p = 0; p < TRAIN_PARAMETER_COUNT && at[name] == '='; p++) {
            const char *known = train_parameter_name((train_parameter)p);
            if (strlen(known) == name && strncmp(known, at, name) == 0)
                out->value[p] = strtoll(at + name + 1, NULL, 10);
        }
        at += strcspn(at, " ");
        at += *at == ' ';
    }
    return true;
}

bool train_is_left_out(const train_left_out *from, const train_point *point)
{
    if (strcmp(from->kernel, point->kernel->name) != 0)
        return false;
    for (int p = 0; p < TRAIN_PARAMETER_COUNT; p++) {
        const bool grows = p == TRAIN_bytes || p == TRAIN_size;
        if (grows ? point->value[p] < from->value[p] : point->value[p] != from->value[p])
            return false;
    }
    return true;
}
