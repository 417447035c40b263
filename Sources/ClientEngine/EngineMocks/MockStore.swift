import EngineHTTP
internal import EngineSupport
import FoundationEssentials

/// Holds the mocks of a client.
///
/// Thread-safe; every call that needs no file returns at once. A request is answered by the enabled mock of the smallest
/// priority, the newest among equals, that matches it and has not answered as many times as it should. What a
/// mock answers is counted when it is matched, before its delay: a request that times out and comes again
/// gets the next answer.
public final class MockStore: Sendable {
    /// A mock and how it has fared.
    public struct Status: Sendable, Hashable {
        /// The mock.
        public var mock: Mock
        /// The number of requests it has answered.
        public var hits: Int
        /// The time of the last of them; nil where there is none.
        public var lastHit: Date?
        /// Indicates whether it has answered as many times as it should, and so has stepped aside.
        public var isSpent: Bool

        /// Creates a status.
        public init(mock: Mock, hits: Int = 0, lastHit: Date? = nil, isSpent: Bool = false) {
            self.mock = mock
            self.hits = hits
            self.lastHit = lastHit
            self.isSpent = isSpent
        }
    }

    /// A scenario and where it is.
    public struct ScenarioStatus: Sendable, Hashable {
        /// Its name.
        public var name: String
        /// The state that it is in.
        public var state: String
        /// All states that mocks name, ``Mock/Scenario/start`` first.
        public var states: [String]
        /// The number of mocks that name it.
        public var mockCount: Int

        /// Creates a status.
        public init(name: String, state: String, states: [String], mockCount: Int) {
            self.name = name
            self.state = state
            self.states = states
            self.mockCount = mockCount
        }
    }

    /// The store at one time.
    package struct Snapshot: Sendable {
        package let isEnabled: Bool
        /// The mocks in the order they are asked.
        package let mocks: [(status: Status, matcher: MockMatcher)]
        /// The states of scenarios by their names.
        package let scenarioStates: [String: String]
    }

    private let table: Locked<MockTable>
    /// Called when the mocks are others.
    private let observer = Locked<(@Sendable () -> Void)?>(nil)
    private let random: @Sendable () -> Double

    /// Creates an empty store, to which relative addresses are those of any server.
    public convenience init() { self.init(base: nil) }

    /// Creates an empty store.
    ///
    /// - Parameters:
    ///   - base: the URL that relative addresses are relative to.
    ///   - random: gives numbers in 0..<1 for what mocks leave to chance.
    package init(base: BaseURL? = nil, random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }) {
        table = Locked(MockTable(base: base))
        self.random = random
    }

    /// Adds a mock: before the others of its priority, or in the place of the one with its identifier.
    ///
    /// - Throws: ``MockError`` when a pattern, a path or a template of it cannot be used; the store is as before.
    public func add(_ mock: Mock) throws(MockError) {
        try mock.checkReplies()
        try change { table throws(MockError) in try table.add(mock) }
    }

    /// Adds a mock that gives these answers in order; returns its identifier, with which it can be removed.
    ///
    /// - Throws: ``MockError`` when the pattern or template cannot be used; the store is as before.
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

    /// Removes a mock; an identifier that is not there is no error.
    public func remove(id: Mock.ID) {
        change { $0.remove(id: id) }
    }

    /// Removes all mocks; whatever else was set stays.
    public func removeAll() {
        change { $0.removeAll() }
    }

    /// Makes the store as new: without mocks, on, without a delay, and with unmatched requests sent.
    public func clear() {
        change { $0 = MockTable(base: $0.base) }
    }

    /// Switches one mock on or off, without touching its hits.
    public func setEnabled(_ isEnabled: Bool, id: Mock.ID) {
        change { $0.setEnabled(isEnabled, id: id) }
    }

    /// Changes when a mock is asked, without touching its hits; smaller is earlier.
    public func setPriority(_ priority: Int, id: Mock.ID) {
        change { $0.setPriority(priority, id: id) }
    }

    /// Indicates whether mocks answer at all; switching all off and on again leaves each as it was.
    public var isEnabled: Bool {
        get { table.withLock { $0.isEnabled } }
        set { change { $0.isEnabled = newValue } }
    }

    /// The treatment of requests that no mock answers; while the store is off, they are sent.
    public var unmatchedRequests: UnmatchedRequests {
        get { table.withLock { $0.unmatchedRequests } }
        set { table.withLock { $0.unmatchedRequests = newValue } }
    }

    /// The delay of responses that have none of their own; zero by default.
    ///
    /// A wait of some milliseconds shows code that relies on answers that come at once.
    public var delay: Duration {
        get { table.withLock { $0.delay } }
        set { table.withLock { $0.delay = newValue } }
    }

    package var snapshot: Snapshot { table.withLock { $0.snapshot } }

    /// The mocks in the order they are asked.
    public var all: [Status] { table.withLock { $0.all } }

    /// Has relative addresses be relative to another base, which is asked for when nothing else changes the store.
    package func rebase(_ base: () -> BaseURL?) {
        table.withLock { $0.rebase(base()) }
    }

    /// Sets hits, sequences and scenarios back to their start.
    public func reset() {
        table.withLock { $0.reset() }
    }

    /// The scenarios by their names; one vanishes with the last mock that names it.
    public var scenarios: [ScenarioStatus] { table.withLock { $0.scenarios.all } }

    /// Sets the state of a scenario.
    ///
    /// - Throws: ``MockError`` when no mock names the scenario, or none of those that do the state.
    public func setScenario(_ name: String, to state: String) throws(MockError) {
        try table.withLock { table throws(MockError) in try table.scenarios.set(name, to: state) }
    }

    /// Sets all scenarios back to their start, and leaves hits as they are.
    public func resetScenarios() {
        table.withLock { $0.scenarios.reset() }
    }

    /// Calls a closure, on the thread that makes it, after each change of the mocks that somebody makes; nil calls none any more.
    ///
    /// A store has one closure at a time.
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

    /// Takes the answer for a request, and counts it; nil is for the network.
    ///
    /// It finds one state of every scenario, and what its answer sets is there for the next one. Where it depends on the
    /// content of a file, this waits for the disk, and keeps nobody else waiting.
    package func answer(_ request: MockedRequest, now: @autoclosure () -> Date) -> MockHit? {
        switch ask(request, now: now()) {
        case .hit(let hit): hit
        case .nobody: nil
        case .wantsFile: answer(request.readingFile(), now: now())
        }
    }

    package enum Reply {
        case hit(MockHit)
        /// It is for the network.
        case nobody
        /// It depends on the content of a file; nothing was counted.
        case wantsFile
    }

    /// Takes the answer for a request, and counts it, without waiting for a disk.
    ///
    /// The request is looked at only where that depends on it.
    func ask(_ request: @autoclosure () -> MockedRequest, now: @autoclosure () -> Date) -> Reply {
        table.withLock { table in
            table.isIdle ? .nobody : table.answer(request(), now: now(), random: random)
        }
    }

    /// Returns the answer of a mock that belongs to one request alone.
    package func hit(of mock: Mock, _ answer: Mock.Answer, to request: MockedRequest, now: Date) -> MockHit {
        MockHit(MockReference(id: mock.id, name: mock.name), answer, to: request, at: now, random)
    }
}
