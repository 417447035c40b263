import CEngineEpoll

/// The thread that the process began with.
enum MainThread {
    /// Whether the caller is on it.
    static var isCurrent: Bool { cengine_is_main_thread() != 0 }
}
