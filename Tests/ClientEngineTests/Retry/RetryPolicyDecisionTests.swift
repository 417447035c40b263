import Foundation
import Testing

@testable import ClientEngine

@Suite("Retry decisions")
struct RetryPolicyDecisionTests {
    private static let now = Date(timeIntervalSince1970: 784_111_777)  // Sun, 06 Nov 1994 08:49:37 GMT
    private static let steady = Backoff(maximum: .seconds(5), hasJitter: false)

    private func decide(_ attempt: EndedAttempt) -> RetryDecision? {
        decide(RetryPolicy(maximumRetries: 9, backoff: Self.steady), attempt)
    }

    private func decide(_ policy: RetryPolicy, _ attempt: EndedAttempt, random: Double = 0.5)
        -> RetryDecision?
    {
        policy.decision(after: attempt, now: Self.now, random: random)
    }

    private static func failed(
        _ kind: ClientError.Kind, _ phase: Phase, isIdempotent: Bool = true
    ) -> EndedAttempt {
        EndedAttempt(number: 1, outcome: .error(ClientError(kind, phase, "")), isIdempotent: isIdempotent)
    }

    private static func answered(
        _ status: StatusCode, number: Int = 1, retryAfter: [String] = [], isIdempotent: Bool = true
    ) -> EndedAttempt {
        EndedAttempt(
            number: number, outcome: .response(status: status), retryAfter: retryAfter,
            isIdempotent: isIdempotent)
    }

    // MARK: Whether

    /// For each kind, whether these are retried: a GET, a POST that sent nothing, a POST that sent bytes.
    private static let table: [ClientError.Kind: (get: Bool, unsentPost: Bool, sentPost: Bool)] = [
        .invalidRequest: (false, false, false),
        .resolve: (true, true, false),
        .connect: (true, true, false),
        .tls: (false, false, false),
        .proxy: (true, true, false),
        .timeout: (true, true, false),
        .connectionLost: (true, true, false),
        .protocolViolation: (false, false, false),
        .truncated: (true, true, false),
        .decode: (false, false, false),
        .limit: (false, false, false),
        .redirect: (false, false, false),
        .auth: (false, false, false),
        .io: (false, false, false),
        .cancelled: (false, false, false),
        .unsupported: (false, false, false),
    ]

    @Test(
        "go by kind, by idempotence and by whether bytes were sent",
        arguments: ClientError.Kind.allCases, Phase.allCases)
    func defaultRule(kind: ClientError.Kind, phase: Phase) throws {
        // A retry does not improve a proxy's certificate.
        let isProxysCertificate = kind == .proxy && phase == .tls
        let expected = try #require(Self.table[isProxysCertificate ? .tls : kind])
        let isSent = phase >= .send
        #expect((decide(Self.failed(kind, phase)) != nil) == expected.get)
        let post = decide(Self.failed(kind, phase, isIdempotent: false))
        #expect((post != nil) == (isSent ? expected.sentPost : expected.unsentPost))
        if let post { #expect(post.reason == .error(kind: kind, phase: phase)) }
    }

    @Test(
        "with explicit kinds answer to those alone, and still spare a POST that sent bytes",
        arguments: ClientError.Kind.allCases, Phase.allCases)
    func explicitKinds(kind: ClientError.Kind, phase: Phase) {
        let isNever = kind == .cancelled || kind == .invalidRequest
        let policy = RetryPolicy(maximumRetries: 1, when: [.kind(kind)])
        #expect((decide(policy, Self.failed(kind, phase)) != nil) == !isNever)
        #expect(
            (decide(policy, Self.failed(kind, phase, isIdempotent: false)) != nil)
                == (!isNever && phase < .send))
        let others = RetryPolicy(maximumRetries: 1, when: [.status(503)], ignoresIdempotence: true)
        #expect(decide(others, Self.failed(kind, phase)) == nil)
    }

