import Glibc

/// The limits of the process.
enum ProcessLimits {
    static func set() {
        forbidCores()
        // A file that may not grow is an error of the one write, and no reason to end.
        signal(SIGXFSZ, SIG_IGN)
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
