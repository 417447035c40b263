import ClientEngine

/// A query as some older clients read and write it; only for servers that came to rely on that.
///
/// Names are lower-cased and not escaped, values are collected under their name, and both are sorted. Everything else in
/// the engine keeps order and case: use `Parameters` unless a server needs this.
public struct JewzruxinQuery: Sendable, Hashable {
    /// The part before the query; nil when the text was nothing but a query.
    var base: String?
    var values: [String: [String]]

    /// Reads a URL or a bare query.
    ///
    /// Pairs end at `&` or `;`. Those without `=` or without a name are dropped. In values `+` is a space. A fragment is
    /// not told apart.
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

    /// Adds parameters behind the values their names have already; lists give each of their elements.
    mutating func merge(_ parameters: Parameters) {
        for (name, value) in ParameterEncoding().pairs(of: parameters) {
            values[name.lowercased(), default: []].append(value ?? "")
        }
    }

    /// The URL or query, with names sorted without regard to case and values sorted as text.
    var text: String {
        let query = Self.encode(values)
        guard let base else { return query }
        return query.isEmpty ? base : base + "?" + query
    }

    /// Returns a URL or a bare query with parameters behind the values that their names have already, and all of it
    /// sorted.
    ///
    /// Pairs without `=` or without a name are dropped. A fragment is not told apart.
    public static func merging(_ parameters: Parameters, into text: String) -> String {
        var query = JewzruxinQuery(parsing: text)
        query.merge(parameters)
        return query.text
    }

    /// Writes parameters as a form with sorted, unescaped names and sorted values.
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
