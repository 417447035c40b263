import Foundation
import RequestFormats
import Testing

@testable import Inspector
@testable import InspectorScreen
@testable import InspectorWorkspace

@Suite("Pasted text")
struct PastedTextTests {
    private static func requests(in text: String) throws -> PastedRequests? {
        if case .requests(let requests) = try PastedText(text) { requests } else { nil }
    }

    @Test(
        "Requests are found in what people paste",
        arguments: [
            ("curl http://h/x -d a=1", "a curl line", 1), ("$ curl 'http://h/x'", "a curl line", 1),
            ("  https://h/x?a=1 \n", "a URL", 1),
            ("GET http://h/\n\n### two\nPOST {{base}}/x\n\n{}\n", "the pasted text", 2),
        ])
    func sources(text: String, source: String, count: Int) throws {
        let requests = try #require(try Self.requests(in: text))
        #expect(requests.source == source && requests.count == count)
        #expect(HTTPFile(parsing: requests.text, path: "").requests.count == count)
    }

    @Test(
        "Other text is refused",
        arguments: ["hello", "Dear all,\nthe server is down.", "q", "{\"a\": 1}", "cq\ry\r", "https://", ""])
    func prose(text: String) {
        #expect(throws: PastedText.ImportError.self) { try PastedText(text) }
    }

    @Test(
        "Secrets do not get into files: variables stand for them",
        arguments: [
            ("curl http://h/ -H 'Authorization: Bearer sesame'", ["authorization"]),
            ("curl -u me:sesame http://h/", ["password"]),
            ("http://h/?token=sesame", ["token"]),
            ("@token = sesame\nGET http://h/\nX-Api-Key: {{token}}\n", ["token"]),
            ("### a\nGET http://h/\n\n### b\nPOST http://h/\nCookie: sid=sesame\n", ["sid"]),
        ])
    func secrets(text: String, names: [String]) throws {
        let requests = try #require(try Self.requests(in: text))
        #expect(!requests.text.contains("sesame"))
        #expect(requests.secrets.count == names.count)
    }

    @Test("A HAR becomes files of its own, and nothing that is there is overwritten")
    func collection() throws {
        let har =
            #"{"log":{"version":"1.2","creator":{"name":"x","version":"1"},"entries":[{"startedDateTime":"2024-01-01T00:00:00Z","time":1,"request":{"method":"GET","url":"http://h/a","httpVersion":"HTTP/1.1","headers":[],"queryString":[],"cookies":[],"headersSize":-1,"bodySize":0},"response":{"status":200,"statusText":"OK","httpVersion":"HTTP/1.1","headers":[],"cookies":[],"content":{"size":0,"mimeType":""},"redirectURL":"","headersSize":-1,"bodySize":0},"cache":{},"timings":{"send":0,"wait":1,"receive":0}}]}}"#
        let folder = NSTemporaryDirectory() + "/import-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let workspace = Workspace(paths: [folder])
        let first = try workspace.offer(for: har)
        #expect(first.count == 1 && first.question.contains("Import 1 request from HTTP archive"))
        _ = try workspace.write(first)
        let second = try workspace.write(workspace.offer(for: har))
        #expect(second.path != folder + "/" + first.files[0].path)
        #expect(workspace.read().files.flatMap(\.requests).map(\.url) == ["http://h/a", "http://h/a"])
    }

    @Test("Several curl lines are a collection")
    func curlLines() throws {
        guard case .collection(let collection, .curl) = try PastedText("curl http://h/1\ncurl http://h/2\n")
        else {
            Issue.record("no collection")
            return
        }
        #expect(collection.requestCount == 2)
    }

    @Test("Pasted requests go behind what a file holds")
    func append() throws {
        let folder = NSTemporaryDirectory() + "/import-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let workspace = Workspace(paths: [folder])
        #expect(try workspace.write(workspace.offer(for: "http://h/1")).number == 1)
        #expect(try workspace.write(workspace.offer(for: "curl http://h/2")).number == 2)
        #expect(workspace.read().files.flatMap(\.requests).map(\.url) == ["http://h/1", "http://h/2"])
    }
}
