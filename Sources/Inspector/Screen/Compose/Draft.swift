/// A request that is being written: what the form shows, and what of its `.http` text the form does not show.
package struct Draft: Equatable, Sendable {
    /// A line of a table, which can be switched off without losing it.
    struct Row: Equatable, Sendable {
        var name = ""
        var value = ""
        var isOn = true
        /// Whether it is written without `=`, as long as it has no value.
        var isBare = false
        /// The media type of a part of a multipart body; empty for the usual one.
        var type = ""
        /// The file name that a part gives; empty for the usual one.
        var filename = ""
    }

    /// How the request says who asks.
    struct Credentials: Equatable, Sendable {
        enum Kind: String, CaseIterable, Sendable { case none, basic, bearer }

        var kind = Kind.none
        var user = ""
        var password = ""
        var token = ""
        /// Its place among the headers.
        var index = 0
    }

    enum BodyKind: String, CaseIterable, Sendable {
        case none, text, json = "JSON", form, multipart, file

        /// The Content-Type that goes without saying.
        var type: String? {
            switch self {
            case .json: "application/json"
            case .form: "application/x-www-form-urlencoded"
            case .none, .text, .multipart, .file: nil
            }
        }
    }

    /// The lines above the request line that have no field: separator, comments, definitions, directives.
    var leading = ""
    var method = "GET"
    /// The target without its query.
    var url = ""
    var version: String?
    var query: [Row] = []
    var headers: [Row] = []
    var credentials = Credentials()
    var bodyKind = BodyKind.none
    /// The body where it is text or JSON.
    var text = ""
    var form: [Row] = []
    /// The parts of a multipart body; a value that begins with `@` names a file.
    var parts: [Row] = []
    var file = ""
    var retries = ""
    var retryWhen = ""
    var retryBackoff = ""
    var timeout = ""
    /// The lines behind the body: handlers, assertions, blank lines.
    var trailing = ""
    /// Whether the lines end with CRLF in the file.
    var hasCRLF = false

    /// The methods that the arrow keys go through.
    static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]

    /// What people call it.
    var label: String {
        let address = url.isEmpty ? "a request without URL" : url
        return "\(method) \(address)"
    }

    /// Takes the query out of the URL and into rows.
    mutating func splitURL() {
        let (address, rows) = Self.split(url)
        guard !rows.isEmpty else { return }
        url = address
        query = rows + query.filter { row in !rows.contains { $0.name == row.name && $0.value == row.value } }
    }

    /// The address and the parameters of a target; a fragment stays with the address.
    static func split(_ target: String) -> (address: String, rows: [Row]) {
        guard let mark = target.unicodeScalars.firstIndex(of: "?"),
            !target[..<mark].unicodeScalars.contains("#")
        else {
            return (target, [])
        }
        let tail = target[target.unicodeScalars.index(after: mark)...]
        let end = tail.unicodeScalars.firstIndex(of: "#") ?? tail.endIndex
        return (String(target[..<mark]) + tail[end...], rows(of: tail[..<end]))
    }

    /// The pairs of a query or a form, as they are written.
    static func rows(of text: some StringProtocol) -> [Row] {
        text.split(at: "&").map { pair in
            let parts = pair.split(at: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count > 1 ? String(parts[1]) : ""
            return Row(name: String(parts[0]), value: value, isBare: parts.count == 1)
        }
    }
}
