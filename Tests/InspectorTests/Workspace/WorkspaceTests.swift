import ClientEngine
import Foundation
import Testing

@testable import Inspector
@testable import InspectorScreen
@testable import InspectorValues
@testable import InspectorWorkspace

@Suite("Workspaces")
struct WorkspaceTests {
    /// A folder that is deleted after the test.
    private final class Folder {
        let path = NSTemporaryDirectory() + "/workspace-\(UUID().uuidString)"

        init(_ files: [String: String]) throws {
            for (name, text) in files {
                let file = URL(filePath: path + "/" + name)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: file)
            }
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    private static func folder() throws -> Folder {
        try Folder([
            "users.http":
                "### one user\n# @timeout 5s\nGET {{base}}/users/42\nAccept: application/json\n\n### nobody\nGET {{nope}}/x\n",
            "shop/orders.http": "### broken\nPOST {{base}}/orders\nno colon here\n",
            ".hidden/secret.http": "GET http://h/\n",
            "http-client.env.json":
                #"{"local":{"base":"http://127.0.0.1:1"},"staging":{"base":"http://127.0.0.2:1"}}"#,
        ])
    }

    @Test("Files are found in folders, hidden ones left out, with the problems of each")
    func read() throws {
        let folder = try Self.folder()
        let contents = Workspace(paths: [folder.path]).read()
        #expect(contents.files.map(\.components) == [["shop", "orders.http"], ["users.http"]])
        #expect(contents.files[1].requests.map(\.title) == ["one user", "nobody"])
        #expect(contents.files[0].problems.map(\.line) == [3])
        #expect(contents.environments.names == ["local", "staging"])
    }

    @Test(
        "A saved request is read with the variables of the chosen environment",
        arguments: ["local", "staging"])
    func resolve(environment: String) throws {
        let folder = try Self.folder()
        let workspace = Workspace(paths: [folder.path])
        let reference = try #require(workspace.read().files[1].requests.first?.reference)
        let request = try #require(try workspace.request(reference, environment: environment))
        #expect(
            request.url
                == (environment == "local" ? "http://127.0.0.1:1/users/42" : "http://127.0.0.2:1/users/42"))
        #expect(request.attemptTimeout == .seconds(5))
    }

    @Test("An unknown variable is named with its line, and nothing is sent")
    func unknownVariable() throws {
        let folder = try Self.folder()
        let workspace = Workspace(paths: [folder.path])
        let reference = SavedEntry.Reference(file: folder.path + "/users.http", number: 2, line: 7)
        do throws(Workspace.WorkspaceError) {
            _ = try workspace.request(reference, environment: "local")
            Issue.record("the request was read")
        } catch {
            #expect(error.message.contains("users.http:7") && error.message.contains("nope"))
        }
    }

    @Test("An environment that is not there is said at once")
    func unknownEnvironment() throws {
        let folder = try Self.folder()
        let contents = Workspace(paths: [folder.path], environment: "prod").read()
        #expect(
            contents.failures.contains {
                $0.message.contains("prod") && $0.hint?.contains("local, staging") == true
            })
    }

    @Test("The text of a saved request comes back as the same request")
    func draft() throws {
        let folder = try Self.folder()
        let workspace = Workspace(paths: [folder.path])
        let reference = try #require(workspace.read().files[1].requests.first?.reference)
        let draft = try workspace.draft(of: reference)
        let requests = try workspace.requests(inDraft: draft.text, of: draft.folder, environment: "local")
        #expect(try requests == [#require(try workspace.request(reference, environment: "local"))])
    }

    @Test("A draft with a mistake is refused with its line")
    func wrongDraft() throws {
        let workspace = Workspace(paths: [NSTemporaryDirectory()])
        #expect(throws: Workspace.WorkspaceError.self) {
            try workspace.requests(inDraft: "GET http://h/\nno colon\n", of: nil, environment: nil)
        }
    }

    @Test("A path that is not there is a notice, not an end")
    func missing() {
        let contents = Workspace(paths: ["/nowhere/at/all"]).read()
        #expect(contents.files.isEmpty)
        #expect(contents.failures.count == 1)
    }
}
