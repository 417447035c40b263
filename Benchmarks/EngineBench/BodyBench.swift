import ClientEngine
import EngineSupport
import Glibc

/// Transfers one large body like a program would, with an observer of all events.
struct BodyBench {
    let url: String
    var path = ""

    /// Sends the file.
    func upload() async throws {
        try await measure { client in
            let response = try await client.send(.put(url, body: .file(path: path)))
            guard response.status == 200 else { exit(1) }
            return response.record.lastExchange?.bodySent ?? 0
        }
    }

    /// Downloads the response body to the file.
    func download() async throws {
        try await measure { client in
            try await client.send(Request.get(url).downloading(to: path)).byteCount
        }
    }

    /// Reads the response body while it arrives.
    func stream() async throws {
        try await measure { client in
            var count = 0
            for try await bytes in try await client.stream(.get(url)) { count += bytes.count }
            return count
        }
    }

    private func measure(_ move: (Client) async throws -> Int) async throws {
        let client = Client()
        let events = Locked(0)
        let observation = client.observe { _ in events.withLock { $0 += 1 } }
        let begin = (SystemTime().now(), EngineBench.cpuSeconds())
        let count = try await move(client)
        let seconds = (SystemTime().now() - begin.0).seconds
        print(count, seconds, EngineBench.cpuSeconds() - begin.1)
        observation.cancel()
    }
}
