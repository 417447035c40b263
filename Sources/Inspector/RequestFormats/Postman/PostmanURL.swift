import EngineJSON

/// The URL of a request of Postman, which may be text or taken apart.
struct PostmanURL {
    /// The whole URL; path variables are filled in, or are references where they have no value.
    private(set) var text: String
    private(set) var disabledQuery: [EditableRequest.Field] = []
    /// The URL where it names no host and so cannot be sent.
    private(set) var hostless: String?
    private(set) var warnings: [String] = []

    /// Reads a URL; `isEncoded` says whether Postman encodes it when it sends.
    init(_ source: JSONValue, isEncoded: Bool = true) {
        let encode = { (text: String) in isEncoded ? URLTextEncoder.encoded(text, .standard) : text }
        guard source.object != nil else {
            text = source.plainText.trimmedWhitespace
            checkHost()
            text = encode(text)
            return
        }
        let raw = (source["raw"]?.string ?? "").trimmedWhitespace
        let parts = Self.joined(source).trimmedWhitespace
        text = parts.isEmpty ? raw : Self.joined(source, escape: Self.escaped).trimmedWhitespace
        if !raw.isEmpty, !parts.isEmpty, !parts.saysTheSame(as: raw) {
            warnings.append(
                "The parts of its URL say something else than its text, “\(raw)”: they are taken.")
        }
        warnings += PostmanMembers.url.unknown(in: source).map {
            "The member “\($0)” of its URL is left out."
        }
        checkHost()
        if !text.isEmpty { fillPath(from: source["variable"]?.array ?? []) }
        text = encode(text)
        disabledQuery = (source["query"]?.array ?? []).compactMap { field in
            guard field["disabled"]?.bool == true, let name = field["key"]?.string, !name.isEmpty else {
                return nil
            }
            let value = field["value"].flatMap { $0.isNull ? nil : $0.plainText }
            let encode = { (text: String) in
                isEncoded ? URLTextEncoder.encoded(component: text, .standard) : text
            }
            return .init(encode(name), encode(value ?? ""), isEnabled: false, isBare: value == nil)
        }
    }

    /// A URL without a host would have the first name of its path for one.
    private mutating func checkHost() {
        guard let scheme = text.unicodeScalars.firstRange(of: "://".unicodeScalars),
            text[..<scheme.lowerBound].utf8.allSatisfy({ $0 != 0x2F && $0 != 0x3F }),
            text[scheme.upperBound...].first.map({ "/?#".contains($0) }) ?? true
        else { return }
        warnings.append("Its URL names no host: “\(text)”.")
        hostless = text
        text = ""
    }

    /// Escapes what would end a name or a value of the query.
    private static func escaped(_ text: String, isName: Bool) -> String {
        let marks = isName ? "&#=" : "&#"
        return TemplateText.map(text, literal: { $0.percentEncoded { marks.utf8.contains($0) } }) {
            "{{\($0)}}"
        }
    }

    private static func joined(
        _ source: JSONValue, escape: (_ text: String, _ isName: Bool) -> String = { text, _ in text }
    ) -> String {
        let host = list(source["host"], separator: ".")
        let scheme = source["protocol"]?.string.map { $0.hasSuffix("://") ? $0 : $0 + "://" } ?? ""
        // Some programs write nothing but the text and the query.
        guard !host.isEmpty || (source["raw"]?.string ?? "").isEmpty && !scheme.isEmpty else { return "" }
        var text = scheme + host
        if let port = source["port"]?.plainText, !port.isEmpty { text += ":" + port }
        let path = list(source["path"], separator: "/")
        if !path.isEmpty { text += path.hasPrefix("/") ? path : "/" + path }
        let pairs = (source["query"]?.array ?? []).filter { $0["disabled"]?.bool != true }.map { field in
            let value = field["value"].flatMap { $0.isNull ? nil : "=" + escape($0.plainText, false) } ?? ""
            return escape(field["key"]?.plainText ?? "", true) + value
        }
        if !pairs.isEmpty { text += "?" + pairs.joined(separator: "&") }
        if let hash = source["hash"]?.string, !hash.isEmpty { text += "#" + hash }
        return text
    }

    private static func list(_ source: JSONValue?, separator: String) -> String {
        guard let parts = source?.array else { return source?.string ?? "" }
        return parts.map { $0["value"]?.plainText ?? $0.plainText }.joined(separator: separator)
    }

    private mutating func fillPath(from variables: [JSONValue]) {
        var values: [String: String] = [:]
        for variable in variables {
            guard let name = (variable["key"] ?? variable["id"])?.string else { continue }
            values[name] = variable["value"]?.plainText ?? ""
        }
        guard !values.isEmpty else { return }
        let end = text.unicodeScalars.firstIndex { $0 == "?" || $0 == "#" } ?? text.endIndex
        let segments = text[..<end].split(at: "/", omittingEmptySubsequences: false).map { segment in
            guard segment.hasPrefix(":"), let value = values[String(segment.dropFirst())] else {
                return String(segment)
            }
            return PathSegments.text(for: String(segment.dropFirst()), value) {
                PathSegments.encoded($0, keepsSlashes: true)
            }
        }
        text = segments.joined(separator: "/") + text[end...]
    }
}

extension String {
    /// Returns whether two URLs differ in nothing but how they are written: the scheme of all, or a mark with
    /// nothing behind it.
    fileprivate func saysTheSame(as other: String) -> Bool {
        func plain(_ url: String) -> Substring {
            var rest = url[...]
            for scheme in ["http://", "//"] where rest.hasPrefix(scheme) {
                rest = rest.dropFirst(scheme.count)
            }
            let pairs = rest.split(at: "&").map { $0.hasSuffix("=") ? $0.dropLast() : $0 }
            rest = pairs.joined(separator: "&")[...]
            while let last = rest.last, "/?&#".contains(last) { rest.removeLast() }
            return Substring(rest.replacing("/?", with: "?"))
        }
        return plain(self) == plain(other)
    }
}
