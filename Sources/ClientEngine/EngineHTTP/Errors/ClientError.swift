internal import EngineSupport
import FoundationEssentials

/// The reason why a task has no complete response: what failed, in which phase, and after how much time.
///
/// Two errors are equal if all their properties except ``underlying`` are equal.
public struct ClientError: Error, Sendable, Hashable {
    /// The kind of a failure, on which a program can base decisions.
    ///
    /// New cases may be added in any release, so use a default case.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The method, URL, a header or the body cannot be sent.
        case invalidRequest
        /// The host name has no address.
        case resolve
        /// The server refused the connection, or the host cannot be reached.
        case connect
        /// The TLS handshake failed or the certificate is not trusted.
        case tls
        /// The proxy refused the request or failed.
        case proxy
        /// A deadline passed.
        case timeout
        /// A deadline passed.
        case connectionLost
        /// The peer closed the connection before it had sent a complete head.
        case protocolViolation = "protocol"
        /// The response is not HTTP, or violates the protocol.
        case truncated
        /// The connection closed after the head and before the end of the body.
        case decode
        /// A limit of the client was reached.
        case limit
        /// The request or the response exceeded a limit of the client.
        case redirect
        /// The client cannot follow a redirect.
        case auth
        /// The client cannot answer an authentication challenge.
        case io
        /// A local file or sink failed.
        case cancelled
        /// The task was cancelled.
        ///
        /// This is an outcome, and is never displayed as an error.
        case unsupported
    }

    /// In copy-on-write storage, because most values that can hold an error hold none.
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

    /// Creates an error from one that a closure of the caller threw.
    ///
    /// A `ClientError` stays unchanged.
    package init(
        of thrown: any Error, _ kind: Kind, _ phase: Phase, _ message: @autoclosure () -> String
    ) {
        self =
            thrown as? ClientError ?? ClientError(kind, phase, "\(message()): \(thrown)", underlying: thrown)
    }

    /// Creates an error with advice.
    package init(_ kind: Kind, _ phase: Phase, _ message: String, advice: Advice?) {
        content = CopyOnWriteBox(Content(kind: kind, phase: phase, message: message, advice: advice))
    }

    /// The kind of failure.
    public var kind: Kind {
        get { content.value.kind }
        set { content.value.kind = newValue }
    }

    /// The phase in which the failure occurred.
    public var phase: Phase {
        get { content.value.phase }
        set { content.value.phase = newValue }
    }

    /// One sentence for a person: what happened, and what the client waited for.
    public var message: String {
        get { content.value.message }
        set { content.value.message = newValue }
    }

    /// The ``advice`` in words, or `nil` if there is none.
    ///
    /// Setting the hint replaces the advice with the case that has this text, or with ``Advice/other(_:)``.
    public var hint: String? {
        get { content.value.advice?.text }
        set { content.value.advice = newValue.map { Advice($0) } }
    }

    /// An action that may help, for a program that describes it differently than ``hint``; `nil` if there is none.
    ///
    /// An error that another version of the library serialized may have its hint as ``Advice/other(_:)``.
    public var advice: Advice? {
        get { content.value.advice }
        set { content.value.advice = newValue }
    }

    /// The `CURLcode` of the failure, or `nil` if libcurl did not report it.
    public var curlCode: Int? {
        get { content.value.curlCode }
        set { content.value.curlCode = newValue }
    }

    /// The message of libcurl, verbatim, or `nil` if libcurl gave none.
    public var curlMessage: String? {
        get { content.value.curlMessage }
        set { content.value.curlMessage = newValue }
    }

    /// The time that the exchange had taken, or `nil` if it is unknown.
    public var elapsed: Duration? {
        get { content.value.elapsed }
        set { content.value.elapsed = newValue }
    }

    /// The number of bytes of the body that had arrived.
    public var bytesReceived: Int {
        get { content.value.bytesReceived }
        set { content.value.bytesReceived = newValue }
    }

    /// The error that a closure of your code threw, or that another library reported; `nil` if there is none.
    ///
    /// Interceptors, authenticators, deferred bodies, streams, parameter rules and the code of mocks may throw any
    /// error. The value is `nil` for an error that was read from a file or came from another process.
    public var underlying: (any Error)? {
        get { content.value.underlying.value }
        set { content.value.underlying.value = newValue }
    }

    /// The kind and the phase, in the form `kind/phase`.
    public var label: String { "\(kind.rawValue)/\(phase.rawValue)" }

    package var isTransient: Bool {
        switch kind {
        case .resolve, .connect, .timeout, .connectionLost, .truncated: true
        // A second attempt does not change a certificate.
        case .proxy: phase != .tls
        case .invalidRequest, .tls, .protocolViolation, .decode, .limit, .redirect, .auth, .io, .cancelled,
            .unsupported:
            false
        }
    }

    /// Indicates whether the request cannot have reached the server, so that a retry is safe for every method.
    package var isBeforeSending: Bool {
        phase < .send && kind != .invalidRequest
    }
}

extension ClientError: CustomStringConvertible {
    /// The kind, the phase and the message.
    public var description: String { "\(label): \(message)" }
}

extension ClientError: LocalizedError {
    /// The kind, the phase and the message, followed by the hint if there is one.
    public var errorDescription: String? { hint.map { "\(description) (\($0))" } ?? description }

    /// The hint, or `nil` if there is none.
    public var recoverySuggestion: String? { hint }
}
