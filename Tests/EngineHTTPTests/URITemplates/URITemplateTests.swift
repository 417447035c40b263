import EngineJSON
import InspectorTestSupport
import Testing

@testable import EngineHTTP

@Suite("URI templates")
struct URITemplateTests {
    static let variables: Parameters = [
        "count": ["one", "two", "three"], "dom": ["example", "com"], "dub": "me/too", "hello": "Hello World!",
        "half": "50%", "var": "value", "who": "fred", "base": "http://example.com/home/", "path": "/foo/bar",
        "list": ["red", "green", "blue"], "keys": ["semi": ";", "dot": ".", "comma": ","] as Parameters,
        "v": "6", "x": 1024, "y": 768, "empty": "", "empty_keys": Parameters(), "empty_list": [String](),
        "undef": nil, "lat": 37.76, "yes": true, "triplet": "a%20b%C3%A9c%zz", "word": "\u{FC}ber\u{1F600}x",
        "holes": ["a", nil, "b"] as JSONValue, "gaps": ["a": nil, "b": "1"] as JSONValue,
        "blank": [""], "a.b": "dotted", "%41": "escaped",
    ]

    /// Written from the text of RFC 6570, sections 3.2.1 to 3.2.9, and its rules for undefined values.
    static let expansions: [(template: String, expected: String)] = [
        ("", ""), ("plain", "plain"), ("O{empty}X", "OX"), ("O{undef}X", "OX"), ("{x,y}", "1024,768"),
        ("{x,hello,y}", "1024,Hello%20World%21,768"), ("?{x,empty}", "?1024,"), ("?{x,undef}", "?1024"),
        ("?{undef,y}", "?768"), ("{var:3}", "val"), ("{var:30}", "value"), ("{list}", "red,green,blue"),
        ("{list*}", "red,green,blue"), ("{keys}", "semi,%3B,dot,.,comma,%2C"),
        ("{keys*}", "semi=%3B,dot=.,comma=%2C"), ("{half}", "50%25"), ("{+half}", "50%25"),
        ("{base}index", "http%3A%2F%2Fexample.com%2Fhome%2Findex"),
        ("{+base}index", "http://example.com/home/index"), ("{+path:6}/here", "/foo/b/here"),
        ("{+keys*}", "semi=;,dot=.,comma=,"), ("{#x,hello,y}", "#1024,Hello%20World!,768"),
        ("{#path,x}/here", "#/foo/bar,1024/here"), ("{#undef}", ""), ("{#empty}", "#"),
        ("X{.var:3}", "X.val"), ("X{.list*}", "X.red.green.blue"),
        ("X{.keys*}", "X.semi=%3B.dot=..comma=%2C"),
        ("X{.empty_keys}", "X"), ("{/who,dub}", "/fred/me%2Ftoo"), ("{/var,empty}", "/value/"),
        ("{/undef}", ""), ("{/list*,path:4}", "/red/green/blue/%2Ffoo"),
        ("{/keys*}", "/semi=%3B/dot=./comma=%2C"),
        ("{;x,y,empty}", ";x=1024;y=768;empty"), ("{;x,y,undef}", ";x=1024;y=768"),
        ("{;hello:5}", ";hello=Hello"), ("{;list*}", ";list=red;list=green;list=blue"),
        ("{;keys*}", ";semi=%3B;dot=.;comma=%2C"), ("{?x,y,empty}", "?x=1024&y=768&empty="),
        ("{?undef}", ""), ("{?empty_list,empty_keys}", ""), ("{?list}", "?list=red,green,blue"),
        ("{?keys*}", "?semi=%3B&dot=.&comma=%2C"), ("?fixed=yes{&x}", "?fixed=yes&x=1024"),
        ("{&keys}", "&keys=semi,%3B,dot,.,comma,%2C"), ("{lat,yes}", "37.76,true"),
        ("{triplet}", "a%2520b%25C3%25A9c%25zz"), ("{+triplet}", "a%20b%C3%A9c%25zz"),
        ("{+triplet:4}", "a%20b%C3%A9"), ("{triplet:2}", "a%25"), ("{word:1}", "%C3%BC"),
        ("{word:5}", "%C3%BCber%F0%9F%98%80"), ("{holes}", "a,b"), ("{?gaps*}", "?b=1"),
        ("{?blank*}", "?blank="),
        ("{;blank*}", ";blank"), ("{a.b}", "dotted"), ("{%41}", "escaped"), ("/\u{FC}/{x}", "/%C3%BC/1024"),
        ("%41{x}", "%411024"), ("'{x}'", "'1024'"),
    ]

