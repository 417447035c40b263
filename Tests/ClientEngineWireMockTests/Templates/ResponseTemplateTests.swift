import EngineJSON
import EngineSupport
import Foundation
import Testing

@testable import ClientEngine
@testable import ClientEngineWireMock
@testable import EngineMocks

@Suite("Answers that are templates")
struct ResponseTemplateTests {
    private func scope(random: @escaping @Sendable () -> Double = { 0.5 }) -> TemplateScope {
        let url = RequestURL(
            text: "http://api.test:8080/users/7?q=a%20b&q=c", scheme: "http", host: "api.test", port: 8080,
            path: "/users/7", query: "q=a%20b&q=c")
        let request = MockedRequest(
            method: .post, url: url, headers: ["X-Name": "v", "x-name": "w", "Cookie": "k=1"],
            body: .text(#"{"id":7,"list":[1,2],"name":"Ada {{now}}"}"#))
        return TemplateScope(
            request: request, pathParameters: ["id": "7"],
            parameters: ["greeting": ["de": "Hallo"], "list": ["x"]],
            now: Date(timeIntervalSince1970: 1_795_206_852.5), random: random)
    }

    private func text(_ template: String, random: @escaping @Sendable () -> Double = { 0.5 }) throws -> String
    {
        var scope = scope(random: random)
        return try ResponseTemplate(template).text(in: &scope)
    }

    @Test(
        "take parts of the request",
        arguments: [
            ("plain", "plain"), ("{{request.method}} {{request.url}}", "POST /users/7?q=a%20b&q=c"),
            ("{{request.path}}|{{request.path.id}}|{{request.path.[0]}}", "/users/7|7|users"),
            ("{{request.pathSegments.[1]}}|{{request.pathSegments.[5]}}", "7|"),
            ("{{request.query.q}}|{{request.query.q.[1]}}|{{request.query.x}}", "a b|c|"),
            (
                "{{request.headers.X-Name}}|{{request.headers.[x-name]}}|{{request.headers.X-Name.[1]}}",
                "v|v|w"
            ),
            ("{{request.cookies.k}}", "1"), ("{{request.host}}:{{request.port}}", "api.test:8080"),
            ("{{request.scheme}} {{request.baseUrl}}", "http http://api.test:8080"),
            ("{{parameters.greeting.de}} {{parameters.list.[0]}} {{parameters.none}}", "Hallo x "),
            // Substituted text is neither evaluated again nor escaped.
            ("{{{jsonPath request.body '$.name'}}}", "Ada {{now}}"),
            ("{{! a comment }}{{!-- {{x}} --}}\\{{request.path}}", "{{request.path}}"),
        ])
    func lookups(template: String, expected: String) throws {
        #expect(try text(template) == expected)
    }

    @Test(
        "call helpers",
        arguments: [
            ("{{jsonPath request.body '$.id'}}|{{jsonPath request.body \"$.list\"}}", "7|[1,2]"),
            ("{{jsonPath request.body '$.none'}}|{{jsonPath request.body '$.none' default='d'}}", "|d"),
            ("{{upper request.host}} {{lower 'ÄB'}}", "API.TEST äb"),
            ("{{base64 'héllo'}} {{base64 'aMOpbGxv' decode=true}}", "aMOpbGxv héllo"),
            ("{{base64 'a' padding=false}}", "YQ"),
            ("{{urlEncode 'a b/é'}} {{urlEncode 'a+b%2F' decode=true}}", "a+b%2F%C3%A9 a b/"),
            ("{{now}}", "2026-11-20T20:34:12Z"), ("{{now format='yyyy-MM-dd HH:mm'}}", "2026-11-20 20:34"),
            ("{{now offset='3 days' format='dd.MM.'}}", "23.11."),
            ("{{now format='epoch'}}", "1795206852500"),
            ("{{now offset='-1 months' format='unix'}}", "1792528452"),
            ("{{now timezone='Europe/Berlin' format='HH:mm'}}", "21:34"),
            ("{{randomInt lower=10 upper=20}}", "15"), ("{{randomValue type='NUMERIC' length=4}}", "5555"),
            ("{{randomValue type='ALPHABETIC' length=3 uppercase=true}}", "NNN"),
            ("{{upper (jsonPath request.body '$.name')}}", "ADA {{NOW}}"),
            ("{{eq request.method 'POST'}} {{eq 1 2}}", "true false"),
        ])
    func helpers(template: String, expected: String) throws {
        #expect(try text(template) == expected)
    }

    @Test(
        "choose",
        arguments: [
            ("{{#if request.query.q}}yes{{else}}no{{/if}}", "yes"),
            ("{{#if request.query.x}}yes{{else}}no{{/if}}", "no"),
            ("{{#unless request.query.x}}none{{/unless}}", "none"),
            ("{{#eq request.method 'GET'}}get{{else}}other{{/eq}}", "other"),
            ("{{#if (eq request.path.id '7')}}{{#if true}}a{{/if}}b{{/if}}", "ab"),
        ])
    func blocks(template: String, expected: String) throws {
        #expect(try text(template) == expected)
    }

    @Test(
        "go through lists",
        arguments: [
            (
                "{{#each (jsonPath request.body '$.list')}}{{this}}{{#unless @last}},{{/unless}}{{/each}}",
                "1,2"
            ),
            ("{{#each request.query.q as |v i|}}{{i}}={{v}};{{/each}}", "0=a b;1=c;"),
            ("{{#each parameters.greeting}}{{@key}}:{{this}}{{else}}none{{/each}}", "de:Hallo"),
            ("{{#each request.query.x}}{{this}}{{else}}none{{/each}}", "none"),
            (
                "{{join request.headers.X-Name '+'}} {{size request.path}} {{math 1 '+' (size 'ab')}}",
                "v+w 2 3"
            ),
            (
                "{{regexExtract request.path '(.)s/(.)' 'p'}}{{p.1}}{{p.0}} {{request.requestLine.path}}",
                "7r /users/7"
            ),
            ("a {{request.host ~}} b {{~ request.host}} c", "a api.testbapi.test c"),
        ])
    func lists(template: String, expected: String) throws {
        #expect(try text(template) == expected)
    }

    @Test(
        "fail where WireMock does",
        arguments: ["{{substring 'a' 2}}", "{{substring 'a' '0'}}", "{{math 1 '/' 0}}"])
    func failures(template: String) {
        #expect(throws: MockError.self) { try text(template) }
    }

    @Test("draw a UUID by its form")
    func uuid() throws {
        let values = Locked(0.0)
        let made = try text("{{randomValue type='UUID'}}") {
            values.withLock { value in
                value = (value + 0.37).truncatingRemainder(dividingBy: 1)
                return value
            }
        }
        #expect(UUID(uuidString: made) != nil)
        #expect(Array(made)[14] == "4")
    }

    @Test(
        "refuse by name what they do not know",
        arguments: [
            ("{{hostname}}", "hostname"), ("{{pickRandom 'a' 'b'}}", "pickRandom"),
            ("{{#with a}}{{/with}}", "with"), ("{{#each a}}{{/each}}", "“a”"),
            ("{{#each}}{{/each}}", "each"), ("{{this.n}}", "outside"), ("{{@index}}", "outside"),
            ("{{../request.path}}", "outside"), ("{{#each request.query.q}}{{@odds}}{{/each}}", "@odds"),
            ("{{#each request.query.q}}{{date}}{{/each}}", "date"), ("{{math 1 '^' 2}}", "^"),
            ("{{substring 'a'}}", "2 to 3"), ("{{regexExtract 'a' '('}}", "pattern"),
            ("{{#trim}}a{{/trim}}", "as a block"), ("{{request.requestLine.clientIp}}", "clientIp"),
            ("{{~! a ~}}", "{{~!"), ("{{#if true as |a|}}{{/if}}", "names"), ("{{parts.0}}", "parts.0"),
            ("{{request.odd}}", "request.odd"), ("{{upper name}}", "name"), ("{{upper}}", "upper"),
            ("{{now odd='x'}}", "odd"), ("{{now offset='soon'}}", "soon"),
            ("{{jsonPath request.body '$['}}", "$["),
            ("{{#if true}}", "never closed"), ("{{/if}}", "closes nothing"), ("{{else}}", "outside"),
            ("{{request.path", "cannot be read"), ("{{> other}}", "not supported"),
            ("{{'a}}", "cannot be read"),
        ])
    func rejections(template: String, words: String) {
        let error = #expect(throws: MockError.self) { _ = try ResponseTemplate(template) }
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }

    @Test("refuse what is nested without end, and what would grow without end", .timeLimit(.minutes(1)))
    func bombs() throws {
        let blocks = String(repeating: "{{#if true}}", count: 10_000)
        #expect(throws: MockError.self) { _ = try ResponseTemplate(blocks) }
        let calls = "{{" + String(repeating: "upper (", count: 10_000)
        #expect(throws: MockError.self) { _ = try ResponseTemplate(calls) }
        var large = scope()
        large.request = MockedRequest(
            method: .post, url: .at("/"), headers: [:], body: .bytes([UInt8](repeating: 0x61, count: 1 << 20))
        )
        let many = try ResponseTemplate(String(repeating: "{{request.body}}", count: 20))
        #expect(throws: MockError.self) { _ = try many.text(in: &large) }
    }
}
