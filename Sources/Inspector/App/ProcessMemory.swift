import CInspectorMemory

/// Settings of the process's memory.
enum ProcessMemory {
    /// Sets how much glibc takes from the system at once and keeps at the end of each thread's heap, and has libcurl and OpenSSL
    /// keep what they free for their next request.
    ///
    /// Call it before anything uses libcurl or OpenSSL.
    static func set() {
        // Heaps of threads would grow by single pages, each by a call that all other threads wait for.
        _ = mallopt(M_TOP_PAD, 512 << 10)
        // Left to itself, glibc raises this with each large array that is freed, up to 64 MiB, and keeps as much where malloc_trim
        // does not look.
        _ = mallopt(M_TRIM_THRESHOLD, 1 << 20)
        cmemory_install()
    }

    /// Returns to the system the memory that the start or a burst has left unused.
    ///
    /// One thread creates events and another releases them, between others that stay: glibc does not return such pages by itself.
    static func giveBack() {
        _ = malloc_trim(0)
    }
}
