import ClientEngine
import ClientEngineRecording

/// The text of an answer, as people edit it: status, fields, an empty line, and the body.
///
///     HTTP/1.1 503 Service Unavailable
///     Content-Type: application/json
///
///     {"error": "later"}
///
/// The length is counted when the text is read, and content codings are undone before it is written. A body that is no text does
/// not stand there, and stays as it is.
package enum AnswerText {
    /// Says why a text is no answer.
    package struct SyntaxError: Error, Equatable {
        package let line: Int
        package let message: String
    }

    private static let statuses: ClosedRange<StatusCode> = 200...599
    /// The fields that follow from the body.
    private static let counted: Set<String> = ["content-length", "transfer-encoding", "trailer"]

    /// Returns the text of an answer with its body as people read it.
    package static func text(of head: ResponseHead, body: [UInt8]) -> String {
        let readable = readable(body)
        let reason = head.reason.isEmpty ? head.status.reason : head.reason
        var text = "HTTP/1.1 \(head.status) \(reason)\n"
        for field in head.headers where !isLeftOut(field, besideText: readable != nil) {
            text += "\(field.name): \(field.value)\n"
        }
        return text + "\n" + (readable.map { $0 + "\n" } ?? "")
    }

    /// Reads an answer; the body that it has when it says none is one that is no text.
    package static func answer(
        _ text: String, insteadOf body: [UInt8] = []
    ) throws(SyntaxError) -> EditedAnswer {
        let lines = text.split(at: "\n", omittingEmptySubsequences: false).map {
            $0.hasSuffix("\r") ? $0.dropLast() : $0
        }
        var head = try status(lines[0])
        let end = lines.firstIndex { $0.isEmpty } ?? lines.count
        let kept = readable(body) == nil && lines[end...].allSatisfy(\.isEmpty) ? body : nil
        for (number, line) in lines[1..<end].enumerated() {
            let field = try field(line, number: number + 2)
            if !isLeftOut(field, besideText: kept == nil) { head.headers.add(field) }
        }
        // The line end behind the last line belongs to the file.
        var written = text.drop(lines: end + 1).utf8[...]
        for byte in [UInt8(ascii: "\n"), UInt8(ascii: "\r")] where written.last == byte {
            written.removeLast()
        }
        let content = kept ?? Array(written)
        guard content.isEmpty || head.status != 204 && head.status != 304 else {
            throw SyntaxError(line: 1, message: "An answer of status \(head.status) has no body.")
        }
        if head.status != 204, head.status != 304 { head.headers.add("Content-Length", "\(content.count)") }
        return EditedAnswer(head: head, body: content)
    }

    private static func readable(_ body: [UInt8]) -> String? {
        body.contains(0) ? nil : String(validating: body, as: UTF8.self)
    }

    private static func isLeftOut(_ field: Headers.Field, besideText: Bool) -> Bool {
        counted.contains(field.name.lowercased()) || besideText && field.isNamed("Content-Encoding")
    }

    /// Reads `HTTP/1.1 404 Not Found`, also without the version or the words.
    private static func status(_ line: Substring) throws(SyntaxError) -> ResponseHead {
        var words = line.split(at: " ", maxSplits: 1)
        if words.first?.uppercased().hasPrefix("HTTP/") == true {
            words = words.dropFirst().first?.split(at: " ", maxSplits: 1) ?? []
        }
        guard let status = words.first.flatMap({ Int($0) }).map(StatusCode.init(rawValue:)),
            statuses.contains(status)
        else {
            throw SyntaxError(
                line: 1, message: "“\(line)” has no status from 200 to 599, as in HTTP/1.1 200 OK.")
        }
        let reason = words.count > 1 ? words[1].trimmedBlanks : ""
        return ResponseHead(
            status: status, reason: reason.isEmpty ? status.reason : String(reason),
            headers: [:])
    }

    private static func field(_ line: Substring, number: Int) throws(SyntaxError) -> Headers.Field {
        guard let (name, value) = line.cut(at: ":"), String(name).isToken else {
            throw SyntaxError(
                line: number, message: "“\(line)” is no field; the body begins behind an empty line.")
        }
        return Headers.Field(String(name), String(value.trimmedBlanks))
    }
}

extension String {
    /// Returns the text behind so many lines.
    fileprivate func drop(lines count: Int) -> Substring {
        var rest = self[...]
        for _ in 0..<count {
            guard let end = rest.unicodeScalars.firstIndex(of: "\n") else { return "" }
            rest = rest[rest.unicodeScalars.index(after: end)...]
        }
        return rest
    }
}
