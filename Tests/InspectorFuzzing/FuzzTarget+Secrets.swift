import ClientEngine
import ClientEngineRecording
import Foundation
import RequestFormats

extension FuzzTarget {
    /// No secret of the input may be in any output.
    static let secrets: [FuzzTarget] = [
        FuzzTarget(
            "redaction",
            seeds: [
                "/a/§?q=§#§", "text/html\n<p title='§'>§§</p>",
                "application/json\n{\"a\":[\"§\",{\"token\":\"x\"}],\"password\":\"y§\"}",
                "multipart/form-data; boundary=B\n--B\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\nx§\r\n--B--",
                "application/x-www-form-urlencoded\na=§&token=b§c&§",
                "application/x-ndjson\n{\"token\":\"1\"}\n{\"§\":\"§",
                "application/json\n{\"query\":\"mutation { l(password: \\\"§\\\") }\"}",
            ], complaint: known),
        FuzzTarget(
            "secret-export",
            seeds: [
                "1", "{\"b\": [\"{{c}}\", {{d}}]}", "\"\\\"\"", "[{\"query\": \"{ a(b: \\\"c\\\") }\"}]",
                "null, \"token\": [2",
            ], complaint: named),
    ]

    private static let secret = "canary7x7f3"

    /// Credentials that come back anywhere must not be in an archive or a curl line.
    private static func known(_ bytes: [UInt8]) -> String? {
        let planted = Array(
            bytes.split(separator: [0xC2, 0xA7], omittingEmptySubsequences: false).joined(
                separator: secret.utf8))
        let lines = planted.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
        let type = String(decoding: lines[0], as: UTF8.self)
        let body = lines.count > 1 ? Array(lines[1]) : planted
        guard let record = record(type: type, body: body) else { return nil }
        var redaction = Redaction()
        let har = HARWriter(creator: ("f", "1")).write([record], redaction: &redaction)
        let shown = redaction.body(body, contentType: type)
        var request = record.origin.request
        request.url = redaction.url(request.url)
        request.headers = redaction.headers(request.headers)
        request.body = .bytes(shown)
        let outputs = [
            "the archive": har, "a body": shown, "a line": Array(redaction.url(request.url).utf8),
            "an error": Array(redaction.text(String(decoding: planted, as: UTF8.self)).utf8),
            "a curl line": Array(CurlWriter.text(for: request).text.utf8),
        ]
        return outputs.first { $0.value.contains(secret.utf8) }.map { "The secret is in \($0.key)." }
    }

    private static func record(type: String, body: [UInt8]) -> TaskRecord? {
        guard let url = try? RequestURL(parsing: "http://h.test/" + type.percentEncoded) else { return nil }
        var headers: Headers = ["Authorization": "Bearer \(secret)"]
        headers.add("X-Echo", type)
        let request = Request(
            method: .post, url: "http://h.test/" + type, headers: headers, body: .bytes(body))
        let origin = TaskOrigin(request: request, url: url, date: Date(timeIntervalSince1970: 0))
        let instant = Instant(nanoseconds: 0)
        var record = TaskRecord(id: 1, origin: origin, created: instant)
        var answer: Headers = ["Content-Type": type, "Location": "/" + type]
        answer.add("Set-Cookie", "a=" + type)
        let whats: [Event.Kind] = [
            .attemptStarted(reason: nil, waited: nil),
            .exchangeStarted(ExchangeStart(method: .post, url: url, body: .bytes(body))),
            .head(ResponseHead(status: 200, reason: type, headers: answer)), .received(body),
            .exchangeEnded(ExchangeEnd(error: ClientError(.truncated, .receive, type))),
            .taskEnded(.succeeded),
        ]
        for what in whats { record.apply(Event(task: 1, attempt: 1, exchange: 1, at: instant, what)) }
        return record
    }

    /// The password in a body must not be in a file for sharing, regardless of the data next to it.
    private static func named(_ bytes: [UInt8]) -> String? {
        let beside = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).joined(
            separator: " ")
        let body = "{\"x\": \(beside), \"password\": \"\(secret)\"}"
        let text = "POST http://h.test/\nContent-Type: application/json\n\n\(body)\n"
        let file = HTTPFile(parsing: text, path: "a.http")
        var reader = CollectionReader(name: "a")
        reader.add(file.requests.filter(\.isUsable), of: file)
        let shared = reader.collection.withoutSecrets().collection
        var redaction = Redaction()
        let outputs = [
            "the request file": Array(CollectionWriter.writeOne(shared).text.utf8),
            "the collection": PostmanWriter.write(shared).bytes,
            "the body": redaction.body(Array(body.utf8), contentType: "application/json"),
        ]
        return outputs.first { $0.value.contains(secret.utf8) }.map { "The password is in \($0.key)." }
    }
}

extension [UInt8] {
    fileprivate func contains(_ text: String.UTF8View) -> Bool { firstRange(of: Array(text)) != nil }
}
