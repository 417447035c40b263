import CEngineEpoll

/// The thread that the process began with.
enum MainThread {
    static var isCurrent: Bool { cengine_is_main_thread() != 0 }
}
