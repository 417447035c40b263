import Foundation
import InspectorPrograms
import InspectorTestSupport
import Testing

@testable import Inspector
@testable import InspectorScreen

@Suite("Programs that look into bodies", .ownThread)
struct BodyToolsTests {
    @Test(
        "jq reads no module, wherever it lies",
        .enabled(
            if: LimitedProgram.path(of: "jq", in: "/usr/local/bin:/usr/bin:/bin") != nil,
            "jq is not installed"),
        arguments: [
            "include \"canary\"; leak", "import \"canary\" as x {search: \"./\"}; x::leak",
            "import \"FOLDER/canary\" as $x {search: \"/\"}; $x", "\"canary\" | modulemeta", "leak",
        ])
    func modules(expression: String) throws {
        // jq searches the current folder first.
        let folder = FileManager.default.currentDirectoryPath
        let name = "canary-\(UUID().uuidString.prefix(8))"
        let files = ["\(folder)/\(name).jq", "\(folder)/\(name).json"]
        for file in files { try Data("def leak: \"canary\";".utf8).write(to: URL(filePath: file)) }
        defer { files.forEach { try? FileManager.default.removeItem(atPath: $0) } }
        let expression = expression.replacing("FOLDER", with: folder.dropFirst()).replacing(
            "canary\"", with: name + "\"")
        var app = TestApp.showing(body: "{}", type: "application/json")
        app.type("|" + expression)
        guard case .body(.query(let job)) = app.takeEffects().last else {
            Issue.record("\(expression) is not asked for")
            return
        }
        let outcome = BodyTools(colors: 0).outcome(of: job, by: LimitedProgram())
        guard case .problem = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }
}
