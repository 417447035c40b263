import EngineHTTP
import EngineSupport
import InspectorHTTPServer
import InspectorSandbox

/// A server that answers with a closure, or with a list of statuses whose last element repeats.
///
/// The status 0 means a response with a truncated body.
package struct ScriptedServer {
    package struct Answer {
        package var status = 200
        var headers: Headers = [:]
        package var body = ""

        package init(status: Int = 200, headers: Headers = [:], body: String = "") {
            self.status = status
            self.headers = headers
            self.body = body
        }
    }

    package let server: SandboxServer

    package init(_ answer: @escaping @Sendable (ReceivedRequest) -> Answer) throws {
        server = try SandboxServer.start(raw: { connection in
            while let request = connection.readRequest() {
                let answer = answer(request)
                guard answer.status > 0 else {
                    connection.write("HTTP/1.1 200 OK\r\nContent-Length: 64\r\nConnection: close\r\n\r\n")
                    return
                }
                var text = "HTTP/1.1 \(answer.status) Status\r\n"
                for field in answer.headers { text += "\(field.name): \(field.value)\r\n" }
                text += "Content-Length: \(answer.body.utf8.count)\r\n\r\n"
                connection.write(text + (request.method == "HEAD" ? "" : answer.body))
            }
        })
    }

    package init(_ statuses: Int...) throws {
        let left = Locked(statuses[...])
        try self.init { _ in
            Answer(status: left.withLock { $0.count > 1 ? $0.removeFirst() : $0.first ?? 200 })
        }
    }

    package var url: String { server.url }

    /// The `Authorization` field of each request, in order.
    package var proofs: [String?] { server.requests.map { $0.header("Authorization") } }
}
