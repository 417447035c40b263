import CEngineEpoll

/// The thread with which the process started.
enum MainThread {
    static var isCurrent: Bool { cengine_is_main_thread() != 0 }
}
