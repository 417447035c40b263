import CInspectorMalloc

/// What glibc takes from the system for the process, and what is given back.
enum ProcessMemory {
    /// Sets how much glibc takes from the system at once, and how much it keeps at the end of each thread's heap.
    static func set() {
        // Heaps of threads would grow by single pages, each by a call that all other threads wait for.
        _ = mallopt(M_TOP_PAD, 512 << 10)
        // Left to itself, glibc raises this with each large array that is freed, up to 64 MiB, and keeps as much where malloc_trim
        // does not look.
        _ = mallopt(M_TRIM_THRESHOLD, 1 << 20)
    }

    /// Gives back what the start or a burst has left unused.
    ///
    /// One thread makes events, and another lets go of them, between what stays: glibc keeps such pages for good. Of the code
    /// that has run most does not run again for long.
    static func giveBack() {
        _ = malloc_trim(0)
        cinspector_give_back_code()
    }
}
