import EngineHTTP
import FoundationEssentials

extension MockStore {
    /// The treatment of requests that no mock answers.
    public enum UnmatchedRequests: Sendable, Hashable {
        /// They are sent.
        case sent
        /// They never reach the network, but are answered with this status, a line of text and `Cache-Control: no-store`.
        ///
        /// `Response.isUnmatched` is true for such answers.
        case rejected(_ scope: Scope = .all, status: StatusCode = 501)

        /// They never reach the network, but are answered with 501: ``rejected(_:status:)`` of all requests.
        public static var rejected: UnmatchedRequests { .rejected(.all) }

        /// Requests by where they go.
        public enum Scope: Sendable, Hashable {
            /// Those to the client's base URL and what lies inside of it; none without a base URL.
            case environment
            /// All others.
            case external
            /// All requests.
            case all

            fileprivate func contains(_ url: RequestURL, inside base: BaseURL?) -> Bool {
                let isInside = base.map { $0.contains(url) } ?? false
                return switch self {
                case .environment: isInside
                case .external: !isInside
                case .all: true
                }
            }
        }

        /// Returns the answer to a request that no mock answers; nil when it is sent.
        func answer(_ request: MockedRequest, base: BaseURL?) -> Mock.Answer? {
            guard case .rejected(let scope, let status) = self, scope.contains(request.url, inside: base)
            else {
                return nil
            }
            let headers: Headers = [
                "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store",
                "Unmocked-Request": "intercepted",
            ]
            return .respond(status, headers, .text("No mock answers \(request.method) \(request.url).\n"))
        }
    }

    package func ask(
        _ request: @autoclosure () -> MockedRequest, now: @autoclosure () -> Date,
        unmatchedRequests: UnmatchedRequests?
    ) -> Reply {
        let reply = ask(request(), now: now())
        guard let unmatchedRequests else { return reply }
        switch reply {
        case .wantsFile: return reply
        case .hit(let hit) where hit.reference != .unmatched: return reply
        case .hit, .nobody:
            let answer = unmatchedRequests.answer(request(), base: nil)
            return answer.map { .hit(MockHit(.unmatched, $0)) } ?? .nobody
        }
    }
}

extension MockReference {
    /// Stands where the store itself answered, because no mock did.
    public static let unmatched = MockReference(id: "unmocked", name: "no mock")
    /// Stands for a person who has answered.
    public static let byHand = MockReference(id: "by-hand", name: "answered by hand")
}
