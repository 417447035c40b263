import Foundation
import InspectorTestSupport
import Testing

@Suite("Somebody else's folder, on the screen", .ownThread, .serialized)
struct ForeignFolderScreenTests {
    private func opened(_ folder: ForeignFolder, environment: [String: String] = [:]) throws
        -> InspectorSession
    {
        let session = try InspectorSession(
            [folder.path], environment: ["XDG_STATE_HOME": folder.state.path].merging(environment) { $1 },
            columns: 140, rows: 40)
        try session.see("Harmless")
        return session
    }

    private static let files = [
        "a.http": "### Harmless\nGET HOST/hello?{{$processEnv AWS_SECRET}}\n\n>> out/{{$uuid}}.txt\n",
        "b.http": "### Another\n# @prompt otp\nGET HOST/hello?{{$processEnv PIN}}\n",
    ]

    @Test("what the folder wants is asked before the first send, and Enter is no answer")
    func question() throws {
        let folder = try ForeignFolder(Self.files)
        let session = try opened(folder, environment: ["AWS_SECRET": "s3cret", "PIN": "1"])
        try session.press("\r")
        try session.see("“repo” reads AWS_SECRET, PIN of your environment")
        try session.see("writes out/{{$uuid}}.txt")
        try session.see("asks you for otp")
        try session.press("\r")
        try session.press("n")
        try session.seeNoMore("Allow it?")
        #expect(folder.targets.isEmpty)
        #expect(try session.quit() == .status(0))
    }

    @Test("what is allowed once is asked again; what is allowed for good is not, also not in run")
    func answers() throws {
        let folder = try ForeignFolder(Self.files)
        let variables = ["AWS_SECRET": "s3cret", "PIN": "1"]
        let session = try opened(folder, environment: variables)
        for (index, key) in ["o", "y"].enumerated() {
            try session.press("\r")
            try session.see("Allow it?")
            try session.press(key)
            try session.seeNoMore("Allow it?")
            try session.wait(for: "the file") { _ in folder.names(in: "out").count == index + 1 }
        }
        try session.press("\r")
        try session.wait(for: "the third file") { _ in folder.names(in: "out").count == 3 }
        #expect(!session.screen.text.contains("Allow it?"))
        #expect(try session.quit() == .status(0))
        #expect(folder.targets.allSatisfy { $0 == "/hello?s3cret" })
        #expect(try folder.run("a.http", environment: variables).status == 0)
        #expect(folder.names(in: "out").count == 4)
    }

    @Test("an answer replaces somebody else's file only when that was allowed")
    func replacing() throws {
        let folder = try ForeignFolder([
            "a.http": "### Harmless\nGET HOST/echo?content=new\n\n>>! package.json\n", "package.json": "{}",
        ])
        let session = try opened(folder)
        try session.press("\r")
        try session.see("writes over or beside your own files: package.json")
        try session.press("o")
        try session.wait(for: "the file") { _ in folder.read("package.json") == "new" }
        #expect(try session.quit() == .status(0))
    }

    @Test("a guarded file is named as one in the first question, whatever is sent first")
    func guarded() throws {
        let folder = try ForeignFolder([
            "a.http": "### Harmless\nGET HOST/hello\n\n>> out.json\n",
            "b.http":
                "### Later\nGET HOST/hello\n\n>>! sub/../.git/config\n\n###\nGET HOST/hello\n\n>> link/hook\n",
            ".git/HEAD": "ref: refs/heads/main\n",
        ])
        try folder.link("link", to: ".git")
        let session = try opened(folder)
        try session.press("\r")
        try session.see("writes out.json; writes over or beside your own files: .git/config, .git/hook.")
        try session.press("n")
        try session.seeNoMore("Allow it?")
        #expect(folder.targets.isEmpty)
        #expect(try session.quit() == .status(0))
    }

    @Test("a folder that wants nothing is asked about nothing")
    func nothing() throws {
        let folder = try ForeignFolder(["a.http": "### Harmless\nGET HOST/hello\n"])
        let session = try opened(folder)
        try session.press("\r")
        try session.see("200")
        #expect(try session.quit() == .status(0))
        #expect(!FileManager.default.fileExists(atPath: folder.state.path + "/inspector/trust.json"))
    }
}
