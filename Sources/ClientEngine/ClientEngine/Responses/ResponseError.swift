import EngineJSON
import FoundationEssentials

/// The error of a response that is complete, but not acceptable.
///
/// It contains the whole response.
public struct ResponseError: Error, Sendable, Hashable {
    /// The reason why a response is not acceptable.
    public enum Reason: Sendable, Hashable {
        /// The status is not accepted.
        case status
        /// The status is 401.
        case unauthorized
        /// The response is a redirect that was not followed; `location` is as the server wrote it.
        case redirect(location: String?)
        /// The content has a media type that is not accepted.
        case contentType(MediaType)
        /// The response has no content (204), although content is required.
        case noContent
    }

    /// The reason why the response is not acceptable.
    public var reason: Reason
    /// The response.
    public var response: Response
    /// The body as JSON, or `nil` if it is not JSON.
    public var json: JSONValue?

    /// Creates the error for a response.
    ///
    /// The body is parsed as JSON if its media type is JSON, or if `assumesJSON` is `true`.
    public init(_ reason: Reason, _ response: Response, assumesJSON: Bool = false) {
        self.reason = reason
        self.response = response
        let isJSON = assumesJSON || response.mediaType?.isJSON == true
        json = isJSON ? try? JSONValue(parsing: response.utf8Body) : nil
    }

    /// The status of the response.
    public var status: StatusCode { response.status }

    /// The description of the error by the server.
    public var problem: ServerProblem? { json.flatMap { ServerProblem($0) } }
}

extension ResponseError: CustomStringConvertible {
    /// A sentence for people, with the message of the server if there is one.
    public var description: String {
        let status = status.reason.isEmpty ? "\(status)" : "\(status) \(status.reason)"
        let fault =
            switch reason {
            case .status, .unauthorized: "the answer was \(status)"
            case .redirect(let location?): "the answer was \(status), a redirect to \(location)"
            case .redirect(nil): "the answer was \(status), a redirect to nowhere"
            case .contentType(let type): "the answer was \(type), which was not asked for"
            case .noContent: "the answer was \(status), where some content was needed"
            }
        guard let words = problem?.message ?? problem?.code else { return fault }
        return "\(fault): \(words)"
    }
}

extension ResponseError: LocalizedError {
    /// A sentence for people, with the message of the server if there is one.
    public var errorDescription: String? { description }
}
