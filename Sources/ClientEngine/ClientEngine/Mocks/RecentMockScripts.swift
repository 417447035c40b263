/// Stores the last requests to mocks and their answers, because the same mock usually answers the same request.
///
/// Used only on the loop thread.
final class RecentMockScripts {
    /// A request with its newest answer.
    ///
    /// An object, so that reading it copies nothing.
    private final class Entry {
        /// Retained, so that its identity stays unique.
        let exchangeRequest: ExchangeRequest
        let mocked: MockedRequest
        var answer: (hit: MockHit, steps: [MockScript.Step])?

        init(_ exchangeRequest: ExchangeRequest) {
            self.exchangeRequest = exchangeRequest
            mocked = MockedRequest(exchangeRequest)
        }
    }

    /// The entries by the identities of their requests.
    private var entries: [ObjectIdentifier: Entry] = [:]
    /// The last entry that was used, which is usually needed again.
    private var newest: Entry?
    private static let capacity = 64
    /// The size of the largest body that is retained.
    private static let largestBody = 16 << 10

    /// The request as mocks see it.
    func request(_ exchangeRequest: ExchangeRequest) -> MockedRequest { entry(of: exchangeRequest).mocked }

    /// Returns the steps of an answer that is not rendered: those of an earlier call, or new ones.
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
