import ClientEngine
import ClientEngineWireMock

/// The mocks that come closest to answering the task of the Mock page, as they were found last.
struct ClosestMocks: Equatable, Sendable {
    /// The subject that they were looked for with; when it changes, they are looked for again.
    struct Subject: Equatable, Sendable {
        let task: TaskKey
        /// Counts the changes of the mocks.
        let revision: Int
        let isSent: Bool
    }

    private(set) var subject: Subject?
    /// The mocks that were found; nil while nothing is known of the task.
    private(set) var found: [NearMiss]?
    /// Indicates whether they are shown of a task that a mock has answered, too.
    var isWantedOfAnswered = false

    /// Begins to look; false where that was asked already.
    mutating func look(for subject: Subject) -> Bool {
        guard subject != self.subject else { return false }
        if subject.task != self.subject?.task { found = nil }
        self.subject = subject
        return true
    }

    /// Takes in what was found, unless another task is looked at by now.
    mutating func update(_ misses: [NearMiss], of task: TaskKey) {
        if subject?.task == task { found = misses }
    }
}

/// Asks which mocks come closest to answering a task.
package struct NearMissQuestion: Equatable, Sendable {
    static let count = 3

    package let task: TaskKey
    private let method: HTTPMethod
    private let url: RequestURL
    private let headers: Headers
    private let body: Body
    /// The mock that answered, which is no miss.
    private let answering: Mock.ID?

    /// Asks about a task that has a URL.
    init?(_ key: TaskKey, _ task: TaskRecord) {
        guard let url = task.origin.url else { return nil }
        let request = task.origin.request
        self.task = key
        method = request.method
        self.url = url
        headers = SentHead(task.sentHead)?.headers ?? request.headers
        body = request.body
        answering = task.mock?.id
    }

    /// The closest mocks of a store; takes as long as there are many.
    package func answer(from store: MockStore) -> [NearMiss] {
        let request = MockedRequest(method: method, url: url, headers: headers, body: body)
        let misses = store.nearMisses(to: request, limit: Self.count + (answering == nil ? 0 : 1))
        return Array(misses.filter { $0.mock.id != answering }.prefix(Self.count))
    }
}

extension TaskRecord {
    /// The head of the request as it went out last; empty where none did.
    var sentHead: [UInt8] { lastAttempt?.exchanges.first?.requestHead ?? [] }

    var isUnmatched: Bool { (mock == nil || mock == .unmatched) && !attempts.isEmpty }
}
