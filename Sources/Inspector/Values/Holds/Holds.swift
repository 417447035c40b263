import ClientEngine
import ClientEngineRecording
import InspectorTaskFilter

/// The routes on which messages of other programs are held, and the held messages.
///
/// ```
///  hold ─▶ held ─┬─ verdict ──────────────────────▶ continues as decided
///                ├─ route switched off, or end ───▶ continues unchanged
///                ├─ timeout ──────────────────────▶ continues unchanged
///                └─ program disconnected ─────────▶ discarded
/// ```
package struct Holds: Equatable, Sendable {
    /// The two messages of an exchange.
    package enum Part: Sendable, Hashable, CaseIterable { case request, answer }

    /// A held message.
    ///
    /// A task has at most one at a time.
    package struct Message: Equatable, Sendable {
        package let task: TaskID
        package let part: Part
        package let route: Route
        package let since: Instant

        package init(task: TaskID, part: Part, route: Route, since: Instant) {
            (self.task, self.part, self.route, self.since) = (task, part, route, since)
        }
    }

    /// The parts to hold for each route.
    private var parts: [Route: Set<Part>] = [:]
    /// The held messages, oldest first.
    package private(set) var messages: [Message] = []
    /// Indicates that `end()` was called and nothing is held from now on.
    private var isOver = false

    package init() {}

    /// The number of routes with held parts.
    package var routeCount: Int { parts.count }

    package var isIdle: Bool { parts.isEmpty && messages.isEmpty }

    /// Returns the parts to hold for a route.
    package func parts(of route: Route) -> Set<Part> { parts[route] ?? [] }

    package func message(of task: TaskID) -> Message? { messages.first { $0.task == task } }

    // MARK: Changes; each returns the messages to continue unchanged

    /// Starts or stops holding a part of a route.
    package mutating func toggle(_ part: Part, of route: Route) -> [Message] {
        guard !isOver else { return [] }
        var parts = parts(of: route)
        let isOff = parts.remove(part) != nil
        if !isOff { parts.insert(part) }
        self.parts[route] = parts.isEmpty ? nil : parts
        return isOff ? remove { $0.route == route && $0.part == part } : []
    }

    /// Holds a message.
    ///
    /// Returns `false` if its route is not held or its task already has a held message.
    package mutating func hold(_ message: Message) -> Bool {
        guard parts(of: message.route).contains(message.part), self.message(of: message.task) == nil else {
            return false
        }
        messages.append(message)
        return true
    }

    /// Removes and returns the held message of a task.
    package mutating func remove(_ task: TaskID) -> Message? { remove { $0.task == task }.first }

    /// Removes a message whose time is up.
    ///
    /// Returns `nil` if it is no longer held.
    package mutating func expire(_ message: Message) -> Message? { remove { $0 == message }.first }

    /// Releases all messages and stops holding all routes.
    package mutating func removeAll() -> [Message] {
        parts = [:]
        return remove { _ in true }
    }

    /// Releases all messages and refuses to hold further ones.
    package mutating func end() -> [Message] {
        isOver = true
        return removeAll()
    }

    private mutating func remove(_ isGone: (Message) -> Bool) -> [Message] {
        let gone = messages.filter(isGone)
        messages.removeAll(where: isGone)
        return gone
    }
}

/// A decision about a held message.
package enum HoldVerdict: Sendable, Equatable {
    /// Continues unchanged.
    case release
    /// Sends the held request with the method, URL, fields, body and mock of this one.
    case send(Request)
    /// Gives the program this response.
    ///
    /// For a held request, it replaces the server's response.
    case answer(EditedAnswer)
}
