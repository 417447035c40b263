import ClientEngine
import FoundationEssentials

/// A response that a person edited before another program received it.
public struct EditedAnswer: Sendable, Hashable {
    /// The head, with the length of the body.
    public var head: ResponseHead
    /// The body.
    public var body: [UInt8]

    /// Creates an edited response.
    public init(head: ResponseHead, body: [UInt8]) {
        self.head = head
        self.body = body
    }
}

extension Annotation {
    static let editedAnswer = "editedAnswer"

    /// The annotation that a person edited the request of another program before it was sent.
    public static let editedRequest = Annotation("editedRequest", true)

    /// Creates the annotation that another program received this response instead of the server's.
    public init(_ answer: EditedAnswer) {
        let headers = answer.head.headers.map { JSONValue.array([.string($0.name), .string($0.value)]) }
        var value: JSONObject = [
            "status": JSONValue(answer.head.status.rawValue), "reason": .string(answer.head.reason),
            "headers": .array(headers),
        ]
        if let text = String(validating: answer.body, as: UTF8.self) {
            value["body"] = .string(text)
        } else {
            value["base64"] = .string(Data(answer.body).base64EncodedString())
        }
        self.init(Self.editedAnswer, .object(value))
    }
}

extension EditedAnswer {
    /// Creates an edited response from an annotation with the name `editedAnswer`, or returns `nil` for any other
    /// annotation.
    public init?(_ annotation: Annotation) {
        guard annotation.name == Annotation.editedAnswer else { return nil }
        self.init(annotation.value)
    }

    /// Creates an edited response from the value of an annotation, or returns `nil` if it has no status.
    fileprivate init?(_ value: JSONValue) {
        guard let status = value["status"]?.int else { return nil }
        let fields = (value["headers"]?.array ?? []).map {
            Headers.Field($0[0]?.string ?? "", $0[1]?.string ?? "")
        }
        let bytes = value["base64"]?.string.flatMap { Data(base64Encoded: $0) }.map { Array($0) }
        self.init(
            head: ResponseHead(
                status: StatusCode(rawValue: status), reason: value["reason"]?.string ?? "",
                headers: Headers(fields)),
            body: bytes ?? Array((value["body"]?.string ?? "").utf8))
    }
}

extension TaskRecord {
    /// Indicates whether a person edited the request of another program before it was sent.
    public var isRequestEdited: Bool {
        get { annotations.contains { $0.name == Annotation.editedRequest.name } }
        set {
            replaceAnnotations(named: Annotation.editedRequest.name, by: newValue ? [.editedRequest] : [])
        }
    }

    /// The edited response that another program received instead of the server's, or `nil` if it was not edited.
    public var editedAnswer: EditedAnswer? {
        get { annotations(named: Annotation.editedAnswer).last.flatMap { EditedAnswer($0) } }
        set {
            replaceAnnotations(named: Annotation.editedAnswer, by: newValue.map { [Annotation($0)] } ?? [])
        }
    }
}
