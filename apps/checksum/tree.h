/* Walk a folder: every regular file below it, in the order the folder gives, without
 * following links. Depth and path length are bounded; what is deeper is told and skipped. */
#ifndef TREE_H
#define TREE_H
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { TREE_DEPTH = 32, TREE_PATH = 1024 };

typedef void tree_visit(const char *path, void *context);

static int tree_is_dots(const char *name) {
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

static void tree_walk(const char *folder, int depth, tree_visit *visit, void *context);

static void tree_enter(const char *path, int depth, tree_visit *visit, void *context) {
    struct stat status;
    if (lstat(path, &status) != 0)
        fprintf(stderr, "checksum: %s: %s\n", path, strerror(errno));
    else if (S_ISREG(status.st_mode))
        visit(path, context);
    else if (S_ISDIR(status.st_mode) && depth >= TREE_DEPTH)
        fprintf(stderr, "checksum: %s: deeper than %d folders, skipped\n", path, TREE_DEPTH);
    else if (S_ISDIR(status.st_mode))
        tree_walk(path, depth + 1, visit, context);
}

static void tree_walk(const char *folder, int depth, tree_visit *visit, void *context) {
    char path[TREE_PATH];
    DIR *entries = opendir(folder);
    if (!entries) {
        fprintf(stderr, "checksum: %s: %s\n", folder, strerror(errno));
        return;
    }
    for (struct dirent *entry; (entry = readdir(entries));) {
        if (tree_is_dots(entry->d_name))
            continue;
        int length = snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (length < 0 || length >= (int)sizeof path)
            fprintf(stderr, "checksum: %s/%s: path longer than %d bytes, skipped\n", folder,
                    entry->d_name, TREE_PATH - 1);
        else
            tree_enter(path, depth, visit, context);
    }
    closedir(entries);
}
#endif
