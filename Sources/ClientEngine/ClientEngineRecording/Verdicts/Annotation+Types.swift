import ClientEngine

extension Annotation {
    /// The names of the annotations that ``TestResult``, ``EditedAnswer`` and `TaskRecord.isRequestEdited` read.
    public static var typedNames: Set<String> { [testResult, editedRequest.name, editedAnswer] }
}

extension TaskRecord {
    /// Replaces the annotations with a name.
    mutating func replaceAnnotations(named name: String, by others: [Annotation]) {
        annotations.removeAll { $0.name == name }
        annotations += others
    }
}