    @Test("answer to the transient statuses of a GET, and to no other", arguments: 100...599)
    func statuses(number: Int) {
        let status = StatusCode(rawValue: number)
        let expected = [408, 425, 429, 500, 502, 503, 504].contains(status)
        #expect((decide(Self.answered(status)) != nil) == expected)
        #expect(decide(Self.answered(status, isIdempotent: false)) == nil)
        let asked = decide(Self.answered(status, retryAfter: ["1"], isIdempotent: false))
        #expect((asked != nil) == (status == 429 || status == 503))
        let always = RetryPolicy(maximumRetries: 1, ignoresIdempotence: true)
        #expect((decide(always, Self.answered(status, isIdempotent: false)) != nil) == expected)
    }

    @Test(
        "answer to explicit statuses and classes",
        arguments: [(404, true), (500, true), (503, true), (599, true), (429, false)])
    func explicitStatuses(status: StatusCode, expected: Bool) {
        let policy = RetryPolicy(maximumRetries: 1, when: [.status(404), .statusClass(5)])
        #expect((decide(policy, Self.answered(status)) != nil) == expected)
        #expect(decide(policy, Self.answered(status, isIdempotent: false)) == nil)
        let asked = Self.answered(status, retryAfter: ["1"], isIdempotent: false)
        #expect((decide(policy, asked) != nil) == (status == 503))
        var always = policy
        always.ignoresIdempotence = true
        #expect((decide(always, Self.answered(status, isIdempotent: false)) != nil) == expected)
    }

    @Test("need a Retry-After that can be read before a POST goes out again")
    func garbageDoesNotAsk() {
        #expect(decide(Self.answered(503, retryAfter: ["soon"], isIdempotent: false)) == nil)
    }

    @Test("never follow a cancelled attempt, whatever the policy")
    func cancelled() {
        let policy = RetryPolicy(maximumRetries: nil, when: [.kind(.cancelled)], ignoresIdempotence: true)
        #expect(decide(policy, EndedAttempt(number: 1, outcome: .cancelled, isIdempotent: true)) == nil)
    }

    @Test(
        "end with the allowed number of retries",
        arguments: [
            (0, 1, false), (1, 1, true), (1, 2, false), (3, 3, true), (3, 4, false), (nil, 9999, true),
        ])
    func bound(maximum: Int?, number: Int, expected: Bool) {
        let policy = RetryPolicy(maximumRetries: maximum)
        #expect((decide(policy, Self.answered(503, number: number)) != nil) == expected)
    }

    // MARK: When

    @Test(
        "wait as the backoff says, and say how",
        arguments: [
            (1, Duration.milliseconds(200), "200 ms"), (2, .milliseconds(400), "200 ms × 2"),
            (3, .milliseconds(800), "200 ms × 4"), (5, .milliseconds(3200), "200 ms × 16"),
            (6, .seconds(5), "max 5 s"), (500, .seconds(5), "max 5 s"),
        ])
    func backoff(number: Int, delay: Duration, explanation: String) {
        let policy = RetryPolicy(maximumRetries: nil, backoff: Self.steady)
        let decision = decide(policy, Self.answered(500, number: number))
        #expect(decision == RetryDecision(reason: .status(500), delay: delay, explanation: explanation))
    }

    @Test("draw jitter from half of the wait to all of it", arguments: [(0.0, 100), (0.5, 150), (1.0, 200)])
    func jitter(random: Double, milliseconds: Int) {
        let decision = decide(RetryPolicy(maximumRetries: 1), Self.answered(500), random: random)
        #expect(decision?.delay == .milliseconds(milliseconds))
        #expect(decision?.explanation == "200 ms")
    }

