import JSON

/// The URL of a request of Postman, which may be text or taken apart.
struct PostmanURL {
    /// The whole URL; path variables are filled in, or are references where they have no value.
    private(set) var text: String
    /// Parameters that are switched off.
    private(set) var disabledQuery: [(name: String, value: String)] = []

    init(_ source: JSONValue) {
        guard source.object != nil else {
            text = source.text
            return
        }
        text = source["raw"]?.string ?? Self.joined(source)
        if !text.isEmpty { fillPath(from: source["variable"]?.array ?? []) }
        if !text.isEmpty, !text.hasScheme { text = "http://" + text }
        disabledQuery = (source["query"]?.array ?? []).compactMap { field in
            guard field["disabled"]?.bool == true, let name = field["key"]?.string else { return nil }
            return (name, field["value"]?.text ?? "")
        }
    }

    private static func joined(_ source: JSONValue) -> String {
        let host = list(source["host"], separator: ".")
        guard !host.isEmpty else { return "" }
        var text = source["protocol"]?.string.map { $0.hasSuffix("://") ? $0 : $0 + "://" } ?? ""
        text += host
        if let port = source["port"]?.text, !port.isEmpty { text += ":" + port }
        let path = list(source["path"], separator: "/")
        if !path.isEmpty { text += path.hasPrefix("/") ? path : "/" + path }
        let pairs = (source["query"]?.array ?? []).filter { $0["disabled"]?.bool != true }.map { field in
            let value = field["value"].flatMap { $0.isNull ? nil : "=" + $0.text } ?? ""
            return (field["key"]?.text ?? "") + value
        }
        if !pairs.isEmpty { text += "?" + pairs.joined(separator: "&") }
        if let hash = source["hash"]?.string, !hash.isEmpty { text += "#" + hash }
        return text
    }

    private static func list(_ source: JSONValue?, separator: String) -> String {
        guard let parts = source?.array else { return source?.string ?? "" }
        return parts.map { $0["value"]?.text ?? $0.text }.joined(separator: separator)
    }

    /// Replaces the segments `:name` of the path.
    private mutating func fillPath(from variables: [JSONValue]) {
        var values: [String: String] = [:]
        for variable in variables {
            guard let name = (variable["key"] ?? variable["id"])?.string else { continue }
            values[name] = variable["value"]?.text ?? ""
        }
        guard !values.isEmpty else { return }
        let end = text.firstIndex { $0 == "?" || $0 == "#" } ?? text.endIndex
        let segments = text[..<end].split(separator: "/", omittingEmptySubsequences: false).map { segment in
            guard segment.hasPrefix(":"), let value = values[String(segment.dropFirst())] else {
                return String(segment)
            }
            return value.isEmpty ? "{{\(SafeNames.variable(String(segment.dropFirst())))}}" : value
        }
        text = segments.joined(separator: "/") + text[end...]
    }
}
