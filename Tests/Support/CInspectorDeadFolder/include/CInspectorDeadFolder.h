#pragma once

// Folders on a disk that does not respond: a FUSE file system without a server.

#ifdef __cplusplus
extern "C" {
#endif

// Makes every access to a folder hang. Returns the number for `cdead_revive`, or -errno if this is not allowed.
int cdead_hang(const char *folder);
// Ends all hanging accesses with an error, and restores the folder.
void cdead_revive(const char *folder, int number);

#ifdef __cplusplus
}
#endif
