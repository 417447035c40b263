import ClientEngine

extension EditableRequest.Field {
    /// A field of a form, encoded; so are the values of references in it, whose names may be another program's.
    public init(formEncoding name: String, _ value: String, isEnabled: Bool = true) {
        self.init(TemplateText.formEncoded(name), TemplateText.formEncoded(value), isEnabled: isEnabled)
    }

    /// A field of a form without its encoding; nil where it cannot be told apart from what else could be meant.
    var formDecoded: Self? {
        let decoded = Self(Self.decoded(name), Self.decoded(value), isEnabled: isEnabled)
        let again = Self(formEncoding: decoded.name, decoded.value, isEnabled: isEnabled)
        return again == self ? decoded : nil
    }

    private static func decoded(_ text: String) -> String {
        TemplateText.map(text, literal: { $0.queryDecoded }) {
            // Encoding the value is the default for fields.
            "{{\($0.hasPrefix("%") ? $0.dropFirst() : $0)}}"
        }
    }

    static func pairs(of text: some StringProtocol) -> [Self] {
        text.split(at: "&", omittingEmptySubsequences: false).map { Self(pair: $0) }
    }

    /// A pair as it is written, `name=value`.
    package init(pair text: some StringProtocol, isEnabled: Bool = true) {
        let parts = text.split(at: "=", maxSplits: 1, omittingEmptySubsequences: false)
        self.init(
            String(parts[0]), parts.count > 1 ? String(parts[1]) : "", isEnabled: isEnabled,
            isBare: parts.count == 1)
    }

    /// Returns the pair, with what would end it escaped; references keep what they say.
    func pair(in place: Place) -> String {
        let name = Self.escaped(name, for: place)
        return isBare && value.isEmpty ? name : "\(name)=\(Self.escaped(value, for: place))"
    }

    enum Place { case query, form }

    private static func escaped(_ text: String, for place: Place) -> String {
        TemplateText.map(
            text,
            literal: { literal in
                let escaped = literal.percentEncoded { byte in
                    byte <= 0x20 && (place == .query || byte != 0x20) || byte == UInt8(ascii: "&")
                        || place == .query && byte == UInt8(ascii: "#")
                }
                return place == .form ? escaped.replacingBytes(" ", with: "+") : escaped
            }
        ) { "{{\($0)}}" }
    }
}

extension [EditableRequest.Field] {
    /// The fields of a folder, as its requests take them over.
    var inherited: Self {
        map { field in
            var field = field
            field.isInherited = true
            return field
        }
    }

    /// Returns the fields under those that come later; the later of a name wins.
    func overlaid(by upper: Self) -> Self {
        let names = Set(upper.filter(\.isEnabled).map { $0.name.lowercased() })
        return filter { !names.contains($0.name.lowercased()) } + upper
    }

    package func sent(_ name: String) -> String? {
        first { $0.isEnabled && $0.name.lowercased() == name.lowercased() }?.value
    }

    func sends(_ name: String) -> Bool { sent(name) != nil }
}

extension EditableRequest {
    package var target: String {
        let pairs = query.filter(\.isEnabled).map { $0.pair(in: .query) }
        return url.appendingQuery(pairs.joined(separator: "&"))
    }

    /// Takes the parameters out of the URL; a fragment stays with it.
    package mutating func splitURL() {
        guard let (head, tail) = url.cut(at: "?"), !head.unicodeScalars.contains("#") else { return }
        let end = tail.unicodeScalars.firstIndex(of: "#") ?? tail.endIndex
        let fields = Field.pairs(of: tail[..<end])
        // A parameter without a name would be a row with nothing in it.
        guard fields.allSatisfy({ !$0.name.isEmpty || !$0.value.isEmpty }) else { return }
        url = String(head) + tail[end...]
        query =
            fields + query.filter { row in !fields.contains { $0.name == row.name && $0.value == row.value } }
    }

    /// Adds a credential as a header, unless a header of the name is sent already.
    mutating func addCredential(header name: String, _ value: String, isInherited: Bool = false) {
        credentials.insert(name)
        guard !headers.sends(name) else { return }
        headers.append(.init(name, value))
        headers[headers.count - 1].isInherited = isInherited
    }

    /// Adds a credential to the query, encoded there.
    mutating func addCredential(parameter name: String, _ value: String) {
        credentials.insert(name)
        addParameter(TemplateText.percentEncoded(name), TemplateText.percentEncoded(value))
    }

    /// Adds a parameter to the query, before the fragment.
    mutating func addParameter(_ name: String, _ value: String) {
        url = url.appendingQuery("\(name)=\(value)")
    }
}

extension EditableRequest {
    /// The rows that are written and not sent, a sentence each: for formats that cannot express them.
    var switchedOff: [String] {
        let fields: [(kind: String, name: String)]
        switch body {
        case .form(let rows): fields = rows.filter { !$0.isEnabled }.map { ("field", $0.name) }
        case .multipart(let parts): fields = parts.filter { !$0.isEnabled }.map { ("field", $0.name) }
        case .none, .text, .lines, .file, .graphQL: fields = []
        }
        let rows =
            query.filter { !$0.isEnabled }.map { ("parameter", $0.name) }
            + headers.filter { !$0.isEnabled }.map { ("header", $0.name) } + fields
        return rows.map { "The \($0) “\($1)” is switched off and left out." }
    }
}

extension RequestResolver {
    /// Returns the rows of a request that are written and not sent, a sentence each.
    package func switchedOff(in saved: SavedRequest) -> [String] {
        EditableRequest(saved, in: file).switchedOff
    }
}
