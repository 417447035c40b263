import EngineHTTP
import Foundation
import InspectorHTTPServer

/// A response without any interpretation.
package struct RawResponse {
    package var status = 0
    package var headers: [Field] = []
    package var body: [UInt8] = []

    package var text: String { String(decoding: body, as: UTF8.self) }

    package func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}

/// A minimal HTTP client over a plain socket.
package final class RawClient {
    package enum Ending { case closed, reset, silent }

    private let descriptor: Int32
    private var input: [UInt8] = []
    package private(set) var ending: Ending?

    /// The input was not a response, or there was none.
    package struct NoResponse: Error {
        package let line: String?
    }

    private let host: String

    package init(port: UInt16, host: String = "test") throws {
        self.host = host
        descriptor = socket(AF_INET, Socket.streamType, 0)
        var limit = timeval(tv_sec: Int(patience.components.seconds), tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let result = withUnsafeBytes(of: &address) { bytes in
            connect(
                descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress,
                socklen_t(bytes.count))
        }
        guard result == 0 else { throw ServerError("connect to port \(port)") }
    }

    deinit { close(descriptor) }

    package func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress, $0.count, Socket.sendFlags)
            }
            if sent <= 0 { return }
            rest = rest.dropFirst(sent)
        }
    }

    package func send(_ text: String) { send(Array(text.utf8)) }

    /// Ends sending.
    package func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    package func request(_ target: String, method: String = "GET", headers: [String] = [], body: String = "")
    {
        var lines = ["\(method) \(target) HTTP/1.1", "Host: \(host)"] + headers
        if !body.isEmpty { lines.append("Content-Length: \(body.utf8.count)") }
        send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
    }

    /// Reads the next response.
    ///
    /// A truncated body is returned as received.
    package func response(hasBody: Bool = true) throws -> RawResponse {
        var response = try head()
        guard hasBody, response.status >= 200, ![204, 304].contains(response.status) else { return response }
        if response.header("Transfer-Encoding") == "chunked" {
            while let size = Int(line() ?? "", radix: 16) {
                response.body += read(size)
                _ = line()
                if size == 0 { break }
            }
        } else if let length = response.header("Content-Length").flatMap({ Int($0) }) {
            response.body = read(length)
        } else {
            response.body = rest()
        }
        return response
    }

    /// Reads everything up to the end of the connection.
    package func rest() -> [UInt8] {
        while fill() {}
        defer { input = [] }
        return input
    }

    /// Reads `count` bytes, or fewer if the connection ends.
    package func read(_ count: Int) -> [UInt8] {
        while input.count < count, fill() {}
        let taken = input.prefix(count)
        input.removeFirst(taken.count)
        return Array(taken)
    }

    private func head() throws -> RawResponse {
        let first = line()
        let words = first?.split(separator: " ", maxSplits: 2) ?? []
        guard words.count >= 2, words[0] == "HTTP/1.1", let status = Int(words[1]) else {
            throw NoResponse(line: first)
        }
        var response = RawResponse(status: status)
        while let line = line(), !line.isEmpty {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            response.headers.append(
                Field(String(parts[0]), parts.last.map { String($0.trimmingOptionalSpace) } ?? ""))
        }
        return response
    }

    private func line() -> String? {
        while true {
            if let end = input.firstIndex(of: UInt8(ascii: "\n")) {
                return String(decoding: read(end + 1).dropLast(2), as: UTF8.self)
            }
            guard fill() else { return nil }
        }
    }

    private func fill() -> Bool {
        guard ending == nil else { return false }
        var block = [UInt8](repeating: 0, count: 64 << 10)
        let count = recv(descriptor, &block, block.count, 0)
        if count > 0 {
            input += block[..<count]
        } else if count == 0 {
            ending = .closed
        } else {
            ending = errno == ECONNRESET ? .reset : .silent
        }
        return count > 0
    }
}
