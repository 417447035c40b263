import EngineJSON
import RequestFormats
import Testing

/// How other programs read the collected files, as recorded.
@Suite(.enabled(if: Corpus.folder != nil, "the folder of collected files is not here"))
struct CorpusCountTests {
    /// Returns the number of requests that a recorded program finds in each file.
    private static func readings(_ name: String, _ count: (JSONValue) -> Int) throws -> [String: Int] {
        var counts: [String: Int] = [:]
        for line in try Corpus.file("http_oracle/\(name).jsonl").split(separator: 0x0A) {
            let reading = try JSONValue(parsing: line)
            guard let file = reading["file"]?.string else { continue }
            counts[file] = count(reading)
        }
        return counts
    }

    @Test(
        "A file holds as many requests as the two other programs agree on, but where docs/http-files.md says why"
    )
    func counts() throws {
        let first = try Self.readings("restclient") { $0["requests"]?.array?.count ?? 0 }
        let second = try Self.readings("httpyac") { reading in
            reading["regions"]?.array?.count { $0["request"] != nil } ?? 0
        }
        var (agreed, equal) = (0, 0)
        for (path, count) in first where second[path] == count {
            let file = HTTPFile(parsing: try Corpus.file(path), path: path)
            agreed += 1
            equal += file.requests.count == count ? 1 : 0
            let reason = Self.deviations[path]
            #expect(
                reason != nil || file.requests.count == count,
                "\(path): \(file.requests.count), they \(count)")
        }
        print("collected files: \(equal) of \(agreed) with the number of requests that both others read")
        #expect(agreed > 0)
    }

    /// Files that are read differently, with the reason.
    private static let deviations: [String: String] = [:]
}
