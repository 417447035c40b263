import EngineHTTP
import EngineJSON
internal import EngineSupport

extension Mock {
    /// A closure that makes replies.
    ///
    /// A responder is equal only to its copies. The closure runs neither on the loop nor under a lock, so it may take
    /// its time. The deadline for the first byte applies to it as to a server. Cancelling the task cancels the closure
    /// and discards its result. If the closure throws a ``ClientError``, the exchange fails with it.
    public struct Responder: Sendable, Hashable {
        private let code: IdentityBox<@Sendable (Question) async throws -> Reply>

        /// Creates a responder, which may answer several requests at the same time.
        public init(_ reply: @escaping @Sendable (Question) async throws -> Reply) {
            code = IdentityBox(closure: reply)
        }

        /// Creates a responder with a state, which answers requests one after the other.
        ///
        /// The state exists as long as the mock. Resetting a store does not change it.
        public init<Memory: Sendable>(
            remembering memory: Memory,
            _ reply: @escaping @Sendable (inout Memory, Question) throws -> Reply
        ) {
            let keeper = Keeper(memory)
            self.init { try await keeper.reply(to: $0, by: reply) }
        }

        /// Returns the reply to a request and the bytes of its body.
        ///
        /// A body of more than `limit` bytes is an error.
        package func reply(
            to request: MockedRequest, _ parameters: [String: String], userInfo: UserInfo, limit: Int
        ) async throws -> (reply: Reply, body: [UInt8]) {
            let body = try await request.body.collected(limit)
            let question = Question(
                mocked: request, parameters: parameters, body: body, userInfo: userInfo)
            try Task.checkCancellation()
            let reply = try await code.object(question)
            return (reply, try await reply.body.collected(limit))
        }
    }

    /// The request to which a closure replies.
    public struct Question: Sendable {
        /// The request as it would have been sent: with its absolute URL, all header fields, and credentials.
        package var mocked: MockedRequest
        /// The decoded values of the names in the mock's address, such as `id` in `users/:id`.
        public var parameters: [String: String]
        /// The bytes of the body, from any source.
        public var body: [UInt8]
        /// The user info of the request.
        public var userInfo: UserInfo

        var url: RequestURL { mocked.url }

        /// The decoded parameters of the query, in order.
        public var query: [(name: String, value: String)] {
            Parameter.parameters(of: url).map { ($0.name, $0.value) }
        }

        /// The body decoded as UTF-8.
        public var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// Gives one request at a time access to the state.
    private actor Keeper<Memory: Sendable> {
        private var memory: Memory

        init(_ memory: Memory) {
            self.memory = memory
        }

        func reply(
            to question: Question, by reply: @Sendable (inout Memory, Question) throws -> Reply
        ) throws -> Reply {
            try reply(&memory, question)
        }
    }
}

extension Mock.Answer {
    /// Answers with a reply that the closure makes for each request, after the delay.
    ///
    /// The closure runs neither on the loop nor under a lock, so it may take its time, and may answer several requests
    /// at the same time. The deadline for the first byte applies to it as to a server. Cancelling the task cancels the
    /// closure and discards its result. If the closure throws a ``ClientError``, the exchange fails with it.
    public static func computed(
        _ reply: @escaping @Sendable (Mock.Question) async throws -> Mock.Reply
    ) -> Mock.Answer {
        Mock.Answer(.computed(by: Mock.Responder(reply)))
    }

    /// Answers with a reply that the closure makes from each request and a state, one request after the other.
    public static func computed<Memory: Sendable>(
        remembering memory: Memory,
        _ reply: @escaping @Sendable (inout Memory, Mock.Question) throws -> Mock.Reply
    ) -> Mock.Answer {
        Mock.Answer(.computed(by: Mock.Responder(remembering: memory, reply)))
    }
}

extension Body {
    /// Returns all bytes, including those of files and streams.
    fileprivate func collected(_ limit: Int) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for segment in try await prepared(needsLength: false, limit: limit).segments() ?? [] {
            switch segment {
            case .bytes(let part): bytes += part
            case .data(let data): bytes += data
            case .file(let path):
                bytes += try await CallbackExecutor.anywhere.value {
                    try BodyReader(.file(path: path)).readAll()
                }
            case .stream(let stream): bytes += try await stream.collected(limit)
            }
        }
        return bytes
    }
}

extension MockReference {
    package func noReply(in allowed: Duration) -> ClientError {
        var error = ClientError(
            .timeout, .wait, "mock “\(name)” made no reply; given up after \(allowed.brief)")
        error.elapsed = allowed
        return error
    }

    package func noReply(because error: any Error) -> ClientError {
        ClientError(of: error, .io, .wait, "mock “\(name)” could not make a reply")
    }
}
