/// Why a text is not YAML that can be read, and where.
struct YAMLError: Error, Hashable {
    /// The line, from 1.
    var line: Int
    /// The column, from 1.
    var column: Int
    /// What is wrong, as a sentence.
    var message: String
    /// What could be done instead.
    var expected: String?
}
