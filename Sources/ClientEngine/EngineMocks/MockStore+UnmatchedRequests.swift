import EngineHTTP
import FoundationEssentials

extension MockStore {
    /// The treatment of requests that no mock answers.
    public enum UnmatchedRequests: Sendable, Hashable {
        /// Sends the requests.
        case sent
        /// Answers with this status, a line of text and `Cache-Control: no-store`.
        ///
        /// The requests never reach the network. `Response.isUnmatched` is `true` for such a response.
        case rejected(_ scope: Scope = .all, status: StatusCode = 501)

        /// Answers all of the requests with 501, as ``rejected(_:status:)`` does.
        ///
        /// They never reach the network.
        public static var rejected: UnmatchedRequests { .rejected(.all) }

        /// A selection of requests by their URL.
        public enum Scope: Sendable, Hashable {
            /// Requests to URLs below the client's base URL, or none without a base URL.
            case environment
            /// All other requests.
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

        /// Returns the answer to a request that no mock answers, or `nil` if it is sent.
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
    /// The reference for an answer of the store itself, because no mock matched.
    public static let unmatched = MockReference(id: "unmocked", name: "no mock")
    /// The reference for an answer that a person gave.
    public static let byHand = MockReference(id: "by-hand", name: "answered by hand")
}
