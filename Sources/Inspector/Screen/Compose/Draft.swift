import ClientEngine
import RequestFormats

/// A request in the form: credentials and bodies apart, so that none is lost while another kind is looked at.
@dynamicMemberLookup
package struct Draft: Equatable, Sendable {
    /// The credentials of the request.
    struct Credentials: Equatable, Sendable {
        enum Kind: String, CaseIterable, Sendable {
            case none, basic, bearer, digest
            case ntlm = "NTLM"
            case negotiate = "Negotiate"
            case aws = "AWS"
        }

        var kind = Kind.none
        var user = ""
        var password = ""
        var token = ""
        var accessKey = ""
        var secretKey = ""
        var sessionToken = ""
        var region = ""
        var service = ""
        /// Indicates whether a blank separates the user from the password, instead of a colon.
        var isSpaced = false
        /// Its place among the headers.
        var index = 0
    }

    enum BodyKind: String, CaseIterable, Sendable {
        case none, text, json = "JSON", form, multipart, file

        /// The Content-Type that is sent where the draft sets none.
        var type: String? {
            switch self {
            case .json: "application/json"
            case .form: "application/x-www-form-urlencoded"
            case .multipart: "multipart/form-data"
            case .none, .text, .file: nil
            }
        }
    }

    /// The Content-Type that the form does not show among the headers.
    struct HiddenType: Equatable, Sendable {
        var value: String
        /// Its place among the headers.
        var index: Int
    }

    /// All but the credentials, the body and its type.
    var head = EditableRequest(url: "")
    var credentials = Credentials()
    var bodyKind = BodyKind.none
    /// The body where it is text or JSON.
    var text = ""
    private var formFields: [EditableRequest.Field] = []
    private var formParts: [EditableBody.Part] = []
    var file = ""
    private var hiddenType: HiddenType?

    /// Takes the method that somebody has typed before the URL, as in a request line.
    mutating func takeMethodOfURL() {
        let words = head.url.split(maxSplits: 1, whereSeparator: \.isWhitespace)
        guard words.count == 2, Self.methods.contains(String(words[0])) else { return }
        head.method = String(words[0])
        head.url = String(words[1])
    }

    /// The methods that the arrow keys go through.
    static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]

    /// Begins an empty one.
    package init() {}

    /// Reads the first request of a text; nil when there is none.
    package init?(reading source: String) {
        guard let request = EditableRequest(reading: source) else { return nil }
        self.init(request)
    }

    package subscript<Value>(dynamicMember path: WritableKeyPath<EditableRequest, Value>) -> Value {
        get { head[keyPath: path] }
        set { head[keyPath: path] = newValue }
    }

    package subscript<Value>(dynamicMember path: KeyPath<EditableRequest, Value>) -> Value {
        head[keyPath: path]
    }

    /// The text; reading it gives an equal draft.
    var block: String { request.text }

    /// The name for people.
    var label: String {
        let address = head.url.isEmpty ? "a request without URL" : head.url
        return "\(head.method) \(address)"
    }

    // MARK: Tables

    var query: [Row] {
        get { head.query.map(Row.init) }
        set { head.query = newValue.map(\.field) }
    }

    var headers: [Row] {
        get { head.headers.map(Row.init) }
        set { head.headers = newValue.map(\.field) }
    }

    var form: [Row] {
        get { formFields.map(Row.init) }
        set { formFields = newValue.map(\.field) }
    }

    /// The parts of a multipart body; a value that begins with `@` names a file.
    var parts: [Row] {
        get { formParts.map(Row.init) }
        set { formParts = newValue.map(\.part) }
    }

    // MARK: The request

    /// Takes a request apart.
    init(_ request: EditableRequest) {
        head = request
        head.body = .none
        for (index, header) in head.headers.enumerated() where header.isEnabled {
            guard header.name.lowercased() == "authorization",
                let found = Credentials(reading: header.value, at: index)
            else { continue }
            credentials = found
            head.headers.remove(at: index)
            break
        }
        let index = head.headers.lastIndex { $0.isEnabled && $0.name.lowercased() == "content-type" }
        let type = index.map { head.headers[$0].value } ?? ""
        switch request.body {
        case .none: break
        case .text(let text), .lines(let text):
            (bodyKind, self.text) = (Self.isJSON(type) ? .json : .text, text)
        case .form(let fields): (bodyKind, formFields) = (.form, fields)
        case .multipart(let parts): (bodyKind, formParts) = (.multipart, parts)
        case .file(let path): (bodyKind, file) = (.file, path)
        case .graphQL(let query, _): (bodyKind, text) = (.text, query)
        }
        guard let index, bodyKind == .multipart || type == bodyKind.type else { return }
        head.headers.remove(at: index)
        let usual = bodyKind == .multipart ? MultipartForm(parts: sentParts).contentType : bodyKind.type
        if index < head.headers.count || type != usual { hiddenType = HiddenType(value: type, index: index) }
    }

    private var sentParts: [MultipartForm.Part] { formParts.filter(\.isEnabled).map(\.sent) }

    private static func isJSON(_ type: String) -> Bool { MediaType(type).isJSON }

    /// The request as it is written.
    var request: EditableRequest {
        var request = head
        if let type = impliedType {
            request.headers.insert(
                .init("Content-Type", type), at: min(hiddenType?.index ?? .max, request.headers.count))
        }
        if let value = credentials.value {
            request.headers.insert(
                .init("Authorization", value), at: min(credentials.index, request.headers.count))
        }
        switch bodyKind {
        case .none: request.body = .none
        case .text, .json: request.body = .lines(text)
        case .form: request.body = .form(formFields)
        case .multipart: request.body = .multipart(formParts)
        case .file: request.body = .file(path: file)
        }
        return request
    }

    /// The Content-Type that the kind of body brings, unless a header says another.
    private var impliedType: String? {
        guard let type = bodyKind.type, head.headers.sent("content-type") == nil else { return nil }
        guard let hidden = hiddenType?.value, hidden.lowercased().hasPrefix(type) else { return type }
        return hidden
    }
}
