import ClientEngine
import Foundation
import Testing

@Suite(
    "How inspector mock ends", .enabled(if: RealServers.haveBinary), .timeLimit(.minutes(2)))
struct MockServerEndTests {
    @Test(
        "A signal ends a server at once, also when nobody reads its lines",
        arguments: [([], SIGTERM, 143), (["--json"], SIGTERM, 143), ([], SIGINT, 130)]
            as [([String], Int32, Int32)])
    func unread(arguments: [String], signal: Int32, status: Int32) async throws {
        let server = try UnreadServer(arguments)
        let url = try #require(server.url)
        let client = Client { $0.retry = .never }
        // A pipe holds 64 KiB; these lines are more, so that the server waits in the middle of one.
        let path = String(repeating: "long", count: 1500)
        for number in 1...40 {
            #expect(try await client.send(.get("\(url)/\(path)/\(number)")).text == "ok")
        }
        #expect(await server.status(after: signal) == status)
    }
}

/// `inspector mock`, of whose output only the first line is read.
private final class UnreadServer {
    let url: String?
    private let folder: URL
    private let process = Process()
    private let output = Foundation.Pipe()
    private let ended = DispatchSemaphore(value: 0)
    private let status = Locked<Int32?>(nil)

    init(_ arguments: [String]) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        let mappings = folder.appendingPathComponent("mappings")
        try FileManager.default.createDirectory(at: mappings, withIntermediateDirectories: true)
        let stub = #"{"name": "a", "request": {}, "response": {"body": "ok"}}"#
        try Data(stub.utf8).write(to: mappings.appendingPathComponent("stub.json"))
        process.executableURL = URL(fileURLWithPath: RealServers.binary)
        process.arguments = ["mock", "--mocks", folder.path] + arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.terminationHandler = { [ended, status] process in
            status.withLock { $0 = process.terminationStatus }
            ended.signal()
        }
        try process.run()
        var line: [UInt8] = []
        while let byte = try? output.fileHandleForReading.read(upToCount: 1)?.first,
            byte != UInt8(ascii: "\n")
        {
            line.append(byte)
        }
        let text = String(decoding: line, as: UTF8.self)
        url = text.hasPrefix("http=") ? String(text.dropFirst("http=".count)) : nil
    }

    deinit {
        if status.withLock({ $0 == nil }) { kill(process.processIdentifier, SIGKILL) }
        try? FileManager.default.removeItem(at: folder)
    }

    /// Sends a signal; returns the exit status, and nil when the server has not ended after 20 s.
    func status(after signal: Int32) async -> Int32? {
        kill(process.processIdentifier, signal)
        return await withCheckedContinuation { continuation in
            Thread.detachNewThread { [ended, status] in
                _ = ended.wait(timeout: .now() + 20)
                continuation.resume(returning: status.withLock { $0 })
            }
        }
    }
}
