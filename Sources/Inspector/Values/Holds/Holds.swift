import ClientEngine
import ClientEngineRecording
import InspectorTaskFilter

/// The routes on which messages of other programs are held, and the messages that are held there.
///
/// ```
///  hold ─▶ held ─┬─ a verdict ──────────────────────────▶ goes on
///                ├─ its route is switched off, all end ──▶ goes on as it is
///                ├─ its time is up ──────────────────────▶ goes on as it is
///                └─ its program has left ────────────────▶ gone
/// ```
package struct Holds: Equatable, Sendable {
    /// The messages of an exchange.
    package enum Part: Sendable, Hashable, CaseIterable { case request, answer }

    /// A message that is held; of a task there is one at a time.
    package struct Message: Equatable, Sendable {
        package let task: TaskID
        package let part: Part
        package let route: Route
        package let since: Instant

        package init(task: TaskID, part: Part, route: Route, since: Instant) {
            (self.task, self.part, self.route, self.since) = (task, part, route, since)
        }
    }

    /// The parts that are held of each route.
    private var parts: [Route: Set<Part>] = [:]
    /// The messages that are held, the oldest first.
    package private(set) var messages: [Message] = []
    /// Nobody looks any more, and nothing is held from now on.
    private var isOver = false

    package init() {}

    /// The number of routes that something is held of.
    package var routeCount: Int { parts.count }

    package var isIdle: Bool { parts.isEmpty && messages.isEmpty }

    /// The parts that are held of a route.
    package func parts(of route: Route) -> Set<Part> { parts[route] ?? [] }

    package func message(of task: TaskID) -> Message? { messages.first { $0.task == task } }

    // MARK: Changes; each returns the messages that go on as they are

    /// Holds a part of a route from now on, or no longer.
    package mutating func toggle(_ part: Part, of route: Route) -> [Message] {
        guard !isOver else { return [] }
        var parts = parts(of: route)
        let isOff = parts.remove(part) != nil
        if !isOff { parts.insert(part) }
        self.parts[route] = parts.isEmpty ? nil : parts
        return isOff ? remove { $0.route == route && $0.part == part } : []
    }

    /// Holds a message; false where nothing is held of its route any more.
    package mutating func hold(_ message: Message) -> Bool {
        guard parts(of: message.route).contains(message.part), self.message(of: message.task) == nil else {
            return false
        }
        messages.append(message)
        return true
    }

    /// Removes the message of a task that is held.
    package mutating func remove(_ task: TaskID) -> Message? { remove { $0.task == task }.first }

    /// Removes a message whose time is up, unless it is held no more, or another one of its task is.
    package mutating func expire(_ message: Message) -> Message? { remove { $0 == message }.first }

    /// Holds nothing any more, until somebody says so again.
    package mutating func removeAll() -> [Message] {
        parts = [:]
        return remove { _ in true }
    }

    /// Holds nothing any more, for good.
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

/// The decision about a message that is held.
package enum HoldVerdict: Sendable, Equatable {
    /// It goes on as it is.
    case release
    /// The request goes out with what this one says: its method, URL, fields, body, and the mock that answers it.
    case send(Request)
    /// The program gets this answer: to a request that is held, instead of a server's.
    case answer(EditedAnswer)
}
