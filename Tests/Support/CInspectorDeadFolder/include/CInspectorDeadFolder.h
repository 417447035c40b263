#pragma once

// Folders on a disk that does not answer: a file system (FUSE) that nobody serves.

#ifdef __cplusplus
extern "C" {
#endif

// Hangs whoever looks into a folder from now on; returns what `cdead_revive` takes, or -errno where this is not allowed.
int cdead_hang(const char *folder);
// Lets go of all who hang, with an error, and gives the folder back.
void cdead_revive(const char *folder, int number);

#ifdef __cplusplus
}
#endif
