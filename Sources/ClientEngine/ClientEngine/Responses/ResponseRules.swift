/// The rules that a response must keep before it is parsed.
///
/// ```
///  status accepted? ──no──▶ 3xx: redirect · 401: unauthorized · else: status
///  204? ──▶ an error, or parsed without content
///  content type asked for? ──no──▶ content type        a missing one is taken for right
///  ▼
///  parse
/// ```
///
/// Those of ``Request/decoding(_:rules:decoder:)`` are ``json``, and can be changed:
///
/// ```swift
/// var rules = ResponseRules.json
/// rules.contentTypes = ["*/*"]
/// ```
public struct ResponseRules: Sendable, Hashable {
    /// The treatment of a response without content (204).
    public enum NoContent: Sendable, Hashable {
        /// It is an error.
        case refused
        /// It is parsed like any other.
        case parsed
    }

    /// The statuses that are good; nil takes ``RequestOptions/acceptedStatuses``.
    public var statuses: StatusRule?
    /// The types of content that are good, with `*` where any will do; empty takes all.
    ///
    /// If the request has no `Accept`, they are what it asks for, in this order of preference.
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

    /// The rules for responses in JSON: their type is `application/json`, and they have content.
    public static let json = ResponseRules(contentTypes: ["application/json"], noContent: .refused)

    /// Checks whether a response keeps the rules.
    ///
    /// With `assumesJSON` the body of an error is read as JSON whatever its type.
    /// - Throws: A ``ResponseError`` with the rule that the response breaks.
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
