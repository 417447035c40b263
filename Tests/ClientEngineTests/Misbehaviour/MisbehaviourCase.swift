import InspectorHTTPServer
import InspectorSandbox
import Testing

@testable import ClientEngine

/// A server that misbehaves in one way, and what the engine must make of it.
struct MisbehaviourCase: Sendable, CustomTestStringConvertible {
    typealias Script = @Sendable (RawConnection) -> Void

    /// Where the bad answer comes from.
    enum Source: Sendable {
        /// The sandbox's `/bad/ID`, or another of its paths.
        case path(String)
        /// What a server of HTTP/2 does behind a request, with a name.
        case frames(String, FrameServer.Reply)
        /// A script on a connection of its own.
        case script(Script)
        /// Nobody listens.
        case nobody
    }

    /// What the task must come to.
    enum Verdict: Sendable, Equatable {
        /// An error, written `kind/phase`.
        case fails(String)
        /// A complete answer of this status, with these anomalies.
        case answers(Int, [Anomaly] = [])
        /// A deadline of a moved clock passes in this state.
        case expires(String, in: Phase)
        /// Tested in a test of its own.
        case apart(String)
    }

    /// What becomes of the connection.
    enum Fate: Sendable { case reused, dropped, either }

    /// What becomes of it where libcurl refuses more by itself.
    struct Refusal: Sendable {
        let since: CurlVersion
        let verdict: Verdict
        let reason: String

        var isInForce: Bool { CurlVersion.loaded >= since }
    }

    let id: String
    let does: String
    let source: Source
    let verdict: Verdict
    var fate = Fate.either
    var refusal: Refusal?
    /// What the record keeps of the body, where the test says it.
    var body: String?
    /// Indicates whether the record has the final head; by default where there is an answer.
    var hasHead: Bool?
    var method: HTTPMethod = .get
    var limits = Limits()

    /// The case as it is with the libcurl that is loaded.
    var inForce: MisbehaviourCase {
        guard let refusal, refusal.isInForce else { return self }
        return MisbehaviourCase(
            id: id, does: does, source: source, verdict: refusal.verdict, fate: .dropped, method: method,
            limits: limits)
    }

    var testDescription: String {
        if case .path(let path) = source { return "\(id) \(path)" }
        if case .frames(let name, let reply) = source {
            if case .ends = reply { return "\(id) \(name), and closes" }
            return "\(id) \(name)"
        }
        return "\(id) \(does)"
    }
}

extension MisbehaviourCase {
    /// The sandbox's way of an id; `variant` names one of several.
    static func bad(
        _ id: String, _ does: String, _ verdict: Verdict, variant: String? = nil, _ fate: Fate = .either,
        _ change: (inout MisbehaviourCase) -> Void = { _ in }
    ) -> MisbehaviourCase {
        let path = "/bad/\(id)" + (variant.map { "?variant=\($0)" } ?? "")
        var row = MisbehaviourCase(
            id: "bad-" + id, does: does, source: .path(path), verdict: verdict, fate: fate)
        change(&row)
        return row
    }

    /// Several variants of an id with one verdict.
    static func bad(
        _ id: String, _ does: String, _ verdict: Verdict, variants: [String], _ fate: Fate = .either,
        _ change: (inout MisbehaviourCase) -> Void = { _ in }
    ) -> [MisbehaviourCase] {
        variants.map { bad(id, does, verdict, variant: $0, fate, change) }
    }

    /// An id that another test covers.
    static func apart(_ id: String, _ does: String, _ test: String) -> MisbehaviourCase {
        MisbehaviourCase(id: "bad-" + id, does: does, source: .nobody, verdict: .apart(test))
    }
}
