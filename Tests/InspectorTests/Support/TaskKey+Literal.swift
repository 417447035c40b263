import ClientEngine

@testable import InspectorScreen

extension TaskKey: ExpressibleByIntegerLiteral {
    /// Creates the key of a task of this session.
    public init(integerLiteral number: TaskID) { self = .session(number) }
}
