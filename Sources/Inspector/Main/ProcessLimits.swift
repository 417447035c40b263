import CInspectorMalloc
import Glibc

/// The limits of the process.
enum ProcessLimits {
    static func set() {
        forbidCores()
        // A file that may not grow is an error of the one write, and no reason to end.
        signal(SIGXFSZ, SIG_IGN)
        setMemory()
    }

    /// Sets how much glibc takes from the system at once, and how much it keeps at the end of each thread's heap.
    private static func setMemory() {
        // Heaps of threads would grow by single pages, each by a call that all other threads wait for.
        _ = mallopt(M_TOP_PAD, 512 << 10)
        // Left to itself, glibc raises this with each large array that is freed, up to 64 MiB, and keeps as much where malloc_trim
        // does not look.
        _ = mallopt(M_TRIM_THRESHOLD, 1 << 20)
    }

    /// Secrets lie in the memory, and a core would take them to the disk.
    ///
    /// One byte is too little for a file, and the size at which Linux starts no program that collects cores either; 0 would
    /// still start one.
    private static func forbidCores() {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_CORE.rawValue)
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = min(1, limit.rlim_max)
        setrlimit(resource, &limit)
    }
}
