import ClientEngine
import ClientEngineWireMock
import Foundation
import RequestFormats

extension FuzzTarget {
    /// Text from users: request files, environments, curl lines, mocks.
    static let requests: [FuzzTarget] = [
        FuzzTarget("http", seeds: documents) { complaint(ofDocument: $0, dialect: .union) },
        FuzzTarget("http-strict", seeds: documents) { complaint(ofDocument: $0, dialect: .strict) },
        FuzzTarget("environment", seeds: environments) { bytes in
            guard let file = try? EnvironmentFile.parse(bytes, path: "http-client.env.json") else {
                return nil
            }
            let environments = Environments([Environments.Folder(public: file)])
            for name in environments.names.prefix(8) {
                _ = try? environments.select(name, dynamic: dynamic)
            }
            return nil
        },
        FuzzTarget(text: "curl", seeds: lines) { line in
            guard let command = try? CurlCommand(line: line) else { return nil }
            let written = CurlWriter.text(for: command.request)
            let controls = written.text.unicodeScalars.filter { $0.properties.generalCategory == .control }
            guard controls.allSatisfy({ $0 == "\n" }) else { return "A control character comes through." }
            // A body that no argument can contain comes through a pipe, which is not a curl command to parse.
            guard written.warnings.isEmpty, written.text.hasPrefix("curl ") else { return nil }
            guard let again = try? CurlCommand(line: written.text) else {
                return "What is written is not read."
            }
            let rewritten = CurlWriter.text(for: again.request).text
            return rewritten == written.text
                ? nil : "What is written is read as another request: \(written.text) → \(rewritten)"
        },
        FuzzTarget("stubs", seeds: stubs) { bytes in
            let mocks = StubFile.parse(bytes, path: "a.json") { "__files/" + $0 }.mocks
            let written = StubFile.render(mocks)
            guard written.warnings.isEmpty, !mocks.isEmpty else { return nil }
            let again = StubFile.parse(written.bytes, path: "a.json") { "__files/" + $0 }.mocks
            return StubFile.render(again).bytes == written.bytes
                ? nil : "What is written is read as other mocks."
        },
        FuzzTarget(text: "template", seeds: ["/a{/b,c*}{?x:3,y*}{&z}{#f}", "{+path}/{.ext*}%20{;m}"]) {
            text in
            guard let template = try? URITemplate(text) else { return nil }
            _ = try? template.expanded(["b": "1", "c": ["2", "ü"], "x": "long", "path": "a/b?c"])
            return nil
        },
    ]

    /// The blocks must make up the whole document, and no request may stay without an end.
    private static func complaint(ofDocument bytes: [UInt8], dialect: HTTPFile.Dialect) -> String? {
        let file = HTTPFile(parsing: bytes, path: "a.http", dialect: dialect)
        let isReadable = String(validating: bytes, as: UTF8.self) != nil
        if isReadable, file.blocks.flatMap({ Array(bytes[$0.bytes]) }) != bytes {
            return "The blocks are not the document."
        }
        let resolver = RequestResolver(file, variables: VariableScope(dynamic: dynamic), files: NoFiles())
        for saved in file.requests.prefix(16) where saved.isUsable {
            guard let request = try? resolver.resolve(saved) else { continue }
            let written = HTTPFileWriter.text(for: request)
            guard written.warnings.isEmpty else { continue }
            let again = HTTPFile(parsing: written.text, path: "b.http")
            guard again.requests.count == 1 else { return "What is written is not one request." }
        }
        return nil
    }

    private static var dynamic: DynamicValues {
        DynamicValues(date: { Date(timeIntervalSince1970: 0) }, random: { 7 }, environment: { _ in nil })
    }

    private struct NoFiles: FileSource {
        func location(of path: String) throws(FileSourceError) -> String {
            throw FileSourceError("There are no files.")
        }
        func bytes(of path: String) throws(FileSourceError) -> [UInt8] { Array("{{a}}".utf8) }
    }

    private static let documents = [
        """
        @host = example.com
        @url=https://{{host}}/{{$uuid}}
        ### A title
        # @name login
        // @timeout 5 s
        POST {{url}}
            ?a=1
            &b={{$randomInt 1 5}} HTTP/1.1
        Content-Type: application/json
        # a comment
        {{header}}

        {"a": "\\{\\{b\\}\\}", "t": {{$timestamp -1 d}}}
        ?? status == 200
        > {% client.global.set("x", response.body.a); %}
        >>! out.json
        ###
        GRAPHQL https://h/q

        query { a }

        {"v": 1}
        """,
        "POST http://h\r\nContent-Type: multipart/form-data; boundary=b\r\n\r\n--b\r\nContent-Disposition: form-data; "
            + "name=\"a\"\r\n\r\n< ./file\r\n--b--\r\n",
        "http://h/a\n\n<@ latin1 body.txt\n\na=1\n&b=2\n# @capture t = body.token\n# @assert status == 200\n",
    ]

    private static let environments = [
        ##"{"$shared":{"a":"{{b}}","b":{"c":[1,null,true]}},"dev":{"a":"x{{b.c}}","s":"{{$uuid}}"}}"##,
        ##"{"dev":{"a":"{{b}}","b":"{{a}}"}}"##,
    ]

    private static let lines = [
        "curl -, PO//h/?abcurl -G h -!edata-ur\u{FFFD}nc=c' -H ' ',-A :-datau\u{0}a//h/a?b=c' -H)mde 'a'=A: \\",
        #"curl -X POST 'https://h/a?b=c' -H 'A: b' --data-raw $'{"a":\n"\u00e9\x41"}' --compressed -k -u a:b --retry 3"#,
        "curl -G h --data-urlencode 'a=b c' -F 'f=@x;type=a/b;filename=\"q\"' -b c=d -e r -A ua -I -L -m 1.5 \\\n -x p:1",
    ]

    private static let stubs = [
        ##"""
        {"mappings":[{"id":"1","name":"n","priority":1,"scenarioName":"s","requiredScenarioState":"Started","newScenarioState":"b",
        "request":{"method":"POST","urlPathTemplate":"/a/{id}","queryParameters":{"q":{"matches":"a+"}},"headers":{"H":{"equalTo":"x",
        "caseInsensitive":true}},"bodyPatterns":[{"equalToJson":{"a":[1]},"ignoreExtraElements":true},{"contains":"z"}]},
        "response":{"status":201,"headers":{"A":["b","c"]},"jsonBody":{"a":1},"fixedDelayMilliseconds":5}}]}
        """##,
        ##"{"request":{"urlPattern":"/x.*"},"response":{"fault":"EMPTY_RESPONSE"},"metadata":{"inspector":{"times":2,"enabled":false}}}"##,
    ]
}
