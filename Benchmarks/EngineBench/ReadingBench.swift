import ClientEngine
import ClientEngineWireMock
import RequestFormats

/// Measures how fast request files are read.
struct ReadingBench {
    var count: Int
    var shape: String

    /// Parses a document with `count` requests, and fills them in.
    func run() {
        let text =
            switch shape {
            case "hostile": String(repeating: "###\n> {%\n{{{{{{\n< {%\n", count: count)
            default: String(repeating: Self.request, count: count)
            }
        let begin = EngineBench.cpuSeconds()
        let file = HTTPFile(
            parsing: "@base = http://127.0.0.1\n@id = {{base}}/1\n" + text, path: "bench.http")
        let read = EngineBench.cpuSeconds()
        let scope = VariableScope(
            dynamic: DynamicValues(date: { .distantPast }, random: { 4 }, environment: { _ in nil }))
        let resolver = RequestResolver(file, variables: scope, files: NoFiles())
        let filled = file.requests.count { (try? resolver.resolve($0)) != nil }
        let seconds = (read - begin, EngineBench.cpuSeconds() - read)
        let megabytes = Double(file.bytes.count) / 1e6
        print(
            file.requests.count, megabytes / seconds.0, Double(count) / seconds.0, Double(filled) / seconds.1)
    }

    private static let request = """
        ### Create an order
        # @name create
        # @timeout 5 s
        POST {{base}}/orders?limit=10&sort=name
        Authorization: Bearer {{id}}
        Content-Type: application/json
        X-Request-Id: {{$uuid}}

        {
          "item": "book",
          "base": "{{base}}",
          "count": 3
        }


        """
}

/// A source without files.
private struct NoFiles: FileSource {
    func location(of path: String) throws(FileSourceError) -> String {
        throw FileSourceError("There are no files.")
    }
    func bytes(of path: String) throws(FileSourceError) -> [UInt8] {
        throw FileSourceError("There are no files.")
    }
}
