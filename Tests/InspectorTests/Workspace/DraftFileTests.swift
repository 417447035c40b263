import Foundation
import Testing

@testable import Inspector
@testable import InspectorScreen
@testable import InspectorValues
@testable import InspectorWorkspace

@Suite("Drafts in files")
struct DraftFileTests {
    /// A folder that is deleted after the test.
    private final class Folder {
        let path = NSTemporaryDirectory() + "/drafts-\(UUID().uuidString)"

        init(_ files: [String: String] = [:]) throws {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            for (name, text) in files { try Data(text.utf8).write(to: URL(filePath: path + "/" + name)) }
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func text(_ name: String) throws -> String {
            try String(contentsOfFile: path + "/" + name, encoding: .utf8)
        }

        func mode(_ name: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path + "/" + name)[.posixPermissions] as? Int
        }
    }

    private static let file = "@base = http://h\n\n### one\nGET {{base}}/1\n\n### two\nGET {{base}}/2\n"

    @Test("A saved request is replaced in its place, and the file keeps its mode")
    func replace() throws {
        let folder = try Folder(["a.http": Self.file])
        chmod(folder.path + "/a.http", 0o640)
        let workspace = Workspace(paths: [folder.path])
        var draft = try workspace.draft(of: .init(file: folder.path + "/a.http", number: 1, line: 4))
        #expect(
            try workspace.requests(inDraft: draft.text, of: draft.folder, environment: nil).map(\.url) == [
                "http://h/1"
            ])
        draft.select(.method)
        draft.choose(by: 1)
        let origin = try #require(draft.origin)
        let saved = try #require(try workspace.save(draft.draft.block, at: .into(origin)).origin)
        #expect(try folder.text("a.http") == Self.file.replacing("GET {{base}}/1", with: "POST {{base}}/1"))
        #expect(saved.bytes == Array(try folder.text("a.http").utf8))
        #expect(try folder.mode("a.http") == 0o640)
    }

    @Test("A request that has changed in its file is not overwritten unless asked")
    func conflict() throws {
        let folder = try Folder(["a.http": Self.file])
        let path = folder.path + "/a.http"
        let workspace = Workspace(paths: [folder.path])
        let draft = try workspace.draft(of: .init(file: path, number: 2, line: 7))
        let origin = try #require(draft.origin)
        let theirs = Self.file.replacing("{{base}}/2", with: "{{base}}/3")
        try Data(theirs.utf8).write(to: URL(filePath: path))
        let version = DraftConflict.Version(block: "### two\nGET {{base}}/3\n", number: 2)
        #expect(
            try workspace.save("### two\nPUT x.y\n", at: .into(origin))
                == .conflict(DraftConflict(theirs: version)))
        #expect(try folder.text("a.http") == theirs)
        _ = try workspace.save("### two\nPUT http://x/\n", at: .over(path: path, number: 2))
        #expect(try folder.text("a.http").hasSuffix("### two\nPUT http://x/\n"))
        let last = try workspace.save("PUT http://y/\n", at: .behind(path: path)).origin
        #expect(last?.number == 3)
        #expect(try folder.text("a.http").hasSuffix("### two\nPUT http://x/\n\n###\nPUT http://y/\n"))
    }

    @Test("What others have changed around a request stays, and the request is saved among it")
    func merge() throws {
        let folder = try Folder(["a.http": Self.file])
        let path = folder.path + "/a.http"
        let workspace = Workspace(paths: [folder.path])
        let origin = try #require(try workspace.draft(of: .init(file: path, number: 1, line: 4)).origin)
        let theirs = "### zero\nGET http://zero/\n\n" + Self.file.replacing("{{base}}/2", with: "{{base}}/3")
        try Data(theirs.utf8).write(to: URL(filePath: path))
        let saving = try workspace.save("### one\nPUT {{base}}/1\n", at: .into(origin))
        guard case .merged(let merged) = saving else {
            Issue.record("\(saving)")
            return
        }
        #expect(merged.number == 2)
        #expect(
            try folder.text("a.http") == theirs.replacing("GET {{base}}/1", with: "PUT {{base}}/1"))
    }

    @Test("A request that is gone from its file is told to be")
    func gone() throws {
        let folder = try Folder(["a.http": Self.file])
        let path = folder.path + "/a.http"
        let workspace = Workspace(paths: [folder.path])
        let origin = try #require(try workspace.draft(of: .init(file: path, number: 2, line: 7)).origin)
        try Data("### one\nGET {{base}}/1\n".utf8).write(to: URL(filePath: path))
        #expect(
            try workspace.save("### two\nPUT x.y\n", at: .into(origin))
                == .conflict(DraftConflict(theirs: nil)))
    }

    @Test("A new draft makes the file in the workspace")
    func new() throws {
        let folder = try Folder()
        let saved = try Workspace(paths: [folder.path]).save(
            "GET http://h/\n", at: .named("scratch")
        ).origin
        #expect(saved?.path == folder.path + "/scratch.http")
        #expect(try folder.text("scratch.http") == "GET http://h/\n")
    }

    @Test("A new draft makes the folders that its path names")
    func newFolder() throws {
        let folder = try Folder()
        let workspace = Workspace(paths: [folder.path])
        _ = try workspace.save("GET http://h/\n", at: .named("api/v2/users.http"))
        #expect(try folder.text("api/v2/users.http") == "GET http://h/\n")
        _ = try workspace.save("GET http://h/2\n", at: .named("api/v2/users"))
        #expect(try folder.text("api/v2/users.http").contains("/2"))
    }

    @Test("References are told with their values")
    func values() throws {
        let folder = try Folder(["http-client.env.json": #"{"local":{"base":"http://h"}}"#])
        let values = Planner(Workspace(paths: [folder.path]), environment: "local").values(
            of: ["base", "own", "nope", "$uuid", "day"],
            in: "@own = {{base}}/x\n@day = d{{$datetime \"d\"}}\nGET {{own}}\n", folder: nil)
        guard case .passing(let day)? = values["day"] else {
            Issue.record("a value made anew each time does not say so: \(values)")
            return
        }
        #expect(
            values == [
                "base": .text("http://h"), "own": .text("http://h/x"), "nope": .undefined,
                "$uuid": .madeWhenSent, "day": .passing(day),
            ])
    }

    @Test("A draft outlives its process, readable by its owner only, and is offered once")
    func crash() throws {
        let folder = try Folder()
        let environment = ["XDG_STATE_HOME": folder.path]
        // This exceeds the highest possible process number.
        try DraftStore(StateFolder(environment: environment), process: 99_999_999).keep("GET http://h/\n")
        #expect(try folder.mode("inspector/drafts") == 0o700)
        #expect(try folder.mode("inspector/drafts/99999999.http") == 0o600)
        let store = DraftStore(StateFolder(environment: environment), process: 99_999_998)
        #expect(store.takeEarlier() == "GET http://h/\n")
        try store.keep(nil)
        #expect(store.takeEarlier() == nil)
    }
}

extension DraftSaving {
    /// The origin of the saved draft, or `nil` after a conflict.
    fileprivate var origin: DraftOrigin? {
        switch self {
        case .saved(let origin), .merged(let origin): origin
        case .conflict: nil
        }
    }
}
