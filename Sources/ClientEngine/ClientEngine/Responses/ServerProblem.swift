import EngineJSON

/// The description that a server gives of its own error, in one of the shapes that are common in JSON.
///
/// `{"code": …, "message": …}`, `{"error_code": …, "error_message": …}`, either of them within `"error"`, OAuth's
/// `{"error": …, "error_description": …}` (RFC 6749, section 5.2) and problem details (RFC 9457).
public struct ServerProblem: Sendable, Hashable {
    /// The members that may hold each part; the first that is there counts.
    struct Names: Sendable, Hashable {
        var code = ["code", "error_code", "type"]
        var message = ["message", "error_message", "error_description", "detail", "title"]

        init() {}
    }

    /// The code, a number too, as text.
    public var code: String?
    /// The message for people.
    public var message: String?

    /// Looks for the parts in a body; nil where there are none.
    init?(_ json: JSONValue, names: Names = Names()) {
        guard json.object != nil else { return nil }
        func find(_ names: [String]) -> String? {
            let nested = names.lazy.compactMap { json["error"]?[$0]?.words }.first
            return nested ?? names.lazy.compactMap { json[$0]?.words }.first
        }
        message = find(names.message)
        code = find(names.code) ?? json["error"]?.string
        if code == nil, message == nil { return nil }
    }
}

extension JSONValue {
    fileprivate var words: String? { string ?? number?.text }
}
