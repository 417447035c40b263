import ClientEngine
import FoundationEssentials
import RequestFormats

extension Draft {
    /// Reads the first request of a text; nil when there is none.
    package init?(reading source: String) {
        let text = source.split(separator: "\r\n", omittingEmptySubsequences: false).joined(separator: "\n")
        let file = HTTPFile(parsing: text, path: "draft")
        // A line of prose is read as a request with a mistake.
        guard let request = file.requests.first,
            request.method != nil || !request.target.text.contains(where: \.isWhitespace)
        else { return nil }
        var reader = DraftReader(
            request, lines: text.split(separator: "\n", omittingEmptySubsequences: false))
        reader.read()
        self = reader.draft
        hasCRLF = source.contains("\r\n")
    }
}

/// Sorts the lines of a block into the fields of a draft.
private struct DraftReader {
    let request: SavedRequest
    let lines: [Substring]
    var draft = Draft()
    /// The parameters and fields that stand in comments.
    private var offForm: [Draft.Row] = []
    private var index = 0

    init(_ request: SavedRequest, lines: [Substring]) {
        self.request = request
        self.lines = lines
    }

    mutating func read() {
        for line in lines[..<(request.line - 1)] { readLeading(line) }
        draft.method = request.method?.text ?? "GET"
        draft.version = request.version?.rawValue
        (draft.url, draft.query) = Draft.split(request.target.text)
        index = request.line
        let headers = request.target.pieces.last?.line ?? request.line
        while index < headers { readContinuation(lines[index]) }
        readHeaders()
        readBody()
        readTrailing()
    }

    private mutating func readLeading(_ line: Substring) {
        if let directive = Self.directive(line) {
            switch directive.key {
            case "retry": return draft.retries = directive.value
            case "retrywhen": return draft.retryWhen = directive.value
            case "retrybackoff": return draft.retryBackoff = directive.value
            case "timeout": return draft.timeout = directive.value
            default: break
            }
        }
        draft.leading += line + "\n"
    }

    /// The comment's text; nil for another line.
    private static func comment(_ line: Substring) -> String? {
        let text = line.trimmed
        if text.hasPrefix("//") { return text.dropFirst(2).trimmed }
        guard text.hasPrefix("#"), !text.hasPrefix("###") else { return nil }
        return text.dropFirst().trimmed
    }

    private static func directive(_ line: Substring) -> (key: String, value: String)? {
        guard let text = comment(line), text.hasPrefix("@") else { return nil }
        let words = text.dropFirst().split(maxSplits: 1, whereSeparator: \.isWhitespace)
        guard let name = words.first else { return nil }
        let value = words.count > 1 ? words[1].trimmed : ""
        return (name.lowercased().filter { $0 != "-" }, value)
    }

    // MARK: Headers

    private mutating func readHeaders() {
        let end =
            lines.index(request.lines.upperBound - 1, offsetBy: 1, limitedBy: lines.count) ?? lines.count
        let trailer = request.attachments.map(\.line).first { $0 > request.line }.map { $0 - 1 } ?? end
        while index < min(end, trailer), !lines[index].allSatisfy(\.isWhitespace) {
            if let comment = Self.comment(lines[index]) {
                readComment(comment, in: lines[index])
            } else {
                readHeader(lines[index])
            }
            index += 1
        }
    }

    /// The lines that the URL goes on in are known; those commented out among them are parameters switched off.
    private mutating func readContinuation(_ line: Substring) {
        index += 1
        guard let comment = Self.comment(line) else { return }
        readComment(comment.hasPrefix("&") ? "?" + comment.dropFirst() : comment, in: line)
    }

    private mutating func readComment(_ comment: String, in line: Substring) {
        if comment.hasPrefix("?") {
            draft.query.append(Self.offRow(comment.dropFirst()))
        } else if comment.hasPrefix("&") {
            offForm.append(Self.offRow(comment.dropFirst()))
        } else if let colon = comment.unicodeScalars.firstIndex(of: ":"), colon != comment.startIndex,
            !comment[..<colon].contains(where: { $0.isWhitespace || $0 == "@" })
        {
            let value = comment[comment.unicodeScalars.index(after: colon)...].trimmed
            draft.headers.append(Draft.Row(name: String(comment[..<colon]), value: value, isOn: false))
        } else {
            readLeading(line)
        }
    }

