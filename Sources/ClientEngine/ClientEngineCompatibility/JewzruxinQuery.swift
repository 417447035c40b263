import ClientEngine

/// A query in the form of some older clients, for servers that depend on it.
///
/// Names are in lower case and not escaped, values are grouped by name, and both are sorted. All other code of the
/// engine keeps order and case: use `Parameters` unless a server needs this form.
public struct JewzruxinQuery: Sendable, Hashable {
    /// The part before the query, or `nil` if the text is only a query.
    var base: String?
    var values: [String: [String]]

    /// Parses a URL or a query.
    ///
    /// Pairs end at `&` or `;`. Pairs without `=` or without a name are dropped. In values, `+` is a space. A fragment
    /// is not recognized.
    init(parsing text: String) {
        let mark = text.unicodeScalars.firstIndex(of: "?")
        base = mark.map { String(text[..<$0]) }
        values = [:]
        let query = mark.map { text[text.unicodeScalars.index(after: $0)...] } ?? text[...]
        for pair in query.split(whereSeparator: { $0 == "&" || $0 == ";" }) {
            guard let (name, value) = pair.cut(at: "="), !name.isEmpty else {
                continue
            }
            values[name.lowercased(), default: []].append(value.queryDecoded)
        }
        if values.isEmpty { base = text }
    }

    /// Adds parameters after the existing values of their names.
    ///
    /// Each element of a list is added.
    mutating func merge(_ parameters: Parameters) {
        for (name, value) in ParameterEncoding().pairs(of: parameters) {
            values[name.lowercased(), default: []].append(value ?? "")
        }
    }

    /// The URL or the query, with names sorted ignoring case and values sorted as text.
    var text: String {
        let query = Self.encode(values)
        guard let base else { return query }
        return query.isEmpty ? base : base + "?" + query
    }

    /// Returns a URL or a query with parameters added after the existing values of their names, and with all pairs
    /// sorted.
    ///
    /// Pairs without `=` or without a name are dropped. A fragment is not recognized.
    public static func merging(_ parameters: Parameters, into text: String) -> String {
        var query = JewzruxinQuery(parsing: text)
        query.merge(parameters)
        return query.text
    }

    /// Returns parameters as a form with sorted, unescaped names and sorted values.
    public static func encode(_ parameters: Parameters) -> String {
        var values: [String: [String]] = [:]
        for (name, value) in ParameterEncoding().pairs(of: parameters) {
            values[name, default: []].append(value ?? "")
        }
        return encode(values)
    }

    private static func encode(_ values: [String: [String]]) -> String {
        let encoding = ParameterEncoding(escaping: .unreserved)
        let names = values.keys.sorted { ($0.lowercased(), $0) < ($1.lowercased(), $1) }
        return names.flatMap { name in
            (values[name] ?? []).sorted().map { "\(name)=\(encoding.escaped($0))" }
        }
        .joined(separator: "&")
    }
}
