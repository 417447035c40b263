import Foundation
import Testing

@testable import ClientEngine

@Suite("What the cache says, in the machine of a task")
struct TaskMachineCacheTests {
    private static let url = RequestURL(
        text: "http://a.test/x", scheme: "http", host: "a.test", port: 80, path: "/x")
    private let kept = CachedAnswer(
        response: CachedResponse(
            ResponseHead(status: 200, reason: "OK", headers: [:]), body: [],
            to: CacheLookup(method: .get, url: Self.url, headers: [:], policy: .standard),
            requested: Date(timeIntervalSince1970: 0), received: Date(timeIntervalSince1970: 0)),
        use: .stale(age: 9))

    @Test("a confirmed answer is an exchange of its own behind the 304")
    func confirmed() throws {
        var trial = try MachineTrial()
        trial.feed([.start, .began(mock: nil), .signal(.instead(.confirmed(kept)))])
        #expect(trial.feed(.answer(304)).last == "prepare GET /x from stale(age: 9)")
        #expect(trial.feed(.began(mock: nil)).first == "1.2 exchange for cache")
        #expect(trial.feed([.signal(.cache(.revalidated))] + .answer(200)).contains("1.2 answer 200"))
        #expect(trial.record.lastExchange?.cache == .revalidated)
        #expect(trial.record.status == 200)
    }

    @Test("what stands in for a failure waits until no retry is left")
    func staleIfError() throws {
        var trial = try MachineTrial(retries: 1)
        for isLast in [false, true] {
            trial.feed([
                isLast ? .retryNow : .start, .began(mock: nil), .signal(.instead(.staleIfError(kept))),
            ])
            let words = trial.feed(.failure(.connectionLost, .wait))
            #expect((words.last == "prepare GET /x from stale(age: 9)") == isLast)
        }
        trial.feed([.began(mock: nil)] + .answer(200))
        trial.feed(.parsed(nil))
        #expect(trial.record.state == .succeeded)
        #expect(trial.record.attempts.map(\.exchanges.count) == [1, 2])
    }

    @Test("a 304 for what is not kept has the server asked anew, once")
    func nothing() throws {
        var trial = try MachineTrial()
        trial.feed([.start, .began(mock: nil), .signal(.instead(.nothing))])
        #expect(trial.feed(.answer(304)).last == "prepare GET /x")
        trial.feed(.began(mock: nil))
        #expect(trial.feed(.answer(304)).contains("1.2 answer 304"))
    }
}