    private static func offRow(_ text: Substring) -> Draft.Row {
        let parts = text.split(at: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.count > 1 ? String(parts[1]) : ""
        return Draft.Row(name: String(parts[0]), value: value, isOn: false, isBare: parts.count == 1)
    }

    private mutating func readHeader(_ line: Substring) {
        guard let colon = line.unicodeScalars.firstIndex(of: ":"),
            !line.hasPrefix("{{") || !line.hasSuffix("}}")
        else {
            draft.headers.append(Draft.Row(name: line.trimmed))
            return
        }
        let name = line[..<colon].trimmed
        let value = line[line.unicodeScalars.index(after: colon)...].trimmed
        if name.lowercased() == "authorization", draft.credentials.kind == .none, readCredentials(value) {
            draft.credentials.index = draft.headers.count
        } else {
            draft.headers.append(Draft.Row(name: name, value: value))
        }
    }

    private mutating func readCredentials(_ value: String) -> Bool {
        let words = value.split(at: " ")
        guard let scheme = words.first?.lowercased(), words.count > 1 else { return false }
        if scheme == "bearer", words.count == 2 {
            draft.credentials.kind = .bearer
            draft.credentials.token = String(words[1])
            return true
        }
        guard scheme == "basic", words.count <= 3 else { return false }
        var plain = words.count == 3 ? "\(words[1]):\(words[2])" : String(words[1])
        if words.count == 2, !plain.unicodeScalars.contains(":") {
            guard let data = Data(base64Encoded: plain), let text = String(data: data, encoding: .utf8),
                text.unicodeScalars.contains(":")
            else { return false }
            plain = text
        }
        let parts = plain.split(at: ":", maxSplits: 1, omittingEmptySubsequences: false)
        draft.credentials.kind = .basic
        draft.credentials.user = String(parts[0])
        draft.credentials.password = String(parts[1])
        return true
    }

    // MARK: Body

    private mutating func readBody() {
        let row = draft.headers.lastIndex { $0.isOn && $0.name.lowercased() == "content-type" }
        let type = row.map { draft.headers[$0].value } ?? ""
        let kind = MediaType(type)
        let text = request.body.parts.map { Self.text(of: $0.content) + $0.terminator }.joined()
        if request.body.parts.count == 1, case .file(let path) = request.body.parts[0].content {
            draft.bodyKind = .file
            draft.file = path.text
        } else if kind.essence == "multipart/form-data", let parts = Draft.parts(of: text, type: type) {
            draft.bodyKind = .multipart
            for index in offForm.indices { offForm[index].takePartWords() }
            draft.parts = parts + offForm
        } else if kind.essence == "application/x-www-form-urlencoded", !text.contains("\n") {
            draft.bodyKind = .form
            draft.form = Draft.rows(of: text) + offForm
        } else if !text.isEmpty {
            draft.bodyKind = kind.isJSON ? .json : .text
            draft.text = text
        }
        guard let row, draft.bodyKind == .multipart || type == draft.bodyKind.type else { return }
        draft.headers.remove(at: row)
    }

    private static func text(of content: BodyTemplate.Content) -> String {
        switch content {
        case .text(let piece): piece.text
        case .file(let piece): "< \(piece.text)"
        case .template(let piece, let encoding): "<@\(encoding ?? "") \(piece.text)"
        }
    }

    private mutating func readTrailing() {
        var last = index
        if let part = request.body.parts.last {
            let piece =
                switch part.content {
                case .text(let piece), .file(let piece), .template(let piece, _): piece
                }
            last = piece.line + piece.text.count { $0 == "\n" }
        }
        draft.trailing = lines[min(last, lines.count)...].joined(separator: "\n")
    }
}
