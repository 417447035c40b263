import EngineJSON

/// A note that a program adds to a task, such as the number of a ticket.
///
/// It can be added at any time, even after the end of the task. Exports and attached inspectors contain it, so its
/// value is JSON. For values that only this process reads, use ``UserInfo``.
///
/// ```swift
/// client.annotate(task.id, Annotation("ticket", "SHOP-17"))
/// ```
///
/// The annotation becomes part of the record of the task, in ``TaskRecord/annotations``, and observers receive it as
/// ``Event/Kind/annotated(_:)``. A program can use its own types for annotations by adding extensions that read and
/// write ``value``.
public struct Annotation: Sendable, Hashable {
    /// The kind of note.
    ///
    /// `ClientEngineRecording` uses the names `testResult`, `editedRequest` and `editedAnswer`.
    public var name: String
    /// The content, in a form that depends on the name.
    public var value: JSONValue

    /// Creates an annotation.
    public init(_ name: String, _ value: JSONValue = .null) {
        self.name = name
        self.value = value
    }
}

extension TaskRecord {
    /// Returns the values of the annotations with a name, in the order in which they were added.
    public func annotations(named name: String) -> [JSONValue] {
        annotations.filter { $0.name == name }.map(\.value)
    }
}
