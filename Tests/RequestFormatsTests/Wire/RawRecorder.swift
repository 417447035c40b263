import ClientEngine
import EngineSupport
import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// A local server that records every received byte, and answers each connection with prepared bytes.
final class RawRecorder: Sendable {
    /// The bytes received on one connection.
    struct Recording: Sendable {
        var raw: [UInt8]

        /// Indicates whether the bytes begin a TLS handshake.
        var isHandshake: Bool { raw.first == 22 }

        private var headEnd: Int? {
            raw.indices.first { raw[$0...].starts(with: [13, 10, 13, 10]) }
        }

        var head: [String] {
            String(decoding: raw[..<(headEnd ?? raw.count)], as: UTF8.self).split(separator: "\r\n")
                .map(String.init)
        }

        var requestLine: String { head.first ?? "" }

        var body: [UInt8] { headEnd.map { Array(raw[($0 + 4)...]) } ?? [] }

        /// Returns the field lines with one of these names, ignoring case, as received.
        func fields(named names: Set<String>) -> [String] {
            head.dropFirst().filter { line in names.contains(line.prefix { $0 != ":" }.lowercased()) }
        }

        /// Indicates whether all bytes that the head announces have arrived.
        fileprivate var isComplete: Bool {
            guard let headEnd else { return isHandshake || raw.starts(with: Array("PRI".utf8)) }
            let length = fields(named: ["content-length"]).first?.split(separator: ":").last
            return raw.count >= headEnd + 4
                + (length.flatMap { Int($0.trimmingCharacters(in: .whitespaces)) } ?? 0)
        }
    }

    let port: UInt16
    private let listener: Int32
    private let recordings = Locked<[Recording]>([])

    /// Creates a server that answers connections with these bytes in order.
    ///
    /// The last ones repeat.
    init(answering answers: [[UInt8]]) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, $0, &size) == 0
            }
        }
        guard listener >= 0, isListening else { throw POSIXError(.EADDRNOTAVAIL) }
        port = UInt16(bigEndian: address.sin_port)
        self.listener = listener
        let recordings = recordings
        Thread.detachNewThread {
            var index = 0
            while case let connection = accept(listener, nil, nil), connection >= 0 {
                let recording = Self.read(connection)
                recordings.withLock { $0.append(recording) }
                if !recording.isHandshake {
                    Self.write(answers[min(index, answers.count - 1)], to: connection)
                }
                close(connection)
                index += 1
            }
            close(listener)
        }
    }

    /// Wakes the thread, which then closes the listener.
    ///
    /// A descriptor in use must not be reused.
    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
    }

    /// The recordings of all connections so far.
    var all: [Recording] { recordings.withLock { $0 } }

    private static func read(_ connection: Int32) -> Recording {
        var recording = Recording(raw: [])
        var limit = timeval(tv_sec: 5, tv_usec: 0)
        setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while !recording.isComplete {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            recording.raw += buffer[..<count]
        }
        return recording
    }

    private static func write(_ bytes: [UInt8], to connection: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
