import ClientEngine
import Foundation
import RequestFormats
import Testing

@testable import Inspector
@testable import InspectorScreen
@testable import InspectorValues
@testable import InspectorWorkspace

@Suite("The names of variables that stand for imported secrets")
struct ImportedNamesTests {
    private static func workspace() throws -> (Workspace, ScratchFolder) {
        let scratch = try ScratchFolder()
        try scratch.write(
            #"{"dev": {"password": "mine-1"}, "$default": {"authorization": "mine-2"}}"#,
            to: "http-client.private.env.json")
        try scratch.write("@token = mine-3\nGET http://h/\n", to: "scratch.http")
        var workspace = Workspace()
        workspace.paths = [scratch.path]
        workspace.overrides = ["api_key": "mine-4"]
        return (workspace, scratch)
    }

    @Test(
        "What is pasted refers to nothing that has a value already",
        arguments: [
            "curl -u ada:lovelace http://h/", "curl http://h/ -H 'Authorization: Bearer lovelace'",
            "http://h/?token=lovelace", "http://h/?api_key=lovelace", "http://ada:lovelace@h/",
            "@token = lovelace\nGET http://h/\nX-Api-Key: {{token}}\n",
            "curl http://h/1 -u ada:lovelace\ncurl http://h/2 -u ada:lovelace",
        ])
    func pasted(text: String) throws {
        let (workspace, scratch) = try Self.workspace()
        let offer = try workspace.offer(for: text)
        let own = ["password", "authorization", "token", "api_key"]
        for file in offer.files where file.path.hasSuffix(".http") {
            let names = TemplateText.names(in: file.text).map { $0.replacing("%", with: "") }
            #expect(!names.isEmpty && names.allSatisfy { !own.contains($0) }, "\(file.text)")
            #expect(!file.text.contains("lovelace"))
        }
        _ = try workspace.write(offer)
        // With any environment, no value of the user is sent.
        for file in try RequestPaths.files(at: scratch.path) {
            for saved in try workspace.parse(file).requests {
                let entry = SavedEntry.Reference(file: file, number: saved.number, line: saved.line)
                let jobs = try? workspace.jobs(for: entry, environment: "dev")
                for job in jobs ?? [] {
                    let line = CurlWriter.text(for: job.request).text
                    let sent = Data("ada:mine-1".utf8).base64EncodedString()
                    #expect(
                        !line.contains(sent) && !line.contains("mine-1") && !line.contains("mine-2"),
                        "\(line)")
                }
            }
        }
    }

    @Test("The variables of a collection are renamed where they would mean mine")
    func collection() {
        var request = EditableRequest(name: "a", url: "http://h/{{%password}}?q={{other}}")
        request.headers = [.init("X-A", "{{ password }}"), .init("Authorization", "Bearer lovelace")]
        let collection = RequestCollection(
            name: "c", items: [.request(request)],
            variables: [.init("password", "theirs", isSecret: true), .init("other", "x")])
        let output = CollectionWriter.write(collection, besides: ["password", "token"])
        let text = output.files.map(\.text).joined()
        #expect(text.contains("{{%password-2}}") && text.contains("X-A: {{password-2}}"))
        #expect(text.contains("Bearer {{token-2}}") && !text.contains("{{password}}"))
        #expect(output.warnings.map(\.text).contains("“password” is called “password-2” now."))
    }

    @Test("A draft that is saved with variables takes names that no environment gives a value")
    func draft() throws {
        var app = TestApp(width: 120, height: 36)
        var choice = EnvironmentChoice(names: ["dev"])
        choice.variableNames = ["password"]
        app.send(.saved(.environments(choice)))
        let text = "GET http://h/\nAuthorization: Basic ann:pw-7\n"
        app.send(.draft(.read(DraftState(try #require(Draft(reading: text)), isStored: false))))
        app.type("Wv<enter>")
        guard case .draft(.save(let saved, _)) = app.effects.last else {
            throw CocoaError(.featureUnsupported)
        }
        #expect(saved.contains("Basic ann:{{password-2}}"), "\(saved)")
    }
}
