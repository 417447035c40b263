import EngineJSON
import EngineMocks

/// A condition that stubs have a word for.
protocol StubCondition: ValueMatching {
    var wireMockName: String { get }
    /// What it wants, for people.
    var operandText: String { get }
    /// What it wants, as the member of its name holds it.
    var operand: JSONValue { get }
    /// Further members.
    var options: JSONObject { get }
}

extension StubCondition {
    var options: JSONObject { JSONObject() }
}
