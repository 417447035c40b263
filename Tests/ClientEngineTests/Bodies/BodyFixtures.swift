import Foundation

/// Chunks of text as an asynchronous sequence.
struct AsyncBytes: AsyncSequence, Sendable {
    let chunks: [[UInt8]]

    init(_ chunks: [String]) {
        self.chunks = chunks.map { Array($0.utf8) }
    }

    func makeAsyncIterator() -> Iterator { Iterator(rest: chunks[...]) }

    struct Iterator: AsyncIteratorProtocol {
        var rest: ArraySlice<[UInt8]>

        mutating func next() async -> [UInt8]? { rest.popFirst() }
    }
}

/// A folder that is deleted with the last reference.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("engine-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// The names in the folder, including hidden ones.
    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
    }

    func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: url.appendingPathComponent(name))
    }

    func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: url.appendingPathComponent(name)), as: UTF8.self)
    }
}
