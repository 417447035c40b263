import EngineJSON

/// A note that a program adds to a task at any time, also after its end: a reference to a ticket, for example.
///
/// It is JSON, so that exports and attached inspectors keep it. Values that only this process reads go in ``UserInfo``.
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
