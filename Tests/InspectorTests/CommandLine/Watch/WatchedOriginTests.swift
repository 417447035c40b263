import ClientEngine
import Testing

@testable import InspectorCommandLine

@Suite("The servers that a watched program asks")
struct WatchedOriginTests {
    @Test(
        "A variable leads to a server in between, with the path as it was written",
        arguments: [
            ("A=https://api.example.com/v1", "https://api.example.com", "http://127.0.0.1:7/v1"),
            ("A=https://api.example.com", "https://api.example.com", "http://127.0.0.1:7"),
            ("A=https://api.example.com/", "https://api.example.com", "http://127.0.0.1:7/"),
            ("A=http://h.test:8080/a/b/", "http://h.test:8080", "http://127.0.0.1:7/a/b/"),
            ("_b2=http://[::1]:90/x", "http://[::1]:90", "http://127.0.0.1:7/x"),
        ])
    func value(text: String, upstream: String, value: String) throws {
        let origin = try #require(WatchedOrigin(text))
        #expect(origin.upstream == upstream)
        #expect(origin.value(through: "http://127.0.0.1:7") == value)
    }

    @Test(
        "What names no variable and no server is refused",
        arguments: [
            "A", "=http://h", "2A=http://h", "A B=http://h", "A=", "A=h", "A=ftp://h/", "A=http://u:p@h/",
            "A=http://h/?q", "A=http://h/#f", "Ä=http://h",
        ])
    func refused(text: String) {
        #expect(WatchedOrigin(text) == nil)
    }

    @Test("Every shell has its lines")
    func exports() {
        let text = ShellExports(variables: [("A", "http://127.0.0.1:7/v1"), ("B", "http://127.0.0.1:8")]).text
        #expect(
            text == """
                # sh, bash, zsh
                export A='http://127.0.0.1:7/v1'
                export B='http://127.0.0.1:8'
                # fish
                set -x A 'http://127.0.0.1:7/v1'
                set -x B 'http://127.0.0.1:8'
                # PowerShell
                $env:A = 'http://127.0.0.1:7/v1'
                $env:B = 'http://127.0.0.1:8'

                """)
    }

    @Test("A child's requests for this machine go to no proxy, whatever the variables said")
    func environment() {
        let none = ChildProcess.environment(["PATH": "/bin"], adding: [("A", "x")])
        #expect(none == ["PATH": "/bin", "A": "x", "no_proxy": "127.0.0.1", "NO_PROXY": "127.0.0.1"])
        let lower = ChildProcess.environment(["no_proxy": "a,b", "A": "old"], adding: [("A", "new")])
        #expect(lower == ["A": "new", "no_proxy": "a,b,127.0.0.1", "NO_PROXY": "a,b,127.0.0.1"])
        let both = ChildProcess.environment(["no_proxy": "", "NO_PROXY": "c"], adding: [])
        #expect(both == ["no_proxy": "127.0.0.1", "NO_PROXY": "c,127.0.0.1"])
    }
}
