import ClientEngine

@testable import InspectorScreen

extension TaskKey: ExpressibleByIntegerLiteral {
    /// Names a task of this session.
    public init(integerLiteral number: TaskID) { self = .session(number) }
}
