import ClientEngine
import Foundation
import Testing

@testable import InspectorCommandLine
@testable import InspectorValues
@testable import InspectorWorkspace

@Suite("The configuration file")
struct ConfigFileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path

    private var file: ConfigFile { ConfigFile(environment: ["XDG_CONFIG_HOME": folder, "HOME": "/nowhere"]) }

    /// Reads a text as the content of the file.
    private func read(_ text: String, mode: Int = 0o644) throws -> ConfigFile.Reading {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(
            atPath: folder + "/inspector", withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: file.path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
        return file.read()
    }

    private func problems(_ text: String) throws -> [String] {
        try read(text).problems.map { $0.replacing(file.path + ":", with: "") }
    }

    @Test("stands where XDG_CONFIG_HOME says, or in ~/.config; none is none")
    func place() {
        #expect(file.path == folder + "/inspector/config.json")
        #expect(ConfigFile(environment: ["HOME": "/h"]).path == "/h/.config/inspector/config.json")
        #expect(ConfigFile(environment: ["HOME": "/h", "XDG_CONFIG_HOME": "x"]).path.hasPrefix("/h/.config"))
        #expect(file.read() == ConfigFile.Reading())
    }

    @Test("says how the screen looks and works, and how requests are sent")
    func everything() throws {
        let reading = try read(
            """
            {
              "theme": {"base": "dark", "good": "#ff0000", "bad": 203, "muted": "bright-black",
                        "selected": {"text": "white", "background": "default"}, "bar": 17},
              "keys": {"task.resend": "x", "move.down": ["n", "Ctrl-N"], "app.suspend": null},
              "ascii": true, "mouse": false, "images": "sixel",
              "retry": {"times": 2, "when": "503 timeout", "backoff": "1s x3 max 9s", "always": true},
              "timeouts": {"attempt": "1m", "connect": "250ms", "firstByte": "none"},
              "limits": {"body": 8, "keepBodies": 16, "redirects": 0, "retryAfter": "5s"},
              "redact": ["X-Customer"], "proxy": "http://127.0.0.1:3128",
              "history": {"maxBytes": 1000, "maxDays": 30}
            }
            """)
        #expect(reading.problems.isEmpty && reading.warnings.isEmpty)
        let found = reading.preferences
        #expect(found.theme == .dark && found.isASCII == true && found.usesMouse == false)
        #expect(found.images == .sixel)
        #expect(found.colors.roles[.good] == .init(text: 196) && found.colors.roles[.bad] == .init(text: 203))
        #expect(found.colors.roles[.muted] == .init(text: 8) && found.colors.bar == 17)
        #expect(found.colors.roles[.selected] == .init(text: 7, background: nil))
        #expect(found.keys.map(\.action) == ["task.resend", "move.down", "app.suspend"])
        #expect(found.keys.map(\.keys) == [["x"], ["n", "Ctrl-N"], []])
        #expect(found.keys[0].place == file.path + ":4:12: ")
        let sending = found.sending
        #expect(sending.retry?.maximumRetries == 2 && sending.retry?.ignoresIdempotence == true)
        #expect(sending.retry?.conditions == [.status(503), .kind(.timeout)])
        #expect(sending.timeouts.connect == .milliseconds(250) && sending.timeouts.firstByte == .unlimited)
        #expect(sending.attempt == .seconds(60) && sending.proxy == "http://127.0.0.1:3128")
        #expect(sending.limits?.collectedBody == 8 << 20 && sending.limits?.redirects == 0)
        #expect(found.keptBodies == 16 << 20 && sending.redacted == ["x-customer"])
    }

    @Test(
        "is checked with line and column, and says what would be right",
        arguments: [
            ("{\n  \"ascii\": 1\n}", "2:12: “ascii” takes true or false"),
            ("{\"retry\": \"3\"}", "1:11: “retry” takes a whole number from 0 to 1000"),
            ("{\"timeouts\": {\"idle\": \"5\"}}", "1:23: “timeouts.idle” takes a duration such as"),
            (
                "{\"theme\": \"drak\"}",
                "1:11: “theme” takes one of \"terminal\", \"auto\", \"dark\", \"light\""
            ),
            ("{\"theme\": {\"good\": 300}}", "1:20: “theme.good” takes a name (red"),
            (
                "{\"images\": \"none \"}",
                "1:12: “images” takes one of \"auto\", \"kitty\", \"sixel\", \"blocks\", \"none\""
            ),
            ("{\"proxy\": \"ftp://x\"}", "1:11: “proxy” takes [http://]HOST[:PORT]"),
            ("{\"keys\": {\"task.resend\": 5}}", "1:26: “keys.task.resend” takes a key"),
            ("{\"redact\": [\"a\", 2]}", "1:12: “redact” takes an array of names"),
            ("{\"history\": {\"maxDays\": \"x\"}}", "1:25: “history.maxDays” takes a whole number from 0"),
            ("{\"cacert\": \"/none.pem\"}", "1:12: “cacert”: /none.pem: No such file"),
            ("{\"ascii\": true,}", "1:16: expected a name in quotation marks"),
            ("{\"ascii\": tru", "1:14: expected"), ("[]", "1:1: expected an object"),
            ("{\"ascii\" true}", "1:10: expected “:”"),
        ])
    func complaints(text: String, complaint: String) throws {
        let found = try problems(text)
        #expect(found.count == 1 && found[0].hasPrefix(complaint), "\(found)")
    }

    @Test("takes no password")
    func passwords() throws {
        let reading = try read("{\"proxy\": \"http://ada:secret@127.0.0.1:1\"}")
        #expect(reading.preferences.sending.proxy == nil)
        #expect(reading.problems.first?.contains("no password belongs in this file") == true)
        #expect(reading.problems.first?.contains("secret@") == false)
    }

    @Test("names what it does not know, and takes the rest")
    func unknown() throws {
        let reading = try read("{\"ascii\": true,\n \"mous\": false, \"limits\": {\"bdy\": 1}}")
        #expect(reading.problems.isEmpty && reading.preferences.isASCII == true)
        #expect(
            reading.warnings.map { $0.replacing(file.path + ":", with: "") } == [
                "2:2: there is no setting “mous”; did you mean “mouse”?",
                "2:28: there is no setting “limits.bdy”; did you mean “body”?",
            ])
    }

    @Test("is not used where everybody may write to it")
    func writableByAll() throws {
        let reading = try read("{\"proxy\": \"http://127.0.0.1:1\"}", mode: 0o666)
        #expect(reading.preferences == Preferences())
        #expect(reading.problems == [file.path + ": is not used, because everybody may change it"])
    }

    @Test("comes behind flags and the environment")
    func precedence() throws {
        try FileManager.default.createDirectory(
            atPath: folder + "/inspector", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let text = "{\"retry\": 4, \"proxy\": \"http://127.0.0.1:1\", \"timeouts\": {\"attempt\": \"3s\"}}"
        try Data(text.utf8).write(to: URL(filePath: file.path))
        func client(_ words: [String], _ environment: [String: String] = [:]) throws -> ClientConfiguration {
            let parsed = try CommandLineParser.parse(words).configured(by: file, environment)
            guard case .run(let options) = parsed else { return ClientConfiguration() }
            var configuration = ClientConfiguration()
            options.client.configure(&configuration)
            return configuration
        }
        let plain = try client(["run", "a.http"])
        #expect(plain.connections.proxy == "http://127.0.0.1:1" && plain.options.retry?.maximumRetries == 4)
        let flags = try client(["run", "a.http", "--retry", "1", "--proxy", "127.0.0.1:2"])
        #expect(flags.connections.proxy == "127.0.0.1:2" && flags.options.retry?.maximumRetries == 1)
        #expect(try client(["run", "a.http"], ["https_proxy": "http://x:1"]).connections.proxy == nil)
    }

    @Test("any text is read to its end, or refused")
    func damaged() throws {
        let whole = Array(
            "{\"theme\": {\"good\": \"#12\"}, \"keys\": {\"a\\u0022b\": [\"x\"]}, \"redact\": [[], {}], \"limits\": {}}"
                .utf8)
        for end in whole.indices {
            let text = String(decoding: whole[..<end], as: UTF8.self)
            let reading = try read(text)
            #expect(end == 0 || !reading.problems.isEmpty)
        }
        #expect(try read(String(decoding: whole, as: UTF8.self)).problems.count == 2)
    }
}
