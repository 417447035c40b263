import Foundation
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine

/// The resources that remain after thousands of tasks, in a separate process whose descriptors and memory only this
/// test uses.
@Suite("What a process has left", .serialized, .timeLimit(.minutes(2)))
struct RemainsTests {
    @Test("a process without descriptors says so, and goes on when there are some")
    func descriptorsRunOut() async throws {
        let server = try SandboxServer.start()
        let url = server.url
        await #expect(processExitsWith: .success) { [url = url as String] in
            let client = Client(baseURL: url)
            _ = try await client.send(.get("/hello"))
            var limit = rlimit(rlim_cur: 40, rlim_max: 40)
            try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
            let labels = await Crowd.labels(of: Array(repeating: "/delay/0.3", count: 200), with: client)
            #expect(labels.count == 200)
            #expect(Set(labels) == [nil, "io/connect"], "\(Set(labels))")
            #expect(try await client.send(.get("/hello")).status == 200)
        }
        withExtendedLifetime(server) {}
    }

    @Test("thousands of tasks, most of them failures, leave no descriptor and no memory")
    func nothingIsLeft() async throws {
        let server = try SandboxServer.start()
        let url = server.url
        await #expect(processExitsWith: .success) { [url = url as String] in
            var figures: [Figures] = []
            for _ in 0..<8 {
                try await Crowd.round(of: 200, to: url)
                figures.append(try await Figures.settled(atMost: figures.last?.descriptors.count))
            }
            // The first rounds fill the caches of libcurl, OpenSSL and the allocator.
            let (warm, last) = (figures[3], figures[7])
            #expect(last.descriptors.count <= warm.descriptors.count, "\(figures)")
            // A leak of every round shows in both of the last two. A thread started in one of them is no leak.
            let resident = min(figures[6].residentKiB, last.residentKiB)
            #expect(resident - warm.residentKiB < 3 << 9, "\(figures)")
        }
        withExtendedLifetime(server) {}
    }
}

/// Measurements of this process, from `/proc/self`.
private struct Figures {
    /// The target of each descriptor.
    let descriptors: [String]
    /// The number of client threads.
    let loops: Int
    let residentKiB: Int

    /// Returns the measurements after at most `count` descriptors and no client thread are left, or after ten
    /// seconds.
    ///
    /// A loop reports its end before it closes its last descriptors.
    static func settled(atMost count: Int?) async throws -> Figures {
        let limit = ContinuousClock.now + .seconds(10)
        var figures = try Figures()
        func isSettled() -> Bool { figures.descriptors.count <= count ?? .max && figures.loops == 0 }
        while !isSettled(), ContinuousClock.now < limit {
            try await Task.sleep(for: .milliseconds(1))
            figures = try Figures()
        }
        return figures
    }

    init() throws {
        descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").map { name in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")) ?? "?"
        }
        let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
        // A thread may end meanwhile.
        let names = threads.map { try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8) }
        loops = names.count { $0 == "ClientEngine\n" }
        // Free memory that the allocator keeps is no leak. Swift's module of the C library lacks this function.
        typealias Trim = @convention(c) (Int) -> Int32
        let trim = try #require(dlsym(nil, "malloc_trim"))
        _ = unsafeBitCast(trim, to: Trim.self)(0)
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        residentKiB = line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }
}

/// Many simultaneous requests.
private enum Crowd {
    static let paths = [
        "/hello", "/bytes/200000", "/bad/H02", "/bad/C02", "/bad/B01", "/gzip", "/bad/E03", "/redirect/3",
        "/bad/R01", "/bad/H05", "http://127.0.0.1:1/", "/bad/H27", "ftp://x/", "/hang", "/bad/B08",
        "/status/503",
    ]

    /// Returns the error label of each request, or `nil` for a response.
    static func labels(of paths: [String], with client: Client) async -> [String?] {
        await withTaskGroup(of: String?.self) { group in
            for path in paths {
                group.addTask {
                    let task = client.start(.get(path))
                    _ = try? await task.value
                    return task.record.error?.label
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    /// Sends `count` requests with a new client, using the paths in turn, and cancels some.
    ///
    /// Returns after the client is released.
    static func round(of count: Int, to url: String) async throws {
        let gone = Promise<Void>()
        do {
            let client = Client(baseURL: url) {
                $0.retry = .transientFailures(.constant(.milliseconds(1), attempts: 2))
            }
            client.loop.enqueue { loop in loop.onEnd = { gone.fulfil(()) } }
            for start in stride(from: 0, to: count, by: 40) {
                await withTaskGroup(of: Void.self) { group in
                    for number in start..<(start + 40) {
                        group.addTask {
                            let path = paths[number % paths.count]
                            let task = client.start(.get(path))
                            if path == "/hang" {
                                for await state in task.states where state == .running(.wait) { break }
                                task.cancel()
                            }
                            _ = try? await task.value
                        }
                    }
                }
            }
        }
        try await gone.arrival()
    }
}
