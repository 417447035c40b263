import Foundation
import Testing

@testable import ClientEngine

@Suite("Where a cache keeps answers")
struct CacheStorageTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path

    private func lookup(_ path: String) -> CacheLookup {
        CacheLookup(method: .get, url: .at(path), headers: ["Authorization": "secret"], policy: .standard)
    }

    private func answer(
        _ path: String, bytes: Int = 10, fields: Headers = ["Cache-Control": "max-age=60", "X": "\u{FF}"],
        storage: ResponseStoragePolicy = .allowed
    ) -> CacheableAnswer {
        CacheableAnswer(
            lookup: lookup(path), head: ResponseHead(status: 200, reason: "OK", headers: fields),
            body: Array(repeating: 0xFF, count: bytes), storage: storage, requested: now, received: now)
    }

    private func has(_ path: String, in cache: ResponseCache) -> Bool {
        if case .use(let kept, _) = cache.decision(for: lookup(path), at: now) {
            return kept.body.first == 0xFF
        }
        return false
    }

    private var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    private func clean() { try? FileManager.default.removeItem(atPath: folder) }

    @Test("memory holds so many bytes, and lets go of what was not used for longest")
    func memory() throws {
        let cache = try #require(ResponseCache(.memory(10_000)))
        for number in 0..<8 { #expect(cache.store(answer("/\(number)", bytes: 900)) == .stored) }
        #expect(has("/0", in: cache))
        for number in 8..<12 { #expect(cache.store(answer("/\(number)", bytes: 900)) == .stored) }
        #expect(cache.size <= 10_000)
        #expect(has("/0", in: cache) && has("/11", in: cache))
        #expect(!has("/1", in: cache))
        #expect(cache.store(answer("/big", bytes: 5_001)) == .notStored(.size))
        cache.remove(.at("/0"))
        #expect(!has("/0", in: cache))
        cache.clear()
        #expect(cache.size == 0)
    }

    @Test("no more than 16 answers of one URL are kept")
    func variants() throws {
        let cache = try #require(ResponseCache(.memory(1 << 20)))
        var sizes: Set<Int> = []
        for number in 0..<40 {
            var answer = answer("/", fields: ["Cache-Control": "max-age=60", "Vary": "Foo"])
            answer.lookup.headers["Foo"] = "\(number + 100)"
            _ = cache.store(answer)
            sizes.insert(cache.size)
        }
        #expect(sizes.count == CacheStore.maximumVariants)
    }

    @Test("a folder is for its owner alone, as are its files, and no secret of a request is in them")
    func modes() throws {
        defer { clean() }
        let cache = try #require(ResponseCache(.disk(folder: folder, 1 << 20)))
        #expect(cache.store(answer("/a")) == .stored)
        #expect(try mode(folder) == 0o700)
        let file = try #require(files.first)
        #expect(files.count == 1)
        #expect(try mode("\(folder)/\(file)") == 0o600)
        let bytes = try Data(contentsOf: URL(filePath: "\(folder)/\(file)"))
        #expect(bytes.range(of: Data("secret".utf8)) == nil)
    }

    @Test("a folder that others could look into is closed to them, and one that is none is not used")
    func openFolder() throws {
        defer { clean() }
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        #expect(ResponseCache(.disk(folder: folder, 1 << 20)) != nil)
        #expect(try mode(folder) == 0o700)
        #expect(ResponseCache(.disk(folder: "/dev/null", 1 << 20)) == nil)
    }

    @Test("what is on disk outlives the program, with every byte")
    func restart() throws {
        defer { clean() }
        let first = try #require(ResponseCache(.disk(folder: folder, 1 << 20)))
        _ = first.store(answer("/a"))
        let second = try #require(ResponseCache(.disk(folder: folder, 1 << 20)))
        guard case .use(let kept, refreshing: false) = second.decision(for: lookup("/a"), at: now) else {
            Issue.record("not kept")
            return
        }
        #expect(kept == answer("/a").kept)
        second.remove(.at("/a"))
        #expect(files.isEmpty)
    }

    @Test("what was damaged or cut at any place is as if it were not there")
    func damage() throws {
        defer { clean() }
        let cache = try #require(ResponseCache(.disk(folder: folder, 1 << 20)))
        _ = cache.store(answer("/a"))
        let file = URL(filePath: "\(folder)/\(try #require(files.first))")
        let whole = try Data(contentsOf: file)
        for place in 0..<whole.count {
            try whole.prefix(place).write(to: file)
            #expect(!has("/a", in: cache), "cut at \(place)")
            var damaged = whole
            damaged[place] ^= 1
            try damaged.write(to: file)
            #expect(!has("/a", in: cache), "damaged at \(place)")
        }
        try whole.write(to: file)
        #expect(has("/a", in: cache))
    }

    @Test("a folder holds so many bytes, and leaves alone what is not its own")
    func diskLimit() throws {
        defer { clean() }
        let cache = try #require(ResponseCache(.disk(folder: folder, 10_000)))
        try Data("mine".utf8).write(to: URL(filePath: folder + "/note.txt"))
        for number in 0..<20 { _ = cache.store(answer("/\(number)", bytes: 900)) }
        #expect(cache.size <= 10_000)
        #expect(has("/19", in: cache))
        cache.clear()
        #expect(files == ["note.txt"])
    }

    @Test("what is for memory only is never on disk")
    func memoryOnly() throws {
        defer { clean() }
        let cache = try #require(ResponseCache(.disk(folder: folder, 1 << 20)))
        let fields: Headers = ["Last-Modified": "Fri, 01 Jan 2021 00:00:00 GMT"]
        #expect(cache.store(answer("/a", fields: fields, storage: .memoryOnly)) == .stored)
        #expect(files.isEmpty)
        #expect(has("/a", in: cache))
    }
}
