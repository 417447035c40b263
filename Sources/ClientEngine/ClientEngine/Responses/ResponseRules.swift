/// The conditions for parsing a response.
///
/// ```
///  status accepted? ──no──▶ 3xx: redirect · 401: unauthorized · else: status
///  204? ──▶ an error, or parsed without content
///  content type accepted? ──no──▶ content type        a missing one is accepted
///  ▼
///  parse
/// ```
///
/// ``Request/decoding(_:rules:decoder:)`` uses ``json`` by default, which can be changed:
///
/// ```swift
/// var rules = ResponseRules.json
/// rules.contentTypes = ["*/*"]
/// ```
public struct ResponseRules: Sendable, Hashable {
    /// The treatment of a response without content (204).
    public enum NoContent: Sendable, Hashable {
        /// The response is an error.
        case refused
        /// The response is parsed like any other.
        case parsed
    }

    /// The accepted statuses, or `nil` for ``RequestOptions/acceptedStatuses``.
    public var statuses: StatusRule?
    /// The accepted media types, in which `*` is a wildcard.
    ///
    /// An empty list accepts all. If the request has no `Accept` field, it asks for these types, in this order of
    /// preference.
    public var contentTypes: [MediaType]
    /// The treatment of a response without content.
    public var noContent: NoContent

    /// Creates rules.
    public init(
        statuses: StatusRule? = nil, contentTypes: [MediaType] = [], noContent: NoContent = .parsed
    ) {
        self.statuses = statuses
        self.contentTypes = contentTypes
        self.noContent = noContent
    }

    /// The rules for JSON responses: the media type is `application/json`, and content is required.
    public static let json = ResponseRules(contentTypes: ["application/json"], noContent: .refused)

    /// Checks whether a response meets the rules.
    ///
    /// If `assumesJSON` is `true`, the body of an error response is parsed as JSON regardless of its type.
    ///
    /// - Throws: A ``ResponseError`` with the rule that the response violates.
    public func check(_ response: Response, assumesJSON: Bool = false) throws(ResponseError) {
        if let reason = fault(of: response) {
            throw ResponseError(reason, response, assumesJSON: assumesJSON)
        }
    }

    private func fault(of response: Response) -> ResponseError.Reason? {
        guard (statuses ?? .successful).accepts(response.status) else {
            switch response.status {
            case .unauthorized: return .unauthorized
            case _ where response.status.class == .redirection:
                return .redirect(location: response.headers["Location"])
            default: return .status
            }
        }
        if response.status == .noContent { return noContent == .refused ? .noContent : nil }
        guard !contentTypes.isEmpty, let type = response.mediaType, response.status.class == .success,
            !contentTypes.contains(where: { type.matches($0) })
        else { return nil }
        return .contentType(type)
    }
}
