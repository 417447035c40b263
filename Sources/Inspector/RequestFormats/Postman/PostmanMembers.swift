import EngineJSON

/// The members of a part of a collection that are read here, or mean nothing for what is sent.
struct PostmanMembers {
    private let known: Set<String>

    static let request = PostmanMembers(known: [
        "url", "method", "header", "body", "auth", "description", "certificate", "proxy", "name", "id",
    ])
    static let body = PostmanMembers(known: [
        "mode", "raw", "urlencoded", "formdata", "file", "graphql", "options", "disabled",
    ])
    static let url = PostmanMembers(known: [
        "raw", "protocol", "host", "port", "path", "query", "hash", "variable",
    ])
    static let item = PostmanMembers(known: [
        "id", "uid", "name", "description", "request", "response", "event", "variable", "item", "auth",
        "protocolProfileBehavior",
    ])
    static let collection = PostmanMembers(known: [
        "info", "item", "event", "variable", "auth", "protocolProfileBehavior",
    ])

    /// Returns the other members that say something; a name that begins with `_` is the program's own.
    func unknown(in value: JSONValue) -> [String] {
        (value.object?.members ?? []).filter { member in
            !known.contains(member.name) && !member.name.hasPrefix("_") && !member.value.saysNothing
        }.map(\.name)
    }
}

extension JSONValue {
    fileprivate var saysNothing: Bool {
        switch self {
        case .null: true
        case .string(let text): text.isEmpty
        case .array(let elements): elements.isEmpty
        case .object(let object): object.isEmpty
        case .bool, .number: false
        }
    }
}
