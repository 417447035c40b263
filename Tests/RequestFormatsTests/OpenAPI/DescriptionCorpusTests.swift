import EngineJSON
import Foundation
import Testing

@testable import RequestFormats

/// Files that people wrote for other programs, where their folder exists.
@Suite(.enabled(if: Corpus.folder != nil, "the folder of collected files is not here"))
struct DescriptionCorpusTests {
    private func files(in name: String, named endings: [String]) throws -> [ImportFile] {
        let folder = try #require(Corpus.folder).appending(path: name)
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        return try paths.filter { path in endings.contains { path.hasSuffix($0) } }.sorted().map {
            ImportFile(path: $0, bytes: Array(try Data(contentsOf: folder.appending(path: $0))))
        }
    }

    /// Returns the number of operations in a document, counted independently.
    private func operations(_ root: JSONValue) -> Int {
        let methods: Set = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]
        let paths = root["paths"]?.object?.members ?? []
        return paths.reduce(0) { $0 + ($1.value.object?.members.count { methods.contains($0.name) } ?? 0) }
    }

    @Test("Every description of an API becomes a request for each operation, which reads back without errors")
    func openAPI() throws {
        let files = try files(in: "openapi", named: OpenAPIImporter.endings)
        #expect(!files.isEmpty)
        var requests = 0
        var bytes = 0
        var slowest = (path: "", time: Duration.zero)
        for file in files {
            var collection = RequestCollection(name: "")
            let time = try ContinuousClock().measure {
                collection = try ImportFormat.openAPI.collection(from: [file])
            }
            if time > slowest.time { slowest = (file.path, time) }
            let expected = operations(try file.jsonOrYAML())
            #expect(collection.flattened.count == expected, "\(file.path)")
            #expect(expected > 0, "\(file.path)")
            #expect(try collection.writtenRequests().count == expected, "\(file.path)")
            requests += expected
            bytes += file.bytes.count
        }
        print("openapi: \(files.count) files, \(bytes) bytes, \(requests) requests, slowest \(slowest)")
    }

    @Test("Every .bru file becomes a request, an environment or a folder, or is named with the reason")
    func bruno() throws {
        let files = try files(in: "bru", named: [".bru", "bruno.json"])
        #expect(!files.isEmpty)
        let collection = try ImportFormat.bruno.collection(from: files)
        let withVerb = files.filter { file in
            let text = String(decoding: file.bytes, as: UTF8.self)
            return ["get", "post", "put", "delete", "patch", "head", "options", "http"].contains {
                text.hasPrefix("\($0) {") || text.contains("\n\($0) {")
            }
        }
        #expect(collection.flattened.count == withVerb.count)
        #expect(try collection.writtenRequests().count == withVerb.count)
        // An older form of the language, which current versions of Bruno refuse as well.
        let refused = collection.warningTexts.filter { $0.contains("It is not read") }
        #expect(refused.allSatisfy { $0.contains("lang/v1/") }, "\(refused)")
        print(
            "bruno: \(files.count) files, \(withVerb.count) requests, \(collection.warnings.count) warnings")
    }
}
