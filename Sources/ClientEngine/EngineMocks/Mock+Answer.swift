import EngineHTTP
import EngineJSON
internal import EngineSupport

extension Mock {
    /// One thing a mock can do.
    public struct Answer: Sendable, Hashable {
        /// Behind one reference: it is large, and goes with every request that is answered.
        private var content: CopyOnWriteBox<Content>
        /// The wait before it is given.
        public var delay: Duration
        /// A further wait, at random.
        public var spread: DelayDistribution?

        /// Creates an answer.
        public init(_ kind: Kind, delay: Duration = .zero) {
            content = CopyOnWriteBox(Content(kind))
            self.delay = delay
        }

        /// The thing that it does.
        public var kind: Kind {
            _read { yield content.value.kind }
            _modify { yield &content.value.kind }
        }

        package var source: Source { content.value.source }

        /// Indicates whether it is as it stands: nothing is rendered, and its body is bytes, or none.
        var isPlain: Bool { content.value.isPlain }

        /// The kind, and what follows from it, which is asked with every request.
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

        /// Says who makes it.
        package enum Source: Sendable, Hashable {
            case mock, code, network
        }

        /// The things that a mock can do.
        ///
        /// There may be more cases later.
        public enum Kind: Sendable, Hashable {
            /// A response.
            case response(Reply)
            /// A failure, of the response it cuts short or slows down where it has one.
            ///
            /// Only ``Mock/Fault/stall(afterBytes:)``, ``Mock/Fault/truncate(afterBytes:)`` and
            /// ``Mock/Fault/slow(bytesPerSecond:)`` look at the response; without one they make up a body.
            case fault(Fault, of: Reply? = nil)
            /// A response that code makes of each request, asked when the delay has passed.
            case computed(by: Responder)
            /// The real network, after the delay.
            case passThrough
            /// Another server, after the delay.
            case proxy(Upstream)
        }

        /// The origin of the server that gives the answer instead of the mock; `nil` for answers of the mock itself.
        public var forwardedOrigin: String? {
            if case .proxy(let upstream) = kind { upstream.origin } else { nil }
        }

        /// The response, also one that a failure cuts short; nil where there is none, and setting it does nothing.
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

    /// A response as a mock gives it.
    public struct Reply: Sendable, Hashable {
        /// The status.
        public var status: StatusCode
        /// The reason phrase; nil is the usual one of the status.
        public var reason: String?
        /// The fields; the length is added where it is missing.
        public var headers: Headers
        /// The body; a file is read whenever the mock answers.
        public var body: Body
        /// The pieces that the body is cut into; nil sends it at once.
        public var dribble: Dribble?
        private var renderer: AnyMockRendering?

        /// What makes fields and body from each request; nil sends them as they are.
        public var rendering: (any MockRendering)? {
            get { renderer?.base }
            set { renderer = newValue.map { AnyMockRendering(base: $0) } }
        }

        /// Indicates whether something is made from each request.
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

    /// A body that comes in pieces: before each there is an equal part of the whole time.
    public struct Dribble: Sendable, Hashable {
        /// The number of pieces; never more than the body has bytes.
        public var chunks: Int
        /// The time that all of them take; a body without bytes takes none.
        public var duration: Duration

        /// Creates a way to cut a body.
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
