import EngineSupport
import Foundation
import InspectorSandbox
import Testing

@testable import ClientEngine

@Suite("Downloads to files", .timeLimit(.minutes(1)))
struct DownloadTests {
    private static let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 13 >> 4) }

    private let folder: TemporaryFolder
    private let client = Client()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func bytes(_ name: String = "file") throws -> [UInt8] {
        Array(try Data(contentsOf: folder.url.appendingPathComponent(name)))
    }

    private func request(_ server: FileServer, attempts: Int = 1) -> Request {
        .get(server.url).with {
            $0.retry =
                attempts == 1
                ? .never : .transientFailures(.exponential(from: .milliseconds(1), attempts: attempts))
        }
    }

    @Test("put the whole file in its place, and nothing beside it")
    func whole() async throws {
        let server = try FileServer(Self.content)
        try folder.write("old", to: "file")
        let observed = Locked(0)
        let observation = client.observe { event in
            if case .received = event.kind { observed.withLock { $0 += 1 } }
        }
        let file = try await client.send(request(server).downloading(to: folder.path("file")))
        observation.cancel()
        #expect(try bytes() == Self.content)
        #expect(try folder.names == ["file"])
        #expect(file.byteCount == Self.content.count && file.resumedAt == 0)
        #expect(file.response.status == 200 && file.response.body.isEmpty)
        #expect(file.response.record.lastExchange?.bodyReceived == Self.content.count)
        #expect(observed.withLock { $0 } == 0)
        #expect(server.requests.last?.headers(named: "Accept-Encoding") == ["identity"])
    }

    @Test("are whole where some is on its way to the disk while the rest comes")
    func large() async throws {
        let server = try SandboxServer.start()
        let size = 20_000_000
        let collected = try await client.send(.get(server.url + "/bytes/\(size)"))
        let file = try await client.send(
            Request.get(server.url + "/bytes/\(size)").downloading(to: folder.path("file")))
        #expect(file.byteCount == size)
        #expect(try bytes() == collected.body)
    }

    @Test("are not limited in size, may be empty, and may be mocked")
    func sizes() async throws {
        let server = try FileServer([])
        let small = Client { $0.limits.collectedBody = 10 }
        try small.mocks.add(.get("/mocked"), .text("more than ten bytes"))
        _ = try await small.send(request(server).downloading(to: folder.path("empty")))
        let url = URL(fileURLWithPath: folder.path("mocked"))
        _ = try await small.send(Request.get("http://a.test/mocked").downloading(to: url.path))
        #expect(try bytes("empty").isEmpty)
        #expect(try folder.text("mocked") == "more than ten bytes")
    }

    @Test("decode a body that is coded all the same")
    func coded() async throws {
        let server = try SandboxServer.start()
        let plain = try await client.send(.get(server.url + "/gzip"))
        let request = Request.get(server.url + "/gzip").with { $0.headers = ["Accept-Encoding": "gzip"] }
        _ = try await client.send(request.downloading(to: folder.path("file")))
        #expect(try bytes() == plain.body)
    }

    @Test("leave the destination alone and remove what was written when they fail", arguments: [false, true])
    func failure(isRetried: Bool) async throws {
        let server = try FileServer(Self.content) { $0.cuts = [100_000, 0, 50_000] }
        try folder.write("old", to: "file")
        await #expect(throws: ClientError.self) {
            try await client.send(
                request(server, attempts: isRetried ? 3 : 1).downloading(to: folder.path("file")))
        }
        #expect(server.requests.count == (isRetried ? 3 : 1))
        #expect(try folder.names == ["file"] && folder.text("file") == "old")
    }

    @Test("begin at the beginning with each attempt when they do not resume")
    func retry() async throws {
        let server = try FileServer(Self.content) { $0.cuts = [100_000] }
        let file = try await client.send(request(server, attempts: 2).downloading(to: folder.path("file")))
        #expect(try bytes() == Self.content)
        #expect(file.response.record.attempts.count == 2)
        #expect(server.requests.allSatisfy { $0.header("Range") == nil })
    }

    @Test("leave nothing when they are cancelled")
    func cancelling() async throws {
        let server = try SandboxServer.start { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nETag: \"a\"\r\nContent-Length: 10\r\n\r\nhalf")
            connection.waitUntilClosed()
        }
        let task = client.start(Request.get(server.url).downloading(to: folder.path("file")))
        for await progress in task.progress where progress.received == 4 { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try folder.names.isEmpty)
    }

    @Test("write no file for an answer that is not 2xx, whose body is in the error")
    func status() async throws {
        let server = try SandboxServer.start()
        let error = await #expect(throws: ResponseError.self) {
            try await client.send(
                Request.get(server.url + "/status/404").downloading(to: folder.path("file")))
        }
        #expect(error?.response.status == 404 && error?.response.body.isEmpty == false)
        #expect(try folder.names.isEmpty)
        let moved = Request.get(server.url + "/redirect/2?to=/bytes/5000").downloading(
            to: folder.path("file"))
        #expect(try await client.send(moved).byteCount == 5000)
    }

    @Test("replace a symbolic link and do not follow it, nor any link in the place of their own file")
    func links() async throws {
        let server = try FileServer(Self.content)
        try folder.write("precious", to: "target")
        for name in ["file", ".file.part"] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path(name), withDestinationPath: folder.path("target"))
        }
        _ = try await client.send(request(server).downloading(to: folder.path("file")))
        #expect(try bytes() == Self.content)
        try FileManager.default.linkItem(atPath: folder.path("target"), toPath: folder.path(".second.part"))
        for name in ["file", "second"] {
            let error = await #expect(throws: ClientError.self) {
                try await client.send(request(server).downloading(to: folder.path(name), resuming: true))
            }
            #expect(error?.label == "io/queue")
        }
        #expect(try folder.text("target") == "precious")
    }

    @Test(
        "fail before anything is sent where no file can be", arguments: ["", "sub/", "missing/file", "sub"])
    func places(name: String) async throws {
        let server = try FileServer(Self.content)
        try FileManager.default.createDirectory(
            atPath: folder.path("sub"), withIntermediateDirectories: false)
        let path = name.isEmpty ? "" : folder.url.path + "/" + name
        let error = await #expect(throws: ClientError.self) {
            try await client.send(request(server).downloading(to: path))
        }
        #expect(error?.label == "io/queue")
        #expect(server.requests.isEmpty)
        #expect(try folder.names == ["sub"])
    }
}
