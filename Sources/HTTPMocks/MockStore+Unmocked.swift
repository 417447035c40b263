import Foundation
import HTTPValues

extension MockStore {
    /// The treatment of requests that no mock answers.
    public struct Unmocked: Sendable, Hashable {
        /// Which of them are answered by the store, so that they never reach the network.
        package var intercepted: Scope
        /// The status they are answered with.
        package var status: Int

        /// They are sent.
        public static let sent = Unmocked(intercepted: [], status: 501)

        /// They are answered with this status, a line of text and `Cache-Control: no-store`.
        ///
        /// `Response.isUnmocked` tells such answers from others.
        public static func intercepted(_ scope: Scope = .all, status: Int = 501) -> Unmocked {
            Unmocked(intercepted: scope, status: status)
        }

        /// Requests by where they go.
        public struct Scope: OptionSet, Sendable, Hashable {
            /// The bits.
            public var rawValue: Int

            /// Creates a set from its bits.
            public init(rawValue: Int) { self.rawValue = rawValue }

            /// Those to the client's base URL and what lies inside of it; none without a base URL.
            public static let environment = Scope(rawValue: 1)
            /// All others.
            public static let external = Scope(rawValue: 2)
            /// All requests.
            public static let all: Scope = [.environment, .external]
        }

        /// The answer to a request that no mock answers; nil when it is sent.
        func answer(_ request: MockedRequest, base: BaseURL?) -> Mock.Answer? {
            let isInside = base.map { $0.contains(request.url) } ?? false
            guard intercepted.contains(isInside ? .environment : .external) else { return nil }
            let headers: Headers = [
                "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store",
                "Unmocked-Request": "intercepted",
            ]
            return .respond(status, headers, .text("No mock answers \(request.method) \(request.url).\n"))
        }
    }
}

extension MockStore {
    /// Takes the answer for a request that may say itself what becomes of it where no mock answers.
    package func ask(
        _ request: @autoclosure () -> MockedRequest, now: @autoclosure () -> Date, unmocked: Unmocked?
    ) -> Reply {
        let reply = ask(request(), now: now())
        guard let unmocked else { return reply }
        switch reply {
        case .wantsFile: return reply
        case .hit(let hit) where hit.reference != .unmocked: return reply
        case .hit, .nobody:
            let answer = unmocked.answer(request(), base: nil)
            return answer.map { .hit(MockHit(reference: .unmocked, answer: $0)) } ?? .nobody
        }
    }
}

extension MockReference {
    /// Stands where the store itself answered, because no mock did.
    public static let unmocked = MockReference(id: "unmocked", name: "no mock")
}
