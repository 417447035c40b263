import ClientEngine
import RequestFormats
import Testing

@Suite("Response handlers")
struct ScriptTests {
    private func results(_ script: String) throws -> ResponseActions.Results {
        let body = #"{"token":"t1","n":7,"data":[{"id":"x"}],"a b":{"c":true},"nothing":null,"text":"7"}"#
        let exchange = try FinishedExchange.sample(headers: ["X-Id": "9"], body: body)
        return try findings("GET http://a\n\n> {%\n\(script)\n%}\n", on: exchange)
    }

    @Test(
        "assertions are recognised",
        arguments: [
            ("client.assert(response.status === 200)", true),
            ("client.assert(response.status == 201);", false),
            ("client.assert(response.status !== 200, 'no')", false),
            ("client.assert(response.body.n > 6)", true),
            ("client.assert(response.body.n <= 6)", false), ("client.assert(response.body.token)", true),
            ("client.assert(response.body.nothing)", false),
            ("client.assert(response.body?.data?.[0]?.id)", true),
            ("client.assert(response.body[\"a b\"].c === true)", true),
            ("client.assert(response.body.text === 7)", false),
            ("client.assert(response.body.text == 7)", true),
            ("client.assert(response.body.nothing === null)", true),
            ("client.assert(response.body.gone == null)", true),
            ("client.assert(Array.isArray(response.body.data) && response.body.data.length > 0)", true),
            ("client.assert(Array.isArray(response.body))", false),
            ("client.assert(response.headers.valueOf(\"X-Id\") === \"9\")", true),
            ("client.assert(response.headers.valuesOf('x-id')[0] == '9')", true),
            ("const b = response.body;\nconst d = b.data[0]\nclient.assert(d.id === `x`)", true),
            (
                "// a comment\nclient.test(\"works\", function () {\n  client.assert(response.status === 200)\n});",
                true
            ),
            ("client.test('works', () => { client.assert(response.status === 500, 'bad'); })", false),
        ])
    func assertions(script: String, holds: Bool) throws {
        let findings = try results(script).testResults
        #expect(findings.map(\.outcome).map { $0 == .passed } == [holds])
        #expect(findings.map(\.isFailure) == [!holds])
    }

    @Test("an assertion goes by its message and its test")
    func names() throws {
        let script = """
            client.test("Login", function() {
                client.assert(response.status === 200, "is fine");
                client.assert(response.status === 200);
            });
            client.assert(response.body.n == 7 && response.body.token);
            """
        #expect(
            try results(script).testResults.map(\.text) == [
                "Login: is fine", "Login", "body $['n'] == 7 and body $['token'] isTrue",
            ])
    }

    @Test("captures and logs are recognised")
    func captures() throws {
        let script = """
            client.global.set("token", response.body.token); client.global.set('n', response.body.n)
            client.global.set("fixed", "v"); /* more */ client.global.set("id", response.body.data[0]['id']);
            client.log("token is " + response.body.token); console.log('n', response.body.n, response.body.gone);
            """
        let results = try results(script)
        #expect(results.captured == ["token": "t1", "n": "7", "fixed": "v", "id": "x"])
        let notes = results.testResults.compactMap { finding -> String? in
            if case .noted(let note) = finding.outcome, finding.text == "log" { note } else { nil }
        }
        #expect(notes == ["token is t1", "n 7 undefined"])
    }

    @Test(
        "anything else is not run, and no part of it passes",
        arguments: [
            "client.assert(response.status === 200); eval('x')", "if (response.status) { client.log('x') }",
            "client.assert(!response.body.token)", "client.assert(response.body.data.find(x => x))",
            "client.assert(response.status === 200 || true)", "client.global.set(\"a\", response.body.a + 1)",
            "client.global.set(name, response.body.a)", "client.global.clear(\"a\")", "client.assert(true)",
            "client.assert(response.body.hasOwnProperty('a'))", "const {a} = response.body",
            "client.test('a', f)",
            "client.assert(response.status === 200) client.log('x')", "client.log(`${response.status}`)",
            "client.assert(unknown.a)", "client.assert(response.headers.valuesOf('a')[1])", "client.assert(",
            "client.assert(response.status.x)", "response.body.a = 1", "client['assert'](response.status)",
            "client.test('a', function () { const x = response.body; }); client.assert(x.token)",
            String(repeating: "client.test('a', () => {", count: 5_000), "'unclosed", "/* unclosed", "#",
        ])
    func others(script: String) throws {
        let findings = try results(script).testResults
        #expect(findings.map(\.outcome) == [.notRun(reason: "needs JavaScript")])
    }
}
