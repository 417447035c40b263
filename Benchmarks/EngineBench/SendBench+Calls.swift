import ClientEngine

extension SendBench {
    /// A call that returns something other than the whole response.
    enum Call: String {
        /// A value that a closure creates from the response.
        case parsing
        /// A Swift type, decoded from JSON.
        case decoding
        /// A JSON value.
        case parsingJSON = "json"
        /// All states of a task, followed by its response.
        case states
        /// The body, piece by piece.
        case stream

        /// Sends a request, and returns whether the result is correct.
        func answers(_ request: Request, with client: Client) async throws -> Bool {
            switch self {
            case .parsing: return try await client.send(request.parsing { $0.body.count }) == 4
            case .decoding: return try await client.send(request.decoding([Item].self)).count == 16
            case .parsingJSON: return try await client.send(request.parsingJSON())[15] != nil
            case .states:
                let task = client.start(request)
                var states = 0
                for await _ in task.states { states += 1 }
                return try await task.value.status == 200 && states > 0
            case .stream:
                var count = 0
                for try await bytes in try await client.stream(request) { count += bytes.count }
                return count == 4
            }
        }
    }

    /// One of the sixteen objects in the 2 kB of JSON.
    struct Item: Decodable {
        let id: Int
        let name: String
        let price: Double
        let isAvailable: Bool
        let tags: [String]
        let comment: String?
    }
}
