import Foundation
import InspectorSandbox
import Testing

@testable import InspectorCommandLine

@Suite("Files that import requests of others")
struct ImportedFileTests {
    private let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    private func plan(_ words: String...) throws -> RunPlan {
        var options = Options()
        options.paths = words.map { "\(scratch.path)/\($0)" }
        return try RunPlan(options)
    }

    private func leftOut(_ plan: RunPlan) -> [String] {
        plan.leftOut.lines.map { $0.replacingOccurrences(of: scratch.path + "/", with: "") }
    }

    private static let login = "# @name login\n# @capture token = body.token\nPOST http://{{host}}/login\n"

    @Test("a request of another file is sent first, with the environment of its own folder")
    func needs() throws {
        try scratch.write("import auth/login.http\n###\nGET http://b.test/{{token}}\n", to: "d/orders.http")
        try scratch.write(Self.login, to: "d/auth/login.http")
        try scratch.write(#"{"$shared": {"host": "auth.test"}}"#, to: "d/auth/http-client.env.json")
        let plan = try plan("d/orders.http")
        #expect(plan.leftOut.isEmpty && plan.warnings.isEmpty)
        #expect(plan.jobs.map(\.request.url).first == "http://auth.test/login")
        #expect(
            plan.jobs.map { $0.provenance.file?.hasSuffix("d/auth/login.http") } == [true, false])
        #expect(plan.additions.map { $0.contains("“login” is sent first: ") } == [true])
    }

    @Test("what is asked for and needed by another file is sent once")
    func once() throws {
        try scratch.write("import b.http\n###\n# @ref login\nGET http://h.test/a\n", to: "d/a.http")
        try scratch.write(Self.login.replacing("{{host}}", with: "h.test"), to: "d/b.http")
        let plan = try plan("d")
        #expect(plan.jobs.map(\.request.url) == ["http://h.test/login", "http://h.test/a"])
        #expect(plan.additions.isEmpty)
    }

    @Test(
        "a file that is not there, outside or in a circle is named; what needs none of it is sent"
    )
    func problems() throws {
        try scratch.write("# @name secret\nGET http://h.test/s\n", to: "outside.http")
        try scratch.write(
            "import nothere.http\nimport ../outside.http\nimport b.http\n###\n"
                + "GET http://h.test/1\n###\n# @ref secret\nGET http://h.test/2\n", to: "d/a.http")
        try scratch.write("import a.http\n", to: "d/b.http")
        let plan = try plan("d/a.http")
        #expect(plan.jobs.map(\.request.url) == ["http://h.test/1"])
        let lines = leftOut(plan)
        #expect(lines.count == 4, "\(lines)")
        #expect(lines[0].hasPrefix("d/a.http:1:8: “nothere.http” is not imported: No such file"))
        #expect(lines[1].hasPrefix("d/a.http:2:8: “../outside.http” is not imported: lies outside of "))
        #expect(
            lines[2].hasPrefix(
                "d/b.http:1:8: “a.http” is not imported: the files import each other in a circle: "))
        #expect(lines[2].hasSuffix("d/a.http → d/b.http → d/a.http"))
        #expect(
            lines[3].hasPrefix("d/a.http:7:1: “GET http://h.test/2” is left out: No request of this file"))
    }

    @Test("a chain of imports ends after 100 files, with an error that says so")
    func chain() throws {
        for index in 0..<300 {
            try scratch.write(
                "import \(index + 1).http\n###\nGET http://h.test/\(index)\n", to: "d/\(index).http")
        }
        let plan = try plan("d/0.http")
        #expect(plan.jobs.map(\.request.url) == ["http://h.test/0"])
        #expect(
            leftOut(plan) == ["d/100.http:1:8: “101.http” is not imported: more than 100 files are imported"])
    }

    @Test("run lines beside other requests are named")
    func runLines() throws {
        try scratch.write("import b.http\n\nrun #login\n\n###\nGET http://h.test/a\n", to: "d/a.http")
        try scratch.write(Self.login, to: "d/b.http")
        let plan = try plan("d/a.http")
        #expect(plan.jobs.map(\.request.url) == ["http://h.test/a"])
        let warnings = plan.warnings.map { $0.replacingOccurrences(of: scratch.path + "/", with: "") }
        #expect(warnings == ["d/a.http:3:1: not run: run #login: no requests are sent by it"])
    }

    @Test("a link that leads out of the folder is not imported")
    func link() throws {
        try scratch.write("# @name secret\nGET http://h.test/s\n", to: "outside.http")
        try scratch.write("import link.http\n###\n# @ref secret\nGET http://h.test/2\n", to: "d/a.http")
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path + "/d/link.http", withDestinationPath: "../outside.http")
        let refusal = #expect(throws: RunPlan.PlanError.self) { try plan("d/a.http") }
        #expect(refusal?.lines.first?.contains("lies outside of") == true)
    }
}
