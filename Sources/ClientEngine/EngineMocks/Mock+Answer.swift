import EngineHTTP
import EngineJSON

extension Mock {
    /// One thing a mock can do.
    public struct Answer: Sendable, Hashable {
        /// Behind one reference: it is large, and goes with every request that is answered.
        private var content: CopyOnWriteBox<Content>
        package var delay: Duration
        /// A further wait, at random.
        package var spread: DelayDistribution?

        package init(_ kind: Kind, delay: Duration = .zero) {
            content = CopyOnWriteBox(Content(kind))
            self.delay = delay
        }

        package var kind: Kind {
            _read { yield content.value.kind }
            _modify { yield &content.value.kind }
        }

        package var source: Source { content.value.source }

        /// Indicates whether it is as it stands: there is no template, and its body is bytes, or none.
        package var isPlain: Bool { content.value.isPlain }

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

        package enum Kind: Sendable, Hashable {
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

            package static func response(status: Int, reason: String?, headers: Headers, body: Body) -> Kind {
                .response(Reply(status: status, reason: reason, headers: headers, body: body))
            }
        }

        /// The origin of the server that gives the answer instead of the mock; `nil` for answers of the mock itself.
        package var forwardedOrigin: String? {
            if case .proxy(let upstream) = kind { upstream.origin } else { nil }
        }

        /// The response, also one that a failure cuts short; nil where there is none, and setting it does nothing.
        package var reply: Reply? {
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
        package var status: Int
        /// The reason phrase; nil is the usual one of the status.
        package var reason: String?
        /// The fields; the length is added where it is missing.
        package var headers: Headers
        /// The body; a file is read whenever the mock answers.
        package var body: Body
        /// The pieces that the body is cut into; nil sends it at once.
        package var dribble: Dribble?
        /// Indicates whether fields and body are templates, and what they can ask for as `parameters`; nil takes them
        /// as they are.
        package var templating: Templating?

        /// Creates a response.
        public init(status: Int = 200, reason: String? = nil, headers: Headers = [:], body: Body = .none) {
            self.status = status
            self.reason = reason
            self.headers = headers
            self.body = body
        }
    }

    /// A body that comes in pieces: before each there is an equal part of the whole time.
    package struct Dribble: Sendable, Hashable {
        /// The number of pieces; never more than the body has bytes.
        package var chunks: Int
        /// The time that all of them take; a body without bytes takes none.
        package var duration: Duration

        package init(chunks: Int, over duration: Duration) {
            self.chunks = chunks
            self.duration = duration
        }
    }

    package struct Templating: Sendable, Hashable {
        package var parameters: JSONObject
        /// A file whose name is a template; it takes the place of the reply's body.
        package var bodyFile: NamedFile?
        /// Indicates whether the body in the stub is a template; a `base64Body` never is, as in WireMock.
        package var fillsInBody = true

        /// Indicates whether a body that comes from a file is a template: unless its parameter
        /// `disableBodyFileTemplating` is true.
        var fillsInFiles: Bool { parameters["disableBodyFileTemplating"]?.isTruthy != true }

        package init(parameters: JSONObject = JSONObject()) {
            self.parameters = parameters
        }
    }

    /// A file that is named anew for each answer.
    package struct NamedFile: Sendable, Hashable {
        package var name: String
        private let location: @Sendable (String) -> String?

        /// Creates it.
        ///
        /// - Parameters:
        ///   - name: the template of its name.
        ///   - location: where the file of a name is, called on any thread; nil when there is none that may be used.
        package init(_ name: String, at location: @escaping @Sendable (String) -> String?) {
            self.name = name
            self.location = location
        }

        package static func == (left: NamedFile, right: NamedFile) -> Bool { left.name == right.name }

        package func hash(into hasher: inout Hasher) { hasher.combine(name) }

        func body(in scope: inout TemplateScope) throws(MockError) -> Body {
            let name = try ResponseTemplate(name).text(in: &scope)
            guard let path = location(name) else { throw MockError("there is no file “\(name)”.") }
            return .file(path: path)
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
        guard templating == nil else { return false }
        switch body.content {
        case .none, .data: return true
        default: return false
        }
    }
}
