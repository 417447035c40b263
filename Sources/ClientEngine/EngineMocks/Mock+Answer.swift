import EngineHTTP
import EngineJSON
internal import EngineSupport

extension Mock {
    /// An answer that a mock can give: a response, a failure, or the way to another server.
    public struct Answer: Sendable, Hashable {
        /// In copy-on-write storage, because an answer is large and is copied for every request.
        private var content: CopyOnWriteBox<Content>
        /// The delay before the answer.
        public var delay: Duration
        /// A random delay in addition to ``delay``, or `nil` for none.
        public var spread: DelayDistribution?

        /// Creates an answer.
        public init(_ kind: Kind, delay: Duration = .zero) {
            content = CopyOnWriteBox(Content(kind))
            self.delay = delay
        }

        /// The kind of the answer.
        public var kind: Kind {
            _read { yield content.value.kind }
            _modify { yield &content.value.kind }
        }

        package var source: Source { content.value.source }

        /// Indicates whether the answer is used unchanged: it is not rendered, and its body is in memory or empty.
        var isPlain: Bool { content.value.isPlain }

        /// The kind, and properties derived from it, which every request needs.
        private struct Content: Sendable, Hashable {
            var kind: Kind { didSet { (source, isPlain) = (kind.source, kind.isPlain) } }
            private(set) var source: Source
            private(set) var isPlain: Bool

            init(_ kind: Kind) {
                self.kind = kind
                source = kind.source
                isPlain = kind.isPlain
            }
        }

        /// The origin of the answer.
        package enum Source: Sendable, Hashable {
            case mock, code, network
        }

        /// The kind of an answer.
        ///
        /// New cases may be added in any release, so use a default case.
        public enum Kind: Sendable, Hashable {
            /// A response.
            case response(Reply)
            /// A failure, optionally of a response.
            ///
            /// Only ``Mock/Fault/stall(afterBytes:)``, ``Mock/Fault/truncate(afterBytes:)`` and
            /// ``Mock/Fault/slow(bytesPerSecond:)`` use the response. Without one, the engine generates a body.
            case fault(Fault, of: Reply? = nil)
            /// A response that a closure makes for each request, after the delay.
            case computed(by: Responder)
            /// The real network, after the delay.
            case passThrough
            /// Another server, after the delay.
            case proxy(Upstream)
        }

        /// The origin of the server that gives the answer instead of the mock, or `nil` if the mock answers itself.
        public var forwardedOrigin: String? {
            if case .proxy(let upstream) = kind { upstream.origin } else { nil }
        }

        /// The response, or `nil` for a kind without one.
        ///
        /// Setting it for such a kind has no effect.
        public var reply: Reply? {
            get {
                switch kind {
                case .response(let reply): reply
                case .fault(_, let reply): reply
                case .computed, .passThrough, .proxy: nil
                }
            }
            set {
                switch (kind, newValue) {
                case (.response, let reply?): kind = .response(reply)
                case (.fault(let fault, _), let reply): kind = .fault(fault, of: reply)
                case (.response, nil), (.computed, _), (.passThrough, _), (.proxy, _): break
                }
            }
        }
    }

    /// A response of a mock.
    public struct Reply: Sendable, Hashable {
        /// The status code.
        public var status: StatusCode
        /// The reason phrase, or `nil` for the registered one of the status.
        public var reason: String?
        /// The header fields.
        ///
        /// `Content-Length` is added if it is missing.
        public var headers: Headers
        /// The body.
        ///
        /// A file is read each time the mock answers.
        public var body: Body
        /// The way to send the body in pieces, or `nil` to send it at once.
        public var dribble: Dribble?
        private var renderer: AnyMockRendering?

        /// The object that renders the fields and the body for each request, or `nil` to send them unchanged.
        public var rendering: (any MockRendering)? {
            get { renderer?.base }
            set { renderer = newValue.map { AnyMockRendering(base: $0) } }
        }

        /// Indicates whether the reply is rendered for each request.
        var isRendered: Bool { renderer != nil }

        /// Creates a response.
        public init(
            status: StatusCode = 200, reason: String? = nil, headers: Headers = [:], body: Body = .none
        ) {
            self.status = status
            self.reason = reason
            self.headers = headers
            self.body = body
        }
    }

    /// A way to send a body in pieces.
    ///
    /// The time before each piece is the same.
    public struct Dribble: Sendable, Hashable {
        /// The number of pieces.
        ///
        /// It is at most the number of bytes of the body.
        public var chunks: Int
        /// The time for all pieces.
        ///
        /// An empty body takes no time.
        public var duration: Duration

        /// Creates a way to send a body in pieces.
        public init(chunks: Int, over duration: Duration) {
            self.chunks = chunks
            self.duration = duration
        }
    }
}

extension Mock.Answer.Kind {
    fileprivate var source: Mock.Answer.Source {
        switch self {
        case .response, .fault: .mock
        case .computed: .code
        case .passThrough, .proxy: .network
        }
    }

    fileprivate var isPlain: Bool {
        switch self {
        case .response(let reply), .fault(_, of: let reply?): reply.isPlain
        case .fault, .computed, .passThrough, .proxy: true
        }
    }
}

extension Mock.Reply {
    fileprivate var isPlain: Bool {
        if isRendered { return false }
        switch body.content {
        case .none, .bytes: return true
        default: return false
        }
    }
}
