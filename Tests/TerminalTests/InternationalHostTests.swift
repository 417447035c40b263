import InspectorTestSupport
import Testing

@Suite("Hosts beyond ASCII in locales without UTF-8", .ownThread)
struct InternationalHostTests {
    private static let punycode = "xn--bcher-kva.test"

    private func expectHello(_ outcome: Program.Outcome, _ folder: ForeignFolder) {
        #expect(outcome.status == 0, "\(outcome)")
        #expect(folder.server.requests.map { $0.header("Host")?.hasPrefix(Self.punycode) } == [true])
    }

    @Test("run and curl send the request to the punycode of the host", arguments: ["C", "POSIX", "C.UTF-8"])
    func sending(locale: String) throws {
        let folder = try ForeignFolder()
        let port = try #require(folder.server.url.split(separator: ":").last)
        let url = "http://b\u{FC}cher.test:\(port)/hello"
        try folder.write("GET \(url)\n", to: "a.http")
        let resolve = ["--resolve", "\(Self.punycode):\(port):127.0.0.1"]
        let environment = ["LC_ALL": locale]
        expectHello(
            try Program.run(
                [try BuiltProgram.path(), "run", "a.http"] + resolve, in: folder.path,
                environment: folder.variables.merging(environment) { $1 }), folder)
        let other = try ForeignFolder()
        let otherPort = try #require(other.server.url.split(separator: ":").last)
        expectHello(
            try Program.run(
                [
                    try BuiltProgram.path(), "curl", "--", "--resolve",
                    "\(Self.punycode):\(otherPort):127.0.0.1",
                    "http://b\u{FC}cher.test:\(otherPort)/hello",
                ], in: other.path, environment: other.variables.merging(environment) { $1 }), other)
    }

    @Test("export har writes the punycode of the host")
    func export() throws {
        let folder = try ForeignFolder(["a.http": "GET http://b\u{FC}cher.test/idn\n"])
        let outcome = try Program.run(
            [try BuiltProgram.path(), "export", "har", "a.http"], in: folder.path,
            environment: folder.variables.merging(["LC_ALL": "C"]) { $1 })
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.output.contains("http://\(Self.punycode)/idn"))
    }
}
