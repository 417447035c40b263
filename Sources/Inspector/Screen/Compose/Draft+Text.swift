import FoundationEssentials
import RequestFormats

// The draft as a block of a `.http` file.
//
// What the format has no words for stands in comments among the headers: `# Name: value` is a header that is
// switched off, `# ?name=value` a parameter, `# &name=value` a field of the form,
// `# &name=value;type=…;filename=…` a part of one.
extension Draft {
    /// The block; reading it gives an equal draft.
    var block: String {
        var block = leading + escapedHashes + directives
        block += "\(method.isEmpty ? "GET" : method) \(target)\(version.map { " " + $0 } ?? "")\n"
        block += switchedOff + headerLines.map { $0 + "\n" }.joined()
        if let content = content { block += "\n" + content + "\n" }
        block += trailing
        guard hasCRLF else { return block }
        return block.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
    }

    private var directives: String {
        [
            ("retry", retries), ("retry-when", retryWhen), ("retry-backoff", retryBackoff),
            ("timeout", timeout),
        ]
        .filter { !$0.1.isEmpty }.map { "# @\($0.0) \($0.1)\n" }.joined()
    }

    /// The URL with the parameters that are on, before its fragment.
    var target: String {
        let pairs = query.filter(\.isOn).map { Self.pair($0, for: .query) }
        guard !pairs.isEmpty else { return url }
        let fragment = url.unicodeScalars.firstIndex(of: "#") ?? url.endIndex
        let mark = url[..<fragment].unicodeScalars.contains("?") ? "&" : "?"
        return url[..<fragment] + mark + pairs.joined(separator: "&") + url[fragment...]
    }

    private static func pair(_ row: Row, for place: Place) -> String {
        let name = row.name.escaped(for: place)
        return row.isBare && row.value.isEmpty ? name : "\(name)=\(row.value.escaped(for: place))"
    }

    /// The pair as a comment has it.
    private static func rawPair(_ row: Row) -> String {
        row.isBare && row.value.isEmpty ? row.name : "\(row.name)=\(row.value)"
    }

    // MARK: Headers

    private var switchedOff: String {
        let fields =
            bodyKind == .multipart
            ? parts.filter { !$0.isOn }.map { Self.rawPair($0) + $0.partWords }
            : form.filter { !$0.isOn }.map(Self.rawPair)
        let lines = query.filter { !$0.isOn }.map { "# ?\(Self.rawPair($0))\n" } + fields.map { "# &\($0)\n" }
        return lines.joined()
    }

    private var headerLines: [String] {
        var lines = headers.map { row in
            let line = row.value.isEmpty && row.name.hasPrefix("{{") ? row.name : "\(row.name): \(row.value)"
            return row.isOn ? line : "# " + line
        }
        if let authorization {
            lines.insert("Authorization: \(authorization)", at: min(credentials.index, lines.count))
        }
        if let type = impliedType { lines.append("Content-Type: \(type)") }
        return lines
    }

    /// The Content-Type that the kind of body brings, unless a header says another.
    private var impliedType: String? {
        let isGiven = headers.contains { $0.isOn && $0.name.lowercased() == "content-type" }
        if isGiven { return nil }
        return bodyKind == .multipart ? multipart.contentType : bodyKind.type
    }

    private var authorization: String? {
        switch credentials.kind {
        case .none: return nil
        case .bearer: return "Bearer \(credentials.token)"
        case .basic:
            let plain = "\(credentials.user):\(credentials.password)"
            guard plain.unicodeScalars.contains(" ") else { return "Basic \(plain)" }
            return "Basic \(Data(plain.utf8).base64EncodedString())"
        }
    }

    // MARK: Body

    private var content: String? {
        switch bodyKind {
        case .none: return nil
        case .text, .json: return text.isEmpty ? nil : Self.escapingSeparators(text)
        case .form: return form.filter(\.isOn).map { Self.pair($0, for: .form) }.joined(separator: "&")
        case .multipart: return multipartText
        case .file: return file.isEmpty ? nil : "< \(file)"
        }
    }

    private var multipartText: String {
        let multipart = multipart
        let parts = multipart.parts.map { part in
            let head = part.head.split(separator: "\r\n").joined(separator: "\n")
            let content =
                switch part.content {
                case .text(let text): text
                case .file(let path): "< \(path)"
                }
            return "--\(multipart.boundary)\n\(head)\n\n\(content)\n"
        }
        return parts.joined() + "--\(multipart.boundary)--"
    }

    /// A line of a body that begins with `###` would end the block: its hashes come from a variable.
    private static func escapingSeparators(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.hasPrefix("###") ? "{{text-hashes}}" + $0.dropFirst(3) : String($0) }
            .joined(separator: "\n")
    }

    private var escapedHashes: String {
        let needs =
            bodyKind == .text && ("\n" + text).contains("\n###") && !leading.contains("@text-hashes")
        return needs ? "@text-hashes = ###\n" : ""
    }

    fileprivate enum Place { case query, form }
}

extension String {
    /// The text with what would end it escaped; references keep what they say.
    fileprivate func escaped(for place: Draft.Place) -> String {
        var out = ""
        var rest = Substring(self)
        while let first = rest.first {
            if rest.hasPrefix("{{"), let end = rest.firstRange(of: "}}") {
                out += rest[..<end.upperBound]
                rest = rest[end.upperBound...]
                continue
            }
            switch first {
            case "&": out += "%26"
            case "#" where place == .query: out += "%23"
            case " ": out += place == .form ? "+" : "%20"
            default: out.append(first)
            }
            rest = rest.dropFirst()
        }
        return out
    }
}
