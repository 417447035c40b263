internal import EngineSupport
import FoundationEssentials

/// Says why a task has no complete response: what went wrong, in which phase, after how long.
///
/// Two errors are equal if all but their ``underlying`` errors is equal.
public struct ClientError: Error, Sendable, Hashable {
    /// The kinds of failures, by which a program can decide without reading text.
    ///
    /// New cases may be added in any release: switch with a default.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A method, URL, header or body that cannot be sent.
        case invalidRequest
        /// The name has no address.
        case resolve
        /// The connection was refused or the host cannot be reached.
        case connect
        /// The TLS handshake failed or the certificate is not trusted.
        case tls
        /// The proxy refused or failed.
        case proxy
        /// A deadline passed.
        case timeout
        /// The peer went away before a complete head.
        case connectionLost
        /// The response is not HTTP, or breaks its rules.
        case protocolViolation = "protocol"
        /// The head was complete, the body was not.
        case truncated
        /// The content could not be decoded.
        case decode
        /// A limit of the client was reached.
        case limit
        /// A redirect cannot be followed.
        case redirect
        /// A challenge cannot be met.
        case auth
        /// A local file or sink failed.
        case io
        /// The task was cancelled; an outcome, never shown as an error.
        case cancelled
        /// Not supported by this client.
        case unsupported
    }

    /// All of it behind one reference: most of what may hold an error holds none.
    private var content: CopyOnWriteBox<Content>

    private struct Content: Sendable, Hashable {
        var kind: Kind
        var phase: Phase
        var message: String
        var advice: Advice?
        var curlCode: Int?
        var curlMessage: String?
        var elapsed: Duration?
        var bytesReceived = 0
        var underlying = Uncompared<(any Error)?>(nil)
    }

    /// Creates an error.
    public init(
        _ kind: Kind, _ phase: Phase, _ message: String, hint: String? = nil, underlying: (any Error)? = nil
    ) {
        self.init(kind, phase, message, advice: hint.map { Advice($0) })
        if let underlying { content.value.underlying.value = underlying }
    }

    /// Creates an error for one that a closure of the caller threw; a `ClientError` is passed on as it is.
    package init(
        of thrown: any Error, _ kind: Kind, _ phase: Phase, _ message: @autoclosure () -> String
    ) {
        self =
            thrown as? ClientError ?? ClientError(kind, phase, "\(message()): \(thrown)", underlying: thrown)
    }

    /// Creates an error with advice that names settings.
    package init(_ kind: Kind, _ phase: Phase, _ message: String, advice: Advice?) {
        content = CopyOnWriteBox(Content(kind: kind, phase: phase, message: message, advice: advice))
    }

    /// The kind of failure.
    public var kind: Kind {
        get { content.value.kind }
        set { content.value.kind = newValue }
    }

    /// The phase it went wrong in.
    public var phase: Phase {
        get { content.value.phase }
        set { content.value.phase = newValue }
    }

    /// One sentence for a person: what happened and what it waited for.
    public var message: String {
        get { content.value.message }
        set { content.value.message = newValue }
    }

    /// A hint at what may be tried, where there is one: the ``advice`` in words.
    ///
    /// Setting it replaces the advice with the one that has these words, or ``Advice/other(_:)``.
    public var hint: String? {
        get { content.value.advice?.text }
        set { content.value.advice = newValue.map { Advice($0) } }
    }

    /// An action that may be tried, for a program that words it other than ``hint`` does; nil where there is none.
    ///
    /// An error that another version of the library has written may have its hint as ``Advice/other(_:)``.
    public var advice: Advice? {
        get { content.value.advice }
        set { content.value.advice = newValue }
    }

    /// The code by which libcurl reported the failure, a `CURLcode`; nil where the failure comes from elsewhere.
    public var curlCode: Int? {
        get { content.value.curlCode }
        set { content.value.curlCode = newValue }
    }

    /// The message by which libcurl reported the failure, verbatim; nil where it gave none.
    public var curlMessage: String? {
        get { content.value.curlMessage }
        set { content.value.curlMessage = newValue }
    }

    /// The time that the exchange had taken.
    public var elapsed: Duration? {
        get { content.value.elapsed }
        set { content.value.elapsed = newValue }
    }

    /// The bytes of the body that had arrived.
    public var bytesReceived: Int {
        get { content.value.bytesReceived }
        set { content.value.bytesReceived = newValue }
    }

    /// The error that a closure of yours threw, or that another library reported, if this error wraps one.
    ///
    /// Interceptors, authenticators, deferred bodies, streams, parameter rules and the code of mocks may throw any error.
    /// It is nil for an error that was read from a file or came from another process.
    public var underlying: (any Error)? {
        get { content.value.underlying.value }
        set { content.value.underlying.value = newValue }
    }

    /// The kind and the phase, written `kind/phase`.
    public var label: String { "\(kind.rawValue)/\(phase.rawValue)" }

    package var isTransient: Bool {
        switch kind {
        case .resolve, .connect, .timeout, .connectionLost, .truncated: true
        // A certificate does not get better by looking again.
        case .proxy: phase != .tls
        case .invalidRequest, .tls, .protocolViolation, .decode, .limit, .redirect, .auth, .io, .cancelled,
            .unsupported:
            false
        }
    }

    /// Indicates whether the request cannot have reached the server, so that trying again is safe for every method.
    package var isBeforeSending: Bool {
        phase < .send && kind != .invalidRequest
    }
}

extension ClientError: CustomStringConvertible {
    /// The kind, the phase and the message.
    public var description: String { "\(label): \(message)" }
}

extension ClientError: LocalizedError {
    /// The kind, the phase and the message, with the hint where there is one.
    public var errorDescription: String? { hint.map { "\(description) (\($0))" } ?? description }

    /// The hint.
    public var recoverySuggestion: String? { hint }
}
