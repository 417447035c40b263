import EngineJSON
import Foundation
import InspectorTestSupport
import Testing

@testable import ClientEngine
@testable import ClientEngineRecording

/// A listener for programs, like the inspector, for tests on separate threads.
final class AttachPost {
    let path: String
    private let listener: Int32
    private var connection: Int32 = -1
    private var input: [UInt8] = []

    init() throws {
        path = NSTemporaryDirectory() + "/attach-\(UUID().uuidString.prefix(8)).sock"
        listener = try AttachSocket(path).open { bind($0, $1, $2) == 0 && listen($0, 8) == 0 }
    }

    deinit {
        hangUp()
        close(listener)
        unlink(path)
    }

    /// Waits for a program to connect, and sends it a line.
    func accept(saying line: String = #"{"event":"hello","version":1}"#) throws {
        try wait(for: "a program", on: listener)
        connection = Glibc.accept(listener, nil, nil)
        say(line)
    }

    func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    func hangUp() {
        if connection >= 0 { close(connection) }
        connection = -1
    }

    /// Returns the next line, or `nil` at the end.
    func line() throws -> JSONValue? {
        while true {
            if let end = input.firstIndex(of: 0x0A) {
                defer { input.removeFirst(end + 1) }
                return try JSONValue(parsing: input[..<end])
            }
            try wait(for: "a line", on: connection)
            var block = [UInt8](repeating: 0, count: 64 << 10)
            let count = read(connection, &block, block.count)
            guard count > 0 else { return nil }
            input += block[..<count]
        }
    }

    /// Reads up to a line of an event.
    ///
    /// Returns `nil` at the end.
    func line(of event: String) throws -> JSONValue? {
        while let line = try line() {
            if line["event"]?.string == event { return line }
        }
        return nil
    }

    private func wait(for what: String, on descriptor: Int32) throws {
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&watched, 1, Int32(patience.milliseconds)) == 1 else {
            throw Missing(what, within: patience, sourceLocation: #_sourceLocation)
        }
    }
}
