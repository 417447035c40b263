import InspectorTestSupport
import Testing

@Suite("Hosts beyond ASCII in locales without UTF-8", .ownThread)
struct InternationalHostTests {
    @Test("run and curl send the request to the punycode of the host", arguments: ["C", "POSIX", "C.UTF-8"])
    func sending(locale: String) throws {
        let folder = try ForeignFolder()
        let port = try #require(folder.server.url.split(separator: ":").last)
        let url = { (domain: String) in "http://b\u{FC}cher.\(domain):\(port)/hello" }
        try folder.write("GET \(url("test"))\n", to: "a.http")
        let environment = folder.variables.merging(["LC_ALL": locale]) { $1 }
        for words in [
            ["run", "a.http", "--resolve", "xn--bcher-kva.test:\(port):127.0.0.1"],
            ["curl", url("localhost")],
        ] {
            let outcome = try Program.run(
                [try BuiltProgram.path()] + words, in: folder.path, environment: environment)
            #expect(outcome.status == 0, "\(outcome)")
        }
        let hosts = folder.server.requests.map { $0.header("Host") }
        #expect(hosts == ["test", "localhost"].map { "xn--bcher-kva.\($0):\(port)" })
    }

    @Test(
        "export takes a host beyond ASCII, and shows it as written",
        arguments: ["curl", "har", "http", "postman"])
    func export(format: String) throws {
        let folder = try ForeignFolder(["a.http": "GET http://b\u{FC}cher.test/idn\n"])
        let outcome = try Program.run(
            [try BuiltProgram.path(), "export", format, "a.http"], in: folder.path,
            environment: folder.variables.merging(["LC_ALL": "C"]) { $1 })
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.output.contains("http://b\u{FC}cher.test/idn"))
    }
}
