import RequestFormats
import Testing

@Suite("Values that are asked for")
struct PromptTests {
    private static let text =
        "# @prompt user Your name\n// @prompt api-password\n# @prompt user\nGET http://a/{{user}}/{{api-password}}"

    @Test("Each variable is asked for once, with its description")
    func prompts() throws {
        let request = HTTPFile(parsing: Self.text, path: "t").requests[0]
        #expect(request.prompts.map(\.variable) == ["user", "api-password"])
        #expect(request.prompts.map(\.text) == ["Your name", ""])
        #expect(request.prompts.map(\.line) == [1, 2])
        #expect(request.prompts.map(\.isSecret) == [false, true])
    }

    @Test("Without all answers nothing is sent, whatever the file or the environment says")
    func unanswered() throws {
        let scope = VariableScope.fixed(["user": "ada"], environment: ["api-password": "x"])
        let error = try failure("@api-password = y\n" + Self.text, scope: scope)
        #expect(error.kind == .unanswered(["api-password"]))
        #expect(error.line == 3)
        let answered = VariableScope.fixed(["user": "ada", "api-password": "secret"])
        #expect(try request(Self.text, scope: answered).url == "http://a/ada/secret")
    }

    @Test("A prompt without a variable is an error")
    func nameless() throws {
        #expect(try failure("# @prompt\nGET http://a").kind == .malformed)
    }
}
