import EngineJSON
import EngineMocks

/// A condition that stubs have a name for.
protocol StubCondition: ValueMatching {
    var wireMockName: String { get }
    /// The operand as text for people.
    var operandText: String { get }
    /// The operand as the value of the member in a stub.
    var operand: JSONValue { get }
    /// Other members of the matcher in a stub.
    var options: JSONObject { get }
}

extension StubCondition {
    var options: JSONObject { JSONObject() }
}
