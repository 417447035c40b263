import ClientEngine
import ClientEngineRecording

/// The facts of a task that lists, filters and statistics read, in about a hundred bytes.
package struct TaskSummary: Sendable, Equatable, Identifiable {
    /// The facts that few tasks have or many tasks share, stored once.
    package final class Labels: Sendable, Hashable {
        /// The media type of the newest response, or empty without a response.
        package let type: String
        /// The mock that answered last, or `nil`.
        package let mock: MockReference?
        /// The program that sent the request, or `nil` for this program.
        package let program: AskingProgram?

        package init(type: String, mock: MockReference?, program: AskingProgram?) {
            self.type = type
            self.mock = mock
            self.program = program
        }

        fileprivate convenience init(_ record: borrowing TaskRecord) {
            self.init(
                type: record.lastAnswered?.head?.headers["Content-Type"] ?? "", mock: record.mock,
                program: record.origin.provenance.program)
        }

        package static func == (left: Labels, right: Labels) -> Bool {
            left.type == right.type && left.mock == right.mock && left.program == right.program
        }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(type)
            hasher.combine(mock)
            hasher.combine(program)
        }
    }

    package let id: TaskID
    package let asked: ResolvedRequest
    /// The labels.
    ///
    /// Tasks with equal labels may share an instance.
    package var labels: Labels
    /// The instant at which the task was created.
    package let created: Instant
    private let ended: Instant
    private let firstByte: Int64
    private let waited: Int64
    private let size: Int
    private let statusCode: Int32
    package let attempts: Int32
    package let state: TaskState.Name
    /// The verdict, or `nil` until the task ends.
    package let verdict: TaskRecord.Verdict?
    /// Indicates whether all assertions passed, or `nil` if none was evaluated.
    package let haveAssertionsPassed: Bool?
    /// The kind of ``TaskRecord/error``.
    package let errorKind: ClientError.Kind?
    /// The phase of ``TaskRecord/error``.
    package let errorPhase: Phase?
    package let isRedirected: Bool
    package let isReused: Bool

    /// The value that represents `nil` in a number that is never negative.
    private static let none = -1

    /// Summarises a record.
    ///
    /// Durations of a live task end at `now`.
    package init(_ record: borrowing TaskRecord, asked: ResolvedRequest? = nil, now: Instant) {
        id = record.id
        self.asked = asked ?? ResolvedRequest(record.origin)
        labels = Labels(record)
        created = record.created
        ended = record.ended ?? now
        let answered = record.lastAnswered
        firstByte = answered?.timeToFirstByte?.nanoseconds ?? .min
        waited = record.lastExchange?.duration(of: .wait, now: now)?.nanoseconds ?? .min
        size = answered?.bodySize ?? Self.none
        statusCode = record.status.map { Int32(clamping: $0.rawValue) } ?? .min
        attempts = Int32(clamping: record.attempts.count)
        state = record.state.name
        verdict = record.verdict
        haveAssertionsPassed = record.haveAssertionsPassed
        errorKind = record.error?.kind
        errorPhase = record.error?.phase
        isRedirected = record.isRedirected
        isReused = record.isReused
    }

    /// Restores the summary of a finished task from storage.
    package init(
        id: TaskID, asked: ResolvedRequest, labels: Labels, created: Instant, elapsed: Duration,
        firstByte: Duration?,
        wait: Duration?, bodySize: Int?, status: StatusCode?, attempts: Int, state: TaskState.Name,
        verdict: TaskRecord.Verdict,
        haveAssertionsPassed: Bool?, errorKind: ClientError.Kind?, errorPhase: Phase?, isRedirected: Bool,
        isReused: Bool
    ) {
        self.id = id
        self.asked = asked
        self.labels = labels
        self.created = created
        ended = created + elapsed
        self.firstByte = firstByte?.nanoseconds ?? .min
        waited = wait?.nanoseconds ?? .min
        size = bodySize ?? Self.none
        statusCode = status.map { Int32(clamping: $0.rawValue) } ?? .min
        self.attempts = Int32(clamping: attempts)
        self.state = state
        self.verdict = verdict
        self.haveAssertionsPassed = haveAssertionsPassed
        self.errorKind = errorKind
        self.errorPhase = errorPhase
        self.isRedirected = isRedirected
        self.isReused = isReused
    }

    /// The status of the last exchange, once its response head has arrived.
    package var status: StatusCode? {
        statusCode == .min ? nil : StatusCode(rawValue: Int(statusCode))
    }
    /// The time from the start of the newest answered exchange to the first byte of its response.
    package var timeToFirstByte: Duration? { firstByte == .min ? nil : .nanoseconds(firstByte) }
    /// The time that the last exchange waited for the first byte.
    package var wait: Duration? { waited == .min ? nil : .nanoseconds(waited) }
    /// The size in bytes of the newest response's body.
    package var bodySize: Int? { size == Self.none ? nil : size }
    package var isRetried: Bool { attempts > 1 }
    /// The instant at which the task ended, or `nil` while it is live.
    package var end: Instant? { verdict == nil ? nil : ended }
    /// Returns the time from creation to the end, or to `now`.
    package func elapsed(now: Instant) -> Duration { (end ?? now) - created }
}