    @Test("are expanded as RFC 6570 says", arguments: expansions.indices)
    func expansion(index: Int) throws {
        let example = Self.expansions[index]
        #expect(try URITemplate(example.template).expanded(Self.variables) == example.expected)
    }

    static let errors: [(template: String, kind: URITemplateError.Kind, offset: Int, lenient: String)] = [
        ("a{x", .unclosedExpression, 1, "a{x"), ("a}b", .notALiteral, 1, "a%7Db"),
        ("a b{x}", .notALiteral, 1, "a%20b1024"), ("50%{x}", .malformedPercentEncoding, 2, "50%251024"),
        ("%4{x}", .malformedPercentEncoding, 0, "%2541024"), ("{!x}", .invalidOperator, 1, "{!x}"),
        ("{=x}{y}", .invalidOperator, 1, "{=x}768"), ("{x,}", .malformedVariable, 3, "{x,}"),
        ("{}", .malformedVariable, 1, "{}"), ("{?}", .malformedVariable, 2, "{?}"),
        ("{x:0}", .malformedVariable, 3, "{x:0}"), ("{x:01}", .malformedVariable, 3, "{x:01}"),
        ("{x:12345}", .malformedVariable, 3, "{x:12345}"), ("{x:}", .malformedVariable, 3, "{x:}"),
        ("{x*:3}", .malformedVariable, 3, "{x*:3}"), ("{x:3*}", .malformedVariable, 4, "{x:3*}"),
        ("{x..y}", .malformedVariable, 3, "{x..y}"), ("{.x.}", .malformedVariable, 4, "{.x.}"),
        ("{a-b}", .malformedVariable, 2, "{a-b}"), ("{%4x}", .malformedVariable, 1, "{%4x}"),
        ("{x{y}", .malformedVariable, 2, "{x{y}"), ("\u{FC}{-x}", .malformedVariable, 3, "%C3%BC{-x}"),
        ("{list:1}", .prefixOfCollection, 1, "{list:1}"),
        ("{x,keys:1}", .prefixOfCollection, 3, "{x,keys:1}"),
    ]

    @Test(
        "what is wrong is thrown with its place, or told beside the best that can be made",
        arguments: errors.indices)
    func failure(index: Int) {
        let example = Self.errors[index]
        let error = #expect(throws: URITemplateError.self) {
            try URITemplate(example.template).expanded(Self.variables)
        }
        #expect(error?.kind == example.kind)
        #expect(error?.offset == example.offset)
        #expect(error?.description.contains("offset \(example.offset)") == true)
        let lenient = URITemplate.expand(example.template, leniently: Self.variables)
        #expect(lenient.text == example.lenient)
        #expect(lenient.errors.first == error)
    }

    @Test("lenient expansion tells every error in order, and a template without expressions")
    func lenient() {
        let result = URITemplate.expand("{list:1} {x}{!y}%", leniently: Self.variables)
        #expect(result.text == "{list:1}%201024{!y}%25")
        #expect(
            result.errors.map(\.kind) == [
                .prefixOfCollection, .notALiteral, .invalidOperator, .malformedPercentEncoding,
            ])
        #expect(result.errors.map(\.offset) == [1, 8, 13, 16])
        let plain = URITemplate.expand("/plain")
        #expect(plain.text == "/plain")
        #expect(plain.errors.map(\.kind) == [.noExpression])
    }

    @Test("a list inside a list is refused")
    func shape() throws {
        let template = try URITemplate("/{b}{?a*,b:3}")
        #expect(template.text == "/{b}{?a*,b:3}")
        let nested: Parameters = ["a": [["x"]] as JSONValue]
        let error = #expect(throws: URITemplateError.self) { try template.expanded(nested) }
        #expect(error?.kind == .nestedCollection)
        #expect(error?.offset == 6)
    }

    @Test("random templates end in a text or an error within their bounds, and never in a trap")
    func random() {
        var random = SeededRandom(seed: 6570)
        let alphabet = Array("{}+#./;?&,:*%41xylistkeys\u{FC} !\u{0}")
        for _ in 0..<4000 {
            let length = Int.random(in: 0...14, using: &random)
            let template = String((0..<length).map { _ in alphabet.randomElement(using: &random) ?? "x" })
            let (_, errors) = URITemplate.expand(template, leniently: Self.variables)
            #expect(errors.allSatisfy { (0...template.utf8.count).contains($0.offset) })
            let isSound = (try? URITemplate(template).expanded(Self.variables)) != nil
            #expect(isSound == errors.allSatisfy { $0.kind == .noExpression }, "\(template)")
        }
    }
}
