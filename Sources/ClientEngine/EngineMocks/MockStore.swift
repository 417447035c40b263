import EngineHTTP
internal import EngineSupport
import FoundationEssentials

/// The mocks of a client.
///
/// Thread-safe. Calls that need no file return at once.
///
/// A store answers a request with the first enabled mock that matches and has answers left. It tests mocks in the order
/// of their priority, smaller numbers first, and of equal numbers the newest first. An answer counts when its mock is
/// matched, before its delay: a request that times out and is repeated gets the next answer.
public final class MockStore: Sendable {
    /// A mock and the number of its answers.
    public struct Status: Sendable, Hashable {
        /// The mock.
        public var mock: Mock
        /// The number of requests that the mock has answered.
        public var hits: Int
        /// The time of the last answer, or `nil` if there is none.
        public var lastHit: Date?
        /// Indicates whether the mock has given all its answers and no longer answers.
        public var isSpent: Bool

        /// Creates a status.
        public init(mock: Mock, hits: Int = 0, lastHit: Date? = nil, isSpent: Bool = false) {
            self.mock = mock
            self.hits = hits
            self.lastHit = lastHit
            self.isSpent = isSpent
        }
    }

    /// A scenario and its state.
    public struct ScenarioStatus: Sendable, Hashable {
        /// The name of the scenario.
        public var name: String
        /// The current state.
        public var state: String
        /// All states in the mocks of the scenario, ``Mock/Scenario/start`` first.
        public var states: [String]
        /// The number of mocks in the scenario.
        public var mockCount: Int

        /// Creates a status.
        public init(name: String, state: String, states: [String], mockCount: Int) {
            self.name = name
            self.state = state
            self.states = states
            self.mockCount = mockCount
        }
    }

    /// The content of a store at a point in time.
    package struct Snapshot: Sendable {
        package let isEnabled: Bool
        /// The mocks in the order in which they are tested.
        package let mocks: [(status: Status, matcher: MockMatcher)]
        /// The states of scenarios by name.
        package let scenarioStates: [String: String]
    }

    private let table: Locked<MockTable>
    /// Called after a change of the mocks.
    private let observer = Locked<(@Sendable () -> Void)?>(nil)
    private let random: @Sendable () -> Double

    /// Creates an empty store without a base URL: relative addresses match any server.
    public convenience init() { self.init(base: nil) }

