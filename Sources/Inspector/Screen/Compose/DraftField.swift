/// A place of the form that can be typed into or chosen from.
enum DraftField: Hashable, Sendable {
    /// The tables; the row behind the last one is the blank in which a new one begins.
    enum Table: Hashable, Sendable { case query, headers, form, parts }
    enum Side: CaseIterable, Hashable, Sendable { case name, value, type, filename }

    case title, method, url
    case cell(Table, Int, Side)
    case credentials, user, password, token
    case accessKey, secretKey, sessionToken, region, service
    case bodyKind, text, file
    case retries, retryWhen, retryBackoff, timeout
    case mock

    var isChoice: Bool { self == .credentials || self == .bodyKind || self == .mock }
}

extension DraftField.Table {
    /// The cells of a row, from left to right.
    var sides: [DraftField.Side] { self == .parts ? DraftField.Side.allCases : [.name, .value] }
}

extension Draft {
    /// The fields there are, in the order of the form.
    var fields: [DraftField] {
        [.title, .method, .url] + cells(.query) + cells(.headers) + [.credentials] + fieldsOfCredentials + [
            .bodyKind
        ]
            + fieldsOfBody + [.retries, .retryWhen, .retryBackoff, .timeout, .mock]
    }

    private func cells(_ table: DraftField.Table) -> [DraftField] {
        self[table].indices.flatMap { row in table.sides.map { .cell(table, row, $0) } }
            + [.cell(table, self[table].count, .name)]
    }

    private var fieldsOfCredentials: [DraftField] {
        switch credentials.kind {
        case .none, .negotiate: []
        case .basic, .digest, .ntlm: [.user, .password]
        case .bearer: [.token]
        case .aws: [.accessKey, .secretKey, .sessionToken, .region, .service]
        }
    }

    private var fieldsOfBody: [DraftField] {
        switch bodyKind {
        case .none: []
        case .text, .json: [.text]
        case .form: cells(.form)
        case .multipart: cells(.parts)
        case .file: [.file]
        }
    }

    subscript(table: DraftField.Table) -> [Row] {
        get {
            switch table {
            case .query: query
            case .headers: headers
            case .form: form
            case .parts: parts
            }
        }
        set {
            switch table {
            case .query: query = newValue
            case .headers: headers = newValue
            case .form: form = newValue
            case .parts: parts = newValue
            }
        }
    }

    /// The text of a field; text in a blank row makes it a row.
    subscript(field: DraftField) -> String {
        get {
            switch field {
            case .cell(let table, let index, let side):
                guard self[table].indices.contains(index) else { return "" }
                return self[table][index][keyPath: side.path]
            case .credentials: return credentials.kind.rawValue
            case .bodyKind: return bodyKind.rawValue
            default: return Self.path(of: field).map { self[keyPath: $0] } ?? ""
            }
        }
        set {
            switch field {
            case .cell(let table, let index, let side): set(newValue, table, index, side)
            case .credentials: credentials.kind = Credentials.Kind(rawValue: newValue) ?? .none
            case .bodyKind: bodyKind = BodyKind(rawValue: newValue) ?? .none
            default: if let path = Self.path(of: field) { self[keyPath: path] = newValue }
            }
        }
    }

    private mutating func set(
        _ text: String, _ table: DraftField.Table, _ index: Int, _ side: DraftField.Side
    ) {
        if index == self[table].count {
            if text.isEmpty { return }
            self[table].append(Row())
        }
        guard self[table].indices.contains(index) else { return }
        self[table][index][keyPath: side.path] = text
    }

    private static func path(of field: DraftField) -> WritableKeyPath<Draft, String>? {
        switch field {
        case .title: \.head.title
        case .method: \.head.method
        case .url: \.head.url
        case .user: \.credentials.user
        case .password: \.credentials.password
        case .token: \.credentials.token
        case .accessKey: \.credentials.accessKey
        case .secretKey: \.credentials.secretKey
        case .sessionToken: \.credentials.sessionToken
        case .region: \.credentials.region
        case .service: \.credentials.service
        case .text: \.text
        case .file: \.file
        case .retries: \.head[directive: "retry"]
        case .retryWhen: \.head[directive: "retry-when"]
        case .retryBackoff: \.head[directive: "retry-backoff"]
        case .timeout: \.head[directive: "timeout"]
        case .cell, .credentials, .bodyKind, .mock: nil
        }
    }
}

extension DraftField.Side {
    fileprivate var path: WritableKeyPath<Draft.Row, String> {
        switch self {
        case .name: \.name
        case .value: \.value
        case .type: \.type
        case .filename: \.filename
        }
    }
}

/// A row of a draft that was deleted, and where it stood.
struct DeletedRow: Equatable, Sendable {
    var table: DraftField.Table
    var index: Int
    var row: Draft.Row
}
