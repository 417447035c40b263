/// Delays the start of tasks until it is released; see ``Client/holdTasks()``.
///
/// ```
///  closed ── begin ──▶ waiting … ──── opened as often as it was closed ──▶ all of them, in their order
/// ```
struct TaskGate<Beginning> {
    private var keepers = 0
    private var waiting: [Beginning] = []

    var isClosed: Bool { keepers > 0 }

    mutating func close() { keepers += 1 }

    /// Keeps a beginning until it is open.
    mutating func hold(_ beginning: Beginning) { waiting.append(beginning) }

    /// Takes back one closing; returns what has waited for the last.
    mutating func open() -> [Beginning] {
        keepers -= 1
        guard keepers == 0 else { return [] }
        defer { waiting = [] }
        return waiting
    }
}
