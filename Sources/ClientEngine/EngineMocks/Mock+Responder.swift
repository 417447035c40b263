import EngineHTTP
import EngineJSON
internal import EngineSupport

extension Mock {
    /// Makes replies by code; equal to copies of itself alone.
    ///
    /// The code runs off the loop and under no lock, so it may take its time; the deadline for the first byte holds for
    /// it as for a server. When the task is cancelled it is cancelled too, and nobody hears what it says then. A
    /// ``ClientError`` that it throws fails the exchange as it is.
    public struct Responder: Sendable, Hashable {
        private let code: IdentityBox<@Sendable (Question) async throws -> Reply>

        /// Creates a responder that may answer several requests at once.
        public init(_ reply: @escaping @Sendable (Question) async throws -> Reply) {
            code = IdentityBox(closure: reply)
        }

        /// Creates a responder that remembers something, and so answers one request after the other.
        ///
        /// Its memory lives as long as the mock; resetting a store leaves it alone.
        public init<Memory: Sendable>(
            remembering memory: Memory,
            _ reply: @escaping @Sendable (inout Memory, Question) throws -> Reply
        ) {
            let keeper = Keeper(memory)
            self.init { try await keeper.reply(to: $0, by: reply) }
        }

        /// Returns the reply to a request, and the bytes of its body; longer bodies than the limit fail.
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

    /// The request that code which makes replies is asked about.
    public struct Question: Sendable {
        /// The request as it would have gone out: its absolute URL, all of its fields, its proof of who asks.
        package var mocked: MockedRequest
        /// The values of the names in the mock's address, decoded: `id` of `users/:id`.
        public var parameters: [String: String]
        /// The bytes of the body, wherever they come from.
        public var body: [UInt8]
        /// The user info of the request.
        public var userInfo: UserInfo

        var url: RequestURL { mocked.url }

        /// The parameters of the query in their order, decoded.
        public var query: [(name: String, value: String)] {
            Parameter.parameters(of: url).map { ($0.name, $0.value) }
        }

        /// The body as UTF-8 text.
        public var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// Lets one request after the other at what is remembered.
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
    /// Answers with what the closure makes of each request, when the delay has passed.
    ///
    /// The code runs off the loop and under no lock, so it may take its time, and answer several requests at once; the
    /// deadline for the first byte holds for it as for a server. When the task is cancelled it is cancelled too, and nobody
    /// hears what it says then. A ``ClientError`` that it throws fails the exchange as it is.
    public static func computed(
        _ reply: @escaping @Sendable (Mock.Question) async throws -> Mock.Reply
    ) -> Mock.Answer {
        Mock.Answer(.computed(by: Mock.Responder(reply)))
    }

    /// Answers with what the closure makes of each request and of what it remembers, one request after the other.
    public static func computed<Memory: Sendable>(
        remembering memory: Memory,
        _ reply: @escaping @Sendable (inout Memory, Mock.Question) throws -> Mock.Reply
    ) -> Mock.Answer {
        Mock.Answer(.computed(by: Mock.Responder(remembering: memory, reply)))
    }
}

extension Body {
    /// Returns all bytes, also those of files and streams.
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
