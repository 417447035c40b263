import EngineJSON

/// A note about a task that comes from outside of the engine: the result of a test, for example, or a reference to a ticket.
///
/// ```swift
/// client.annotate(task.id, Annotation("ticket", "SHOP-17"))
/// ```
/// It becomes part of the task's record, in ``TaskRecord/annotations``, and observers receive it as ``Event/Kind/annotated(_:)``.
/// A program gives its own annotations types by extensions that read and write ``value``.
public struct Annotation: Sendable, Hashable {
    /// The kind of note; the names `testResult`, `editedRequest` and `editedAnswer` belong to `ClientEngineRecording`.
    public var name: String
    /// The content, whose form the name determines.
    public var value: JSONValue

    /// Creates an annotation.
    public init(_ name: String, _ value: JSONValue = .null) {
        self.name = name
        self.value = value
    }
}

extension TaskRecord {
    /// Returns the values of the annotations with a name, in the order in which they came.
    public func annotations(named name: String) -> [JSONValue] {
        annotations.filter { $0.name == name }.map(\.value)
    }
}
