import EngineJSON

/// The description of an error by a server, in one of the usual JSON formats.
///
/// The formats are `{"code": …, "message": …}`, `{"error_code": …, "error_message": …}`, either of them inside
/// `"error"`, that of OAuth `{"error": …, "error_description": …}` (RFC 6749, section 5.2), and problem details (RFC
/// 9457).
public struct ServerProblem: Sendable, Hashable {
    /// The members that may contain each part.
    ///
    /// The first one present counts.
    struct Names: Sendable, Hashable {
        var code = ["code", "error_code", "type"]
        var message = ["message", "error_message", "error_description", "detail", "title"]

        init() {}
    }

    /// The code as text, even if it is a number.
    public var code: String?
    /// The message for people.
    public var message: String?

    /// Searches a body for the parts.
    ///
    /// Returns `nil` if there are none.
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
