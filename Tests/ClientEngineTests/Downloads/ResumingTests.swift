import Foundation
import Testing

@testable import ClientEngine

@Suite("Downloads that resume", .timeLimit(.minutes(1)))
struct ResumingTests {
    private static let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 13 >> 4) }

    private let folder: TemporaryFolder
    private let client = Client()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func download(_ server: FileServer, attempts: Int = 1) async throws -> DownloadedFile {
        let request = Request.get(server.url).with {
            $0.retry =
                attempts == 1
                ? .never : .transientFailures(.exponential(from: .milliseconds(1), attempts: attempts))
        }
        return try await client.send(request.downloading(to: folder.path("file"), resuming: true))
    }

    /// Performs a download that fails, so that a partial file remains.
    private func breakOff(_ server: FileServer) async throws {
        await #expect(throws: ClientError.self) { try await download(server) }
        #expect(try folder.names == [".file.part", ".file.part-source"])
    }

    private func expectWhole(_ content: [UInt8] = content) throws {
        #expect(Array(try Data(contentsOf: folder.url.appendingPathComponent("file"))) == content)
        #expect(try folder.names == ["file"])
    }

    @Test("go on where the attempt before broke off")
    func attempts() async throws {
        let server = try FileServer(Self.content) { $0.cuts = [100_000, 0, 50_000] }
        let file = try await download(server, attempts: 4)
        try expectWhole()
        #expect(
            server.requests.map { $0.header("Range") } == [
                nil, "bytes=100000-", "bytes=100000-", "bytes=150000-",
            ])
        #expect(server.requests.last?.header("If-Range") == #""v1""#)
        #expect(file.byteCount == 300_000 && file.resumedAt == 150_000)
    }

    @Test("go on where an earlier download was left")
    func runs() async throws {
        let server = try FileServer(Self.content) { $0.cuts = [123_456] }
        try await breakOff(server)
        #expect(try await download(server).resumedAt == 123_456)
        try expectWhole()
    }

    @Test("begin again when the file has changed")
    func changed() async throws {
        let server = try FileServer(Self.content) { $0.cuts = [100_000] }
        try await breakOff(server)
        let other = Array(Self.content.reversed().dropLast(1000))
        server.state.withLock { ($0.content, $0.tag) = (other, #""v2""#) }
        #expect(try await download(server).resumedAt == 0)
        try expectWhole(other)
    }

    @Test("ask for the whole when the server has no such part")
    func unsatisfiable() async throws {
        let server = try FileServer(Self.content) { $0.cuts = [100_000] }
        try await breakOff(server)
        server.state.withLock { $0.content = Array(Self.content.prefix(90_000)) }
        let file = try await download(server)
        try expectWhole(Array(Self.content.prefix(90_000)))
        let exchanges = file.response.record.attempts.flatMap(\.exchanges)
        #expect(exchanges.map(\.head?.status) == [416, 200])
        #expect(exchanges.last?.start.reason == .restart)
    }

    @Test("do not take another part than they asked for, and begin again then")
    func wrongPart() async throws {
        let server = try FileServer(Self.content) { $0.cuts = [100_000] }
        try await breakOff(server)
        server.state.withLock { $0.rangeAnswer = "bytes 0-299999/300000" }
        let error = await #expect(throws: ClientError.self) { try await download(server) }
        #expect(error?.label == "protocol/receive")
        #expect(try folder.names.isEmpty)
        _ = try await download(server)
        try expectWhole()
    }

    @Test("keep nothing that could not be told from another file", arguments: [nil, #"W/"weak""#])
    func weak(tag: String?) async throws {
        let server = try FileServer(Self.content) {
            $0.tag = tag
            $0.cuts = [100_000]
        }
        await #expect(throws: ClientError.self) { try await download(server) }
        #expect(try folder.names.isEmpty)
    }

    @Test("do not go on with what came from another URL, or without a note of it")
    func others() async throws {
        let first = try FileServer(Self.content) { $0.cuts = [100_000] }
        let second = try FileServer(Self.content)
        try await breakOff(first)
        #expect(try await download(second).resumedAt == 0)
        #expect(second.requests.allSatisfy { $0.header("Range") == nil })
        try folder.write("unknown", to: ".file.part")
        #expect(try await download(second).resumedAt == 0)
        try expectWhole()
    }

    @Test("leave a range of the request's own alone")
    func ownRange() async throws {
        let server = try FileServer(Self.content)
        let request = Request.get(server.url).with { $0.headers = ["Range": "bytes=299990-"] }
        let file = try await client.send(request.downloading(to: folder.path("file"), resuming: true))
        #expect(file.response.status == 206 && file.byteCount == 10)
        try expectWhole(Array(Self.content.suffix(10)))
    }

    @Test("do not write to one file at a time")
    func together() async throws {
        let server = try FileServer(Self.content) { $0.cuts = [100_000] }
        let held = try PartialFile(for: folder.path("file"), isKept: true)
        let error = await #expect(throws: ClientError.self) { try await download(server) }
        #expect(error?.label == "io/queue" && error?.message.contains("another download") == true)
        held.discard()
    }
}