    @Test(
        "obey Retry-After in every form",
        arguments: [
            (["2"], Duration.seconds(2), "Retry-After: 2"),
            ([" 2 "], .seconds(2), "Retry-After: 2"),
            (["60"], .seconds(60), "Retry-After: 60"),
            (["3600"], .seconds(60), "Retry-After: 3600, capped at 60 s"),
            (["9223372036854775807"], .seconds(60), "Retry-After: 9223372036854775807, capped at 60 s"),
            (["0"], .zero, "Retry-After: 0"),
            (["Sun, 06 Nov 1994 08:49:40 GMT"], .seconds(3), "Retry-After: Sun, 06 Nov 1994 08:49:40 GMT"),
            (["Sunday, 06-Nov-94 08:49:40 GMT"], .seconds(3), "Retry-After: Sunday, 06-Nov-94 08:49:40 GMT"),
            (["Sun Nov  6 08:49:40 1994"], .seconds(3), "Retry-After: Sun Nov  6 08:49:40 1994"),
            (
                ["Mon, 07 Nov 1994 00:00:00 GMT"], .seconds(60),
                "Retry-After: Mon, 07 Nov 1994 00:00:00 GMT, capped at 60 s"
            ),
            (["Sat, 05 Nov 1994 00:00:00 GMT"], .zero, "Retry-After: Sat, 05 Nov 1994 00:00:00 GMT"),
            (["soon", "-1", "7", "9"], .seconds(7), "Retry-After: 7"),
        ])
    func retryAfter(values: [String], delay: Duration, explanation: String) {
        let decision = decide(Self.answered(503, retryAfter: values))
        #expect(decision == RetryDecision(reason: .status(503), delay: delay, explanation: explanation))
    }

    @Test(
        "go by the backoff where Retry-After is garbage",
        arguments: [
            "", "-1", "+1", "1.5", "0x10", "soon", "1 2", "5, 6", "00000000000000000001",
            "99999999999999999999",
        ])
    func garbage(value: String) {
        #expect(decide(Self.answered(503, retryAfter: [value]))?.explanation == "200 ms")
    }

    @Test(
        "spread clients that are told to come back at once",
        arguments: ["0", "Sat, 05 Nov 1994 00:00:00 GMT"])
    func zeroWithJitter(value: String) {
        let attempt = Self.answered(503, retryAfter: [value])
        #expect(decide(RetryPolicy(maximumRetries: 1), attempt, random: 0.25)?.delay == .milliseconds(50))
    }

    @Test("cap Retry-After at the policy's own limit")
    func ownLimit() {
        var policy = RetryPolicy(maximumRetries: 1)
        policy.retryAfterLimit = .milliseconds(1500)
        let decision = decide(policy, Self.answered(503, retryAfter: ["2"]))
        #expect(decision?.delay == .milliseconds(1500))
        #expect(decision?.explanation == "Retry-After: 2, capped at 1.5 s")
    }
}

@Suite("Retry presets")
struct RetryPresetTests {
    @Test("count attempts in all, the first included")
    func attempts() {
        let policy: RetryPolicy = .transientFailures(.exponential(from: .milliseconds(300), attempts: 4))
        #expect(policy == RetryPolicy(maximumRetries: 3, backoff: Backoff(from: .milliseconds(300))))
        #expect(RetryPolicy.transientFailures(RetrySchedule(Backoff(), attempts: 1)) == .never)
        #expect(RetryPolicy.transientFailures(RetrySchedule(Backoff(), attempts: 0)) == .never)
    }

    @Test("wait equally long where asked to")
    func constant() {
        let policy: RetryPolicy = .transientFailures(.constant(.seconds(2), attempts: nil))
        #expect(policy.maximumRetries == nil)
        #expect(
            (1...9).allSatisfy { policy.backoff.delay(beforeRetry: $0, random: 0.9) == .seconds(2) })
        #expect(policy.backoff.explanation(ofRetry: 3) == "2 s")
    }

    @Test(
        "write durations in the unit that suits",
        arguments: [
            (Duration.zero, "0 ms"), (.microseconds(1500), "1.5 ms"), (.milliseconds(999), "999 ms"),
            (.seconds(1), "1 s"),
            (.milliseconds(1250), "1.25 s"), (.seconds(90), "90 s"), (.milliseconds(-1500), "-1.5 s"),
        ])
    func durations(duration: Duration, text: String) {
        #expect(duration.brief == text)
    }
}
