import EngineJSON
import EngineJSONPath
import Testing

@Suite struct JSONPathTests {
    private static let shop = """
        {"shelves": [
            {"label": "tea", "price": 4.5, "tags": ["hot", "leaf"], "stock": 3},
            {"label": "mate", "price": 6, "tags": [], "stock": 0},
            {"label": "coffee", "price": 12, "tags": ["hot", "bean", "dark"]}
        ], "limit": 6, "": {"it's": true}, "nothing": null}
        """

    private static func found(_ path: String, in document: String = shop) throws -> String {
        let value = try JSONValue(parsing: document)
        return try JSONPath(path).values(in: value).map(\.description).joined(separator: " ")
    }

    @Test(
        "names, wildcards and indices select children",
        arguments: [
            ("$.limit", "6"), ("$['limit']", "6"), ("$[\"limit\"]", "6"), ("$ ['limit']", "6"),
            ("$[''][\"it's\"]", "true"), ("$['']['it\\'s']", "true"), ("$.nothing", "null"), ("$.absent", ""),
            ("$.shelves[0].label", "\"tea\""), ("$.shelves[-1].label", "\"coffee\""), ("$.shelves[3]", ""),
            ("$.shelves[-4]", ""), ("$.shelves.label", ""), ("$.limit[0]", ""),
            ("$.shelves[*].label", "\"tea\" \"mate\" \"coffee\""),
            ("$.shelves.*.stock", "3 0"), ("$.shelves[2, 0, 0].price", "12 4.5 4.5"),
            ("$.shelves[0]['label', 'stock']", "\"tea\" 3"),
        ])
    func children(path: String, expected: String) throws {
        #expect(try Self.found(path) == expected)
    }

    @Test(
        "slices go forwards and backwards and stop at the ends",
        arguments: [
            ("$[1:3]", "1 2"), ("$[3:]", "3 4"), ("$[:2]", "0 1"), ("$[::2]", "0 2 4"), ("$[-2:]", "3 4"),
            ("$[::-1]", "4 3 2 1 0"), ("$[3:0:-2]", "3 1"), ("$[-1:-4:-1]", "4 3 2"), ("$[0:9]", "0 1 2 3 4"),
            ("$[:-9:-1]", "4 3 2 1 0"), ("$[2:1]", ""), ("$[::0]", ""), ("$[ 1 : 5 : 2 ]", "1 3"),
            ("$[9007199254740991::-9007199254740991]", "4"),
        ])
    func slices(path: String, expected: String) throws {
        #expect(try Self.found(path, in: "[0,1,2,3,4]") == expected)
    }

    @Test("descendants come in the order of the document, each node before what is below it")
    func descendants() throws {
        #expect(try Self.found("$..price") == "4.5 6 12")
        #expect(try Self.found("$..[0]", in: "[[1,[2]],3]") == "[1,[2]] 1 2")
        #expect(try Self.found("$..*", in: #"{"a":{"b":1},"c":[2]}"#) == #"{"b":1} [2] 1 2"#)
        #expect(try Self.found("$..a..b", in: #"{"a":{"a":{"b":1}}}"#) == "1 1")
    }

    @Test(
        "filters compare numbers by value, texts by scalars, and nothing only with nothing",
        arguments: [
            ("$.shelves[?@.price > 5].label", "\"mate\" \"coffee\""),
            ("$.shelves[?@.price == 6.0].label", "\"mate\""),
            ("$.shelves[?@.price <= $.limit].label", "\"tea\" \"mate\""),
            ("$.shelves[?@.label < 'n' && @.stock].label", "\"mate\""),
            ("$.shelves[?@.label == 'tea' || @.price>=12].stock", "3"),
            ("$.shelves[?!@.stock].label", "\"coffee\""), ("$.shelves[?(@.stock == 0)].label", "\"mate\""),
            ("$.shelves[?!(@.stock == 0)].label", "\"tea\" \"coffee\""),
            ("$.shelves[?@.stock == $.absent].label", "\"coffee\""),
            ("$.shelves[?@.stock != null].label", "\"tea\" \"mate\" \"coffee\""),
            ("$.shelves[?@.label > 5]", ""), ("$[?@ == null]", "null"),
            ("$.shelves[?@.tags[1]].label", "\"tea\" \"coffee\""),
            ("$.shelves[?@.tags == ['x']]", "!"),
        ].filter { $0.1 != "!" })
    func filters(path: String, expected: String) throws {
        #expect(try Self.found(path) == expected)
    }

    @Test(
        "the five functions do what the RFC says",
        arguments: [
            ("$.shelves[?length(@.tags) == 0].label", "\"mate\""),
            ("$.shelves[?length(@.label) > 4].label", "\"coffee\""),
            ("$.shelves[?length(@.price) == 1]", ""), ("$[?length(@) == 4]", ""),
            ("$.shelves[?count(@.tags[*]) >= 3].label", "\"coffee\""),
            ("$.shelves[?count(@..*) < 5].label", "\"mate\""),
            ("$.shelves[?value(@.tags[?@=='dark']) == 'dark'].label", "\"coffee\""),
            ("$.shelves[?value(@.tags.*) == 'hot'].label", ""),
            ("$.shelves[?match(@.label, '.e.')].label", "\"tea\""),
            ("$.shelves[?match(@.label, 'tea|mate')].label", "\"tea\" \"mate\""),
            ("$.shelves[?search(@.label, 'f{2}')].label", "\"coffee\""),
            ("$.shelves[?!search(@.label, '[aeiou]$')].label", ""),
            ("$.shelves[?match(@.price, '.*')]", ""), ("$.shelves[?match(@.label, '(')]", ""),
        ])
    func functions(path: String, expected: String) throws {
        #expect(try Self.found(path) == expected)
    }

    @Test("length counts Unicode scalars")
    func lengths() throws {
        #expect(try Self.found("$[?length(@) == 2]", in: #"["é", "e\u0301", "😀😀"]"#) == "\"e\u{301}\" \"😀😀\"")
    }

    @Test("a node knows its normalized path, and the path finds it again")
    func locations() throws {
        let value = try JSONValue(parsing: #"{"a":[{"it's":{"\n\u000b\\é":1}}]}"#)
        let node = try #require(try JSONPath("$..[?@ == 1]").nodes(in: value).first)
        #expect(node.location.description == #"$['a'][0]['it\'s']['\n\u000b\\é']"#)
        #expect(try JSONPath(node.location.description).values(in: value) == [1])
        #expect(try JSONPath(to: node.location).values(in: value) == [1])
        #expect(JSONPath(to: node.location).isSingular)
        #expect(try !JSONPath("$..a").isSingular)
    }

    @Test("escapes in names are those of JSON, and halves of surrogate pairs name nothing")
    func escapes() throws {
        let document = #"{"😀":1,"\t":2,"a/b":3}"#
        #expect(try Self.found(#"$['\uD83D\uDE00']"#, in: document) == "1")
        #expect(try Self.found(#"$.😀"#, in: document) == "1")
        #expect(try Self.found(#"$["\t", "a\/b"]"#, in: document) == "2 3")
    }

    @Test("of members with one name the last is found by that name")
    func duplicates() throws {
        #expect(try Self.found("$.a", in: #"{"a":1,"a":2}"#) == "2")
        #expect(try Self.found("$.*", in: #"{"a":1,"a":2}"#) == "1 2")
    }
}
