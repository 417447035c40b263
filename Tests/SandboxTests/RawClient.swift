import Foundation
import Testing

@testable import Sandbox

/// A response as a client without any cleverness sees it.
struct RawResponse {
    var status = 0
    var headers: [Field] = []
    var body: [UInt8] = []

    var text: String { String(decoding: body, as: UTF8.self) }

    func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}

/// Speaks HTTP over a plain socket, as little as the tests need.
final class RawClient {
    enum Ending { case closed, reset, silent }

    private let descriptor: Int32
    private var input: [UInt8] = []
    private(set) var ending: Ending?

    init(port: UInt16) throws {
        descriptor = socket(AF_INET, Socket.streamType, 0)
        var limit = timeval(tv_sec: 10, tv_usec: 0)
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
        try #require(result == 0)
    }

    deinit { close(descriptor) }

    func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress, $0.count, Socket.sendFlags)
            }
            if sent <= 0 { return }
            rest = rest.dropFirst(sent)
        }
    }

    func send(_ text: String) { send(Array(text.utf8)) }

    func request(_ target: String, method: String = "GET", headers: [String] = [], body: String = "") {
        var lines = ["\(method) \(target) HTTP/1.1", "Host: test"] + headers
        if !body.isEmpty { lines.append("Content-Length: \(body.utf8.count)") }
        send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
    }

    /// The next response; a body that is cut off is left as it is.
    func response(hasBody: Bool = true) throws -> RawResponse {
        var response = try head()
        guard hasBody, response.status >= 200, ![204, 304].contains(response.status) else { return response }
        if response.header("Transfer-Encoding") == "chunked" {
            while let size = Int(line() ?? "", radix: 16) {
                response.body += take(size)
                _ = line()
                if size == 0 { break }
            }
        } else if let length = response.header("Content-Length").flatMap({ Int($0) }) {
            response.body = take(length)
        } else {
            response.body = rest()
        }
        return response
    }

    /// Everything that still comes.
    func rest() -> [UInt8] {
        while fill() {}
        defer { input = [] }
        return input
    }

    /// Waits for that many bytes, whatever they mean; fewer when the connection ends.
    func take(_ count: Int) -> [UInt8] {
        while input.count < count, fill() {}
        let taken = input.prefix(count)
        input.removeFirst(taken.count)
        return Array(taken)
    }

    private func head() throws -> RawResponse {
        let words = try #require(line()).split(separator: " ", maxSplits: 2)
        try #require(words.count >= 2 && words[0] == "HTTP/1.1")
        var response = RawResponse(status: try #require(Int(words[1])))
        while let line = line(), !line.isEmpty {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            response.headers.append(Field(String(parts[0]), parts.last?.trimmingSpace ?? ""))
        }
        return response
    }

    private func line() -> String? {
        while true {
            if let end = input.firstIndex(of: UInt8(ascii: "\n")) {
                return String(decoding: take(end + 1).dropLast(2), as: UTF8.self)
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

extension RawClient {
    /// One request on a connection of its own.
    static func fetch(
        _ target: String, from server: SandboxServer, headers: [String] = []
    ) throws -> RawResponse {
        let client = try RawClient(port: server.port)
        client.request(target, headers: headers)
        return try client.response()
    }
}
