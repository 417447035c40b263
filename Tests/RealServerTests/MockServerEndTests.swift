import ClientEngine
import Foundation
import InspectorTestSupport
import Testing

@Suite(
    "How inspector mock ends", .ownThread, .enabled(if: RealServers.haveBinary), .timeLimit(.minutes(2)))
struct MockServerEndTests {
    @Test(
        "A signal ends a server at once, also when nobody reads its lines",
        arguments: [([], SIGTERM, 143), (["--json"], SIGTERM, 143), ([], SIGINT, 130)]
            as [([String], Int32, Int32)])
    func unread(arguments: [String], signal: Int32, status: Int32) async throws {
        let server = try UnreadServer(arguments)
        let client = Client { $0.retry = .never }
        // These lines exceed the 64 KiB of a pipe, so that the server blocks in the middle of a line.
        let path = String(repeating: "long", count: 1500)
        for number in 1...40 {
            #expect(try await client.send(.get("\(server.url)/\(path)/\(number)")).text == "ok")
        }
        server.program.signal(signal)
        #expect(try server.program.outcome().status == status)
    }
}

/// An `inspector mock` process, of whose output only the first line is read.
private final class UnreadServer {
    let program: Program
    let url: String
    private let folder: URL
    private let pipe: FileHandle

    init(_ arguments: [String]) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        let mappings = folder.appendingPathComponent("mappings")
        try FileManager.default.createDirectory(at: mappings, withIntermediateDirectories: true)
        let stub = #"{"name": "a", "request": {}, "response": {"body": "ok"}}"#
        try Data(stub.utf8).write(to: mappings.appendingPathComponent("stub.json"))
        let path = folder.appendingPathComponent("lines").path
        try #require(mkfifo(path, 0o600) == 0)
        // Opened for reading and writing, the pipe neither blocks nor appears closed to the program.
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        try #require(descriptor >= 0)
        pipe = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        program = try Program(
            [
                "/bin/sh", "-c", #"lines=$1; shift; exec "$@" >"$lines""#, "sh", path,
                RealServers.binary, "mock", "--mocks", folder.path,
            ] + arguments)
        let line = try Self.firstLine(of: descriptor)
        // "http=URL", or with --json the same in an object.
        let start = try #require(line.range(of: "http://127.0.0.1:")).lowerBound
        url = String(line[start...].prefix { $0 != "\"" })
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private static func firstLine(of descriptor: Int32) throws -> String {
        var line: [UInt8] = []
        while line.last != UInt8(ascii: "\n") {
            var (byte, wanted) = (UInt8(0), pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
            try #require(poll(&wanted, 1, Int32(patience / .milliseconds(1))) == 1, "the first line")
            try #require(read(descriptor, &byte, 1) == 1)
            line.append(byte)
        }
        return String(decoding: line.dropLast(), as: UTF8.self)
    }
}
