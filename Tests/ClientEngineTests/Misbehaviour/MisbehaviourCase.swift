import InspectorHTTPServer
import InspectorSandbox
import Testing

@testable import ClientEngine

/// A server that misbehaves in one way, and the required result of the task.
struct MisbehaviourCase: Sendable, CustomTestStringConvertible {
    typealias Script = @Sendable (RawConnection) -> Void

    /// The source of the faulty response.
    enum Source: Sendable {
        /// The sandbox's `/bad/ID`, or another of its paths.
        case path(String)
        /// A named reply of an HTTP/2 server.
        case frames(String, FrameServer.Reply)
        /// A script that runs on each connection.
        case script(Script)
        /// No server listens.
        case nobody
    }

    /// The required result of the task.
    enum Verdict: Sendable, Equatable {
        /// An error, written as `kind/phase`.
        case fails(String)
        /// One of these errors, depending on timing.
        case failsAs([String])
        /// A complete response with this status and these anomalies.
        case answers(Int, [Anomaly] = [])
        /// A timeout expires in this phase when the test advances the clock.
        case expires(String, in: Phase)
        /// Covered by a separate test.
        case apart(String)
    }

    /// The fate of the connection.
    enum Fate: Sendable { case reused, dropped, either }

    /// The different result with a newer libcurl, which rejects or repairs more input itself.
    struct Change: Sendable {
        let since: CurlVersion
        let verdict: Verdict
        var fate = Fate.dropped
        let reason: String

        var isInForce: Bool { CurlVersion.loaded >= since }
    }

    let id: String
    let does: String
    let source: Source
    let verdict: Verdict
    var fate = Fate.either
    var change: Change?
    /// The body in the record, if the test checks it.
    var body: String?
    /// Indicates whether the record has the final head.
    ///
    /// `nil` means that it does for a response.
    var hasHead: Bool?
    var method: HTTPMethod = .get
    var limits = Limits()

    /// The case as it applies to the loaded libcurl.
    var inForce: MisbehaviourCase {
        guard let change, change.isInForce else { return self }
        return MisbehaviourCase(
            id: id, does: does, source: source, verdict: change.verdict, fate: change.fate, method: method,
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
    /// Returns a case of the sandbox, given its identifier and optionally its variant.
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

    /// Returns cases for several variants of an identifier with one verdict.
    static func bad(
        _ id: String, _ does: String, _ verdict: Verdict, variants: [String], _ fate: Fate = .either,
        _ change: (inout MisbehaviourCase) -> Void = { _ in }
    ) -> [MisbehaviourCase] {
        variants.map { bad(id, does, verdict, variant: $0, fate, change) }
    }

    /// Returns a case that another test covers.
    static func apart(_ id: String, _ does: String, _ test: String) -> MisbehaviourCase {
        MisbehaviourCase(id: "bad-" + id, does: does, source: .nobody, verdict: .apart(test))
    }
}
