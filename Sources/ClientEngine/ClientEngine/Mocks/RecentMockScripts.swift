/// Keeps what mocks were asked last, and what they said to it, as the same request is mostly answered by the same mock.
///
/// Lives on the loop thread.
final class RecentMockScripts {
    /// A request, and its newest answer; an object, so that to look at it copies nothing.
    private final class Entry {
        /// Held, so that its identity is no other's.
        let exchangeRequest: ExchangeRequest
        let mocked: MockedRequest
        var answer: (hit: MockHit, steps: [MockScript.Step])?

        init(_ exchangeRequest: ExchangeRequest) {
            self.exchangeRequest = exchangeRequest
            mocked = MockedRequest(exchangeRequest)
        }
    }

    /// By the identities of the requests.
    private var entries: [ObjectIdentifier: Entry] = [:]
    /// The one that was asked for last; mostly it is asked for again.
    private var newest: Entry?
    private static let capacity = 64
    /// Larger bodies are not kept alive.
    private static let largestBody = 16 << 10

    /// The request as mocks look at it.
    func request(_ exchangeRequest: ExchangeRequest) -> MockedRequest { entry(of: exchangeRequest).mocked }

    /// The steps of an answer that is not filled in: those that were made for it before, or new ones.
    func steps<Failure: Error>(
        for hit: MockHit, to exchangeRequest: ExchangeRequest, _ make: () throws(Failure) -> [MockScript.Step]
    ) throws(Failure) -> [MockScript.Step] {
        let entry = entry(of: exchangeRequest)
        if let answer = entry.answer, answer.hit.isSame(as: hit) { return answer.steps }
        let steps = try make()
        let isKept = hit.answer.reply?.body.bytes.map { $0.count <= Self.largestBody } ?? true
        entry.answer = isKept ? (hit, steps) : nil
        return steps
    }

    private func entry(of exchangeRequest: ExchangeRequest) -> Entry {
        if let newest, newest.exchangeRequest.isIdentical(to: exchangeRequest) { return newest }
        let id = exchangeRequest.content.id
        let entry = entries[id] ?? Entry(exchangeRequest)
        guard exchangeRequest.body.isSmall else { return entry }
        if entries.count >= Self.capacity { entries = [:] }
        (entries[id], newest) = (entry, entry)
        return entry
    }
}

extension MockHit {
    /// Returns whether the same mock gives the same answer.
    fileprivate func isSame(as other: MockHit) -> Bool {
        self === other || reference == other.reference && answer == other.answer
    }
}
