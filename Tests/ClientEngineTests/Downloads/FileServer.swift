import EngineSupport
import InspectorHTTPServer
import InspectorSandbox

@testable import ClientEngine

/// A server of one file that supports ranges and can interrupt responses.
final class FileServer: Sendable {
    struct State {
        var content: [UInt8]
        var tag: String? = #""v1""#
        var coding: String?
        /// The number of body bytes after which each response is interrupted.
        ///
        /// The last number applies to all later ones.
        var cuts: [Int] = []
        /// A response to range requests that replaces the correct one.
        var rangeAnswer: String?
        var requests: [ReceivedRequest] = []

        mutating func nextCut() -> Int {
            cuts.isEmpty ? .max : cuts.removeFirst()
        }
    }

    let state: Locked<State>
    private let server: SandboxServer

    init(_ content: [UInt8], _ change: (inout State) -> Void = { _ in }) throws {
        var initial = State(content: content)
        change(&initial)
        let state = Locked(initial)
        self.state = state
        server = try SandboxServer.start { connection in
            while let request = connection.readRequest() {
                let (head, body, isCut) = Self.answer(request, state)
                connection.write(head)
                connection.write(body)
                if isCut { return }
            }
        }
    }

    var url: String { server.url + "/file" }
    var requests: [ReceivedRequest] { state.withLock { $0.requests } }

    private static func answer(_ request: ReceivedRequest, _ state: Locked<State>) -> (String, [UInt8], Bool)
    {
        state.withLock { state in
            state.requests.append(request)
            let fields =
                (state.tag.map { "ETag: \($0)\r\n" } ?? "")
                + (state.coding.map { "Content-Encoding: \($0)\r\n" } ?? "")
            var start = 0
            var line = "200 OK"
            var range = ""
            if let asked = request.header("Range")?.dropFirst("bytes=".count).dropLast(),
                let from = Int(asked),
                request.header("If-Range") == nil || request.header("If-Range") == state.tag
            {
                if from >= state.content.count {
                    return (
                        "HTTP/1.1 416 No\r\nContent-Range: bytes */\(state.content.count)\r\nContent-Length: 0\r\n\r\n",
                        [], false
                    )
                }
                start = from
                line = "206 Partial Content"
                let proper = "bytes \(from)-\(state.content.count - 1)/\(state.content.count)"
                range = "Content-Range: \(state.rangeAnswer ?? proper)\r\n"
            }
            let body = state.content[start...]
            let sent = Array(body.prefix(state.nextCut()))
            let head = "HTTP/1.1 \(line)\r\n\(fields)\(range)Content-Length: \(body.count)\r\n\r\n"
            return (head, sent, sent.count < body.count)
        }
    }
}
