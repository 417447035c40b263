import EngineJSON
import FoundationEssentials

/// Says that an answer was complete but not the one that was needed; carries the whole answer.
public struct ResponseError: Error, Sendable, Hashable {
    /// The rule that the answer breaks.
    public enum Reason: Sendable, Hashable {
        /// Its status is not one that was asked for.
        case status
        /// Its status is 401.
        case unauthorized
        /// It is a redirect that was not followed; the location is as the server wrote it.
        case redirect(location: String?)
        /// Its content is of another type than those that were asked for.
        case contentType(MediaType)
        /// It has no content (204), where some was asked for.
        case noContent
    }

    /// The reason.
    public var reason: Reason
    /// The answer.
    public var response: Response
    /// The answer's body as JSON, where it is some.
    public var json: JSONValue?

    /// Creates an error around an answer.
    ///
    /// The body is read as JSON when its type says that it is, or when `assumesJSON` does.
    public init(_ reason: Reason, _ response: Response, assumesJSON: Bool = false) {
        self.reason = reason
        self.response = response
        let isJSON = assumesJSON || response.mediaType?.isJSON == true
        json = isJSON ? try? JSONValue(parsing: response.utf8Body) : nil
    }

    /// The status of the answer.
    public var status: StatusCode { response.status }

    /// The server's own description of the error.
    public var problem: ServerProblem? { json.flatMap { ServerProblem($0) } }
}

extension ResponseError: CustomStringConvertible {
    /// A sentence for a person, with the server's own words where it sent some.
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
    /// A sentence for a person, with the server's own words where it sent some.
    public var errorDescription: String? { description }
}
