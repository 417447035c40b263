/// Keeps what the mocks say that answered last, and what they were asked, as the same request is mostly answered by the same
/// mock.
///
/// Lives on the loop thread.
final class RecentMockScripts {
    /// An object, so that to look at it copies nothing.
    private final class Entry {
        /// Held, so that its identity is no other's.
        let exchangeRequest: ExchangeRequest
        let reference: MockReference
        let answer: Mock.Answer
        let steps: [MockScript.Step]

        init(_ exchangeRequest: ExchangeRequest, _ hit: MockHit, _ steps: [MockScript.Step]) {
            self.exchangeRequest = exchangeRequest
            reference = hit.reference
            answer = hit.answer
            self.steps = steps
        }
    }

    /// By the identities of the requests.
    private var entries: [ObjectIdentifier: Entry] = [:]
    /// The request that mocks were asked about last, as they look at it.
    private var asked: (exchangeRequest: ExchangeRequest, mocked: MockedRequest)?
    private static let capacity = 64
    /// Larger bodies are not kept alive.
    private static let largestBody = 16 << 10

    /// The request as mocks look at it: mostly the same as last time.
    func request(_ exchangeRequest: ExchangeRequest) -> MockedRequest {
        if asked?.exchangeRequest.isIdentical(to: exchangeRequest) == true, let mocked = asked?.mocked {
            return mocked
        }
        let mocked = MockedRequest(exchangeRequest)
        asked = exchangeRequest.body.isSmall ? (exchangeRequest, mocked) : nil
        return mocked
    }

    /// The steps of an answer that is not filled in: those that were made for it before, or new ones.
    func steps<Failure: Error>(
        for hit: MockHit, to exchangeRequest: ExchangeRequest, _ make: () throws(Failure) -> [MockScript.Step]
    ) throws(Failure) -> [MockScript.Step] {
        let id = exchangeRequest.content.id
        if let entry = entries[id], entry.reference == hit.reference, entry.answer == hit.answer {
            return entry.steps
        }
        let steps = try make()
        guard hit.answer.reply?.body.bytes.map({ $0.count <= Self.largestBody }) ?? true else { return steps }
        if entries.count >= Self.capacity { entries = [:] }
        entries[id] = Entry(exchangeRequest, hit, steps)
        return steps
    }
}
