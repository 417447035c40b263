/// The rules that an answer must keep before anything is made of it.
///
/// ```
///  status accepted? ──no──▶ 3xx: redirect · 401: unauthorized · else: status
///  204? ──▶ an error, or parsed without content
///  content type asked for? ──no──▶ content type        a missing one is taken for right
///  ▼
///  parse
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
    package var statuses: StatusRule?
    /// The types of content that are good, with `*` where any will do; empty takes all.
    ///
    /// If the request has no `Accept`, they are what it asks for, in this order of preference.
    package var contentTypes: [MediaType]
    package var noContent: NoContent

    /// Creates rules.
    public init(
        statuses: StatusRule? = nil, contentTypes: [MediaType] = [], noContent: NoContent = .parsed
    ) {
        self.statuses = statuses
        self.contentTypes = contentTypes
        self.noContent = noContent
    }

    /// Throws what keeps an answer from being parsed.
    ///
    /// With `assumesJSON` the body of an error is read as JSON whatever its type.
    /// - Throws: ``ResponseError``.
    package func check(_ response: Response, assumesJSON: Bool = false) throws(ResponseError) {
        if let reason = fault(of: response) {
            throw ResponseError(reason, response, assumesJSON: assumesJSON)
        }
    }

    private func fault(of response: Response) -> ResponseError.Reason? {
        guard (statuses ?? .successful).accepts(response.statusCode) else {
            switch response.statusCode {
            case .unauthorized: return .unauthorized
            case _ where response.statusCode.class == .redirection:
                return .redirect(location: response.headers["Location"])
            default: return .status
            }
        }
        if response.statusCode == .noContent { return noContent == .refused ? .noContent : nil }
        guard !contentTypes.isEmpty, let type = response.mediaType, response.statusCode.class == .success,
            !contentTypes.contains(where: { type.matches($0) })
        else { return nil }
        return .contentType(type)
    }
}
