import ClientEngine
import Foundation
import Testing

@testable import InspectorWorkspace

@Suite("Mocks on disk")
struct MockFilesTests {
    private let scratch: ScratchFolder
    private var folder: String { scratch.path + "/mocks" }

    init() throws {
        scratch = try ScratchFolder()
    }

    private func mock(
        _ name: String = "GET /users/42 → 200", body: Body = .text("{}"), type: String = "application/json"
    )
        -> Mock
    {
        let reply = Mock.Reply(headers: ["Content-Type": type], body: body)
        return Mock(
            id: "id-\(name)", name: name, match: .init(method: .get, address: .path("/users/42")),
            answers: [Mock.Answer(.response(reply))])
    }

    private func files() -> MockFiles {
        var files = MockFiles(folder, isGiven: false)
        _ = files.read(into: MockStore())
        return files
    }

    private func add(_ mock: Mock, to files: inout MockFiles) throws -> [String] {
        try files.add([mock], called: mock.name).warnings
    }

    private func names(_ path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder + "/" + path).sorted()
    }

    @Test("a mock is written to a file of its own, for its owner only, and read again as it was")
    func add() throws {
        var files = files()
        #expect(try add(mock(), to: &files) == [])
        var other = mock()
        other.id = "other"
        #expect(try add(other, to: &files) == [])
        #expect(try names("mappings") == ["get-users-42-200-2.json", "get-users-42-200.json"])
        #expect(try names("") == ["mappings"])
        let attributes = try FileManager.default.attributesOfItem(
            atPath: folder + "/mappings/get-users-42-200.json")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let read = MockFolder(folder)
        #expect(read.problems == [])
        #expect(Set(read.mocks) == [mock(), other])
    }

    @Test(
        "large and binary bodies stand in a file of their own",
        arguments: [
            (Body.bytes([0x89, 0x50, 0x4E, 0x47]), "image/png", "png"), (.bytes([0x61, 0]), "", "bin"),
            (.text(String(repeating: "x", count: 65_537)), "text/plain; charset=utf-8", "txt"),
        ])
    func bodies(body: Body, type: String, suffix: String) throws {
        var files = files()
        _ = try add(mock("Large", body: body, type: type), to: &files)
        #expect(try names("__files") == ["large.\(suffix)"])
        let read = try #require(MockFolder(folder).mocks.first?.answers.first?.reply)
        #expect(read.body == .file(path: folder + "/__files/large.\(suffix)"))
        try files.remove(id: "id-Large")
        #expect(try names("__files") == [] && names("mappings") == [])
        try files.restore(id: "id-Large")
        #expect(try names("__files") == ["large.\(suffix)"] && names("mappings") == ["large.json"])
    }

    @Test("secrets of the response stay out of the file, which is said")
    func secrets() throws {
        var files = files()
        var login = mock("login", body: .text(#"{"token":"s3cret"}"#))
        login.answers[0].reply?.headers.add("Set-Cookie", "sid=s3cret")
        #expect(try add(login, to: &files) == ["2 secrets left out of login.json"])
        #expect(!(try scratch.read("mocks/mappings/login.json").contains("s3cret")))
    }

    @Test("a switch is kept in the file, with all it said before and its permissions")
    func enabled() throws {
        let path = try scratch.write(
            #"{"mappings":[{"id":"a","postServeActions":[]},{"metadata":{"team":"x"}}]}"#,
            to: "mocks/mappings/deep/list.json")
        chmod(path, 0o640)
        var files = files()
        let id = "\(folder)/mappings/deep/list.json#2"
        try files.setEnabled(false, id: id)
        let text = try scratch.read("mocks/mappings/deep/list.json")
        #expect(text.contains("postServeActions") && text.contains(#""team": "x""#))
        #expect(MockFolder(folder).mocks.map(\.isEnabled) == [true, false])
        try files.setEnabled(true, id: id)
        #expect(MockFolder(folder).mocks.map(\.isEnabled) == [true, true])
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o640)
    }

    @Test("a mock is taken out of its list, others are still found, and undo puts it back in its place")
    func list() throws {
        try scratch.write(
            #"{"mappings":[{"id":"a"},{"id":"b"},{"id":"c"}]}"#, to: "mocks/mappings/list.json")
        var files = files()
        try files.remove(id: "a")
        try files.setEnabled(false, id: "b")
        try files.remove(id: "c")
        try files.restore(id: "c")
        try files.restore(id: "a")
        let read = MockFolder(folder).mocks
        #expect(read.map(\.id) == ["a", "b", "c"])
        #expect(read.map(\.isEnabled) == [true, false, true])
    }

    @Test("a file that was changed meanwhile is left alone")
    func changed() throws {
        try scratch.write(#"{"id":"a"}"#, to: "mocks/mappings/a.json")
        var files = files()
        try scratch.write(#"{"id":"other"}"#, to: "mocks/mappings/a.json")
        #expect(throws: FileError.self) { try files.setEnabled(false, id: "a") }
        #expect(throws: FileError.self) { try files.remove(id: "a") }
        #expect(try scratch.read("mocks/mappings/a.json") == #"{"id":"other"}"#)
    }

    @Test(
        "nothing is written behind a link that leads out of the folder",
        arguments: ["mocks", "mocks/mappings", "mocks/__files"])
    func links(link: String) throws {
        let outside = try ScratchFolder()
        if link != "mocks" { try scratch.write("", to: "mocks/x") }
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path + "/" + link, withDestinationPath: outside.path)
        var files = MockFiles(folder, isGiven: false)
        #expect(throws: FileError.self) { try add(mock("n", body: .bytes([0])), to: &files) }
        #expect(try outside.names == [])
    }

    @Test("a folder that was named may be a link")
    func given() throws {
        let outside = try ScratchFolder()
        try FileManager.default.createSymbolicLink(atPath: folder, withDestinationPath: outside.path)
        var files = MockFiles(folder, isGiven: true)
        #expect(try add(mock("n"), to: &files) == [])
        #expect(try outside.names == ["mappings"])
    }

    @Test(
        "file names are made of the words of a name",
        arguments: [
            ("GET /users/42 → 200", "get-users-42-200"), ("../../etc/passwd", "etc-passwd"), ("→", "mock"),
            ("Ünïcode", "n-code"),
            (String(repeating: "ab ", count: 40), String(repeating: "ab-", count: 19) + "ab"),
        ])
    func slugs(name: String, slug: String) {
        #expect(name.slug == slug)
    }
}