    /// Creates an empty store.
    ///
    /// - Parameters:
    ///   - base: The URL against which relative addresses are resolved, or `nil` if they match any server.
    ///   - random: Returns random numbers in 0..<1.
    package init(base: BaseURL? = nil, random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }) {
        table = Locked(MockTable(base: base))
        self.random = random
    }

    /// Adds a mock before others of its priority, or replaces the mock with its identifier.
    ///
    /// - Throws: ``MockError`` if a pattern, a path or a template is invalid. The store is unchanged.
    public func add(_ mock: Mock) throws(MockError) {
        try mock.checkReplies()
        try change { table throws(MockError) in try table.add(mock) }
    }

    /// Adds a mock with these answers, and returns its identifier, with which it can be removed.
    ///
    /// - Throws: ``MockError`` if the pattern or a template is invalid. The store is unchanged.
    @discardableResult
    public func add(
        _ match: Mock.Match, _ answers: Mock.Answer..., times: Int? = nil,
        afterLast: Mock.AfterLast = .repeats
    ) throws(MockError) -> Mock.ID {
        var mock = Mock(id: "", name: match.title, match: match, answers: answers, times: times)
        mock.afterLast = afterLast
        try mock.checkReplies()
        return try change { [mock] table throws(MockError) in try table.addUnnamed(mock) }
    }

    /// Removes a mock.
    ///
    /// An unknown identifier is not an error.
    public func remove(id: Mock.ID) {
        change { $0.remove(id: id) }
    }

    /// Removes all mocks.
    ///
    /// Other settings stay.
    public func removeAll() {
        change { $0.removeAll() }
    }

    /// Resets the store to its initial state: enabled, without mocks and delay, and sending unmatched requests.
    public func clear() {
        change { $0 = MockTable(base: $0.base) }
    }

    /// Enables or disables one mock, without changing its hits.
    public func setEnabled(_ isEnabled: Bool, id: Mock.ID) {
        change { $0.setEnabled(isEnabled, id: id) }
    }

    /// Changes the priority of a mock, without changing its hits.
    ///
    /// Mocks with smaller numbers are tested first.
    public func setPriority(_ priority: Int, id: Mock.ID) {
        change { $0.setPriority(priority, id: id) }
    }

    /// Indicates whether mocks answer at all.
    ///
    /// Disabling and enabling the store does not change any mock.
    public var isEnabled: Bool {
        get { table.withLock { $0.isEnabled } }
        set { change { $0.isEnabled = newValue } }
    }

    /// The treatment of requests that no mock answers.
    ///
    /// A disabled store sends them.
    public var unmatchedRequests: UnmatchedRequests {
        get { table.withLock { $0.unmatchedRequests } }
        set { table.withLock { $0.unmatchedRequests = newValue } }
    }

    /// The delay of answers without a delay, zero by default.
    ///
    /// A delay of some milliseconds reveals code that relies on immediate answers.
    public var delay: Duration {
        get { table.withLock { $0.delay } }
        set { table.withLock { $0.delay = newValue } }
    }

    package var snapshot: Snapshot { table.withLock { $0.snapshot } }

    /// The mocks in the order in which they are tested.
    public var all: [Status] { table.withLock { $0.all } }

    /// Changes the base URL of relative addresses.
    ///
    /// `base` is called while the store is locked.
    package func rebase(_ base: () -> BaseURL?) {
        table.withLock { $0.rebase(base()) }
    }

    /// Resets hits, answer sequences and scenarios.
    public func reset() {
        table.withLock { $0.reset() }
    }

    /// The scenarios by name.
    ///
    /// A scenario exists as long as a mock names it.
    public var scenarios: [ScenarioStatus] { table.withLock { $0.scenarios.all } }

    /// Sets the state of a scenario.
    ///
    /// - Throws: ``MockError`` if no mock names the scenario, or none of its mocks names the state.
    public func setScenario(_ name: String, to state: String) throws(MockError) {
        try table.withLock { table throws(MockError) in try table.scenarios.set(name, to: state) }
    }

    /// Resets all scenarios.
    ///
    /// Hits stay.
    public func resetScenarios() {
        table.withLock { $0.scenarios.reset() }
    }

    /// Calls `call` after each change of the mocks, on the thread that makes the change.
    ///
    /// A store has one such closure at a time. `nil` removes it.
    public func onChange(_ call: (@Sendable () -> Void)?) { observer.withLock { $0 = call } }

    private func change<Value, Failure: Error>(
        _ body: (inout MockTable) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        defer { observer.withLock { $0 }?() }
        return try table.withLock(body)
    }

    /// Counts an answer that the same mock of another store has given.
    public func countHit(id: Mock.ID, at date: Date) {
        table.withLock { $0.countHit(id: id, at: date) }
    }

    /// Returns the answer to a request and counts it, or returns `nil` if the request is for the network.
    ///
    /// The state of every scenario is consistent: the state that the answer sets applies to the next request. If the
    /// answer depends on the content of a file, this method waits for the disk without holding the lock.
    package func answer(_ request: MockedRequest, now: @autoclosure () -> Date) -> MockHit? {
        switch ask(request, now: now()) {
        case .hit(let hit): hit
        case .nobody: nil
        case .wantsFile: answer(request.readingFile(), now: now())
        }
    }

    package enum Reply {
        case hit(MockHit)
        /// The request is for the network.
        case nobody
        /// The answer depends on the content of a file.
        ///
        /// No answer was counted.
        case wantsFile
    }

    /// Returns the answer to a request and counts it, without waiting for the disk.
    ///
    /// The request is created only if the answer depends on it.
    func ask(_ request: @autoclosure () -> MockedRequest, now: @autoclosure () -> Date) -> Reply {
        table.withLock { table in
            table.isIdle ? .nobody : table.answer(request(), now: now(), random: random)
        }
    }

    /// Returns the answer of a mock that applies to a single request.
    package func hit(of mock: Mock, _ answer: Mock.Answer, to request: MockedRequest, now: Date) -> MockHit {
        MockHit(MockReference(id: mock.id, name: mock.name), answer, to: request, at: now, random)
    }
}
