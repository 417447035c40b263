import EngineJSON
import Testing

@Suite struct JSONObjectTests {
    private let object: JSONObject = ["a": 1, "b": 2, "a": 3]

    @Test("members keep their order and their duplicates; the last one answers")
    func order() {
        #expect(object.members.map(\.name) == ["a", "b", "a"])
        #expect(object["a"] == 3)
        #expect(object.values(named: "a") == [1, 3])
        #expect(object["c"] == nil)
        #expect(object.count == 3)
        #expect(JSONObject().isEmpty)
    }

    @Test("setting leaves one member where the last one stood")
    func setting() {
        var object = object
        object["a"] = 4
        #expect(object == ["b": 2, "a": 4])
        object["c"] = 5
        #expect(object == ["b": 2, "a": 4, "c": 5])
        object["b"] = .null
        #expect(object == ["b": .null, "a": 4, "c": 5])
    }

    @Test("setting nil removes every member with the name")
    func removing() {
        var object = object
        object["a"] = nil
        #expect(object == ["b": 2])
        object["nobody"] = nil
        #expect(object == ["b": 2])
    }

    @Test("names that only look the same are different")
    func exactNames() {
        let object: JSONObject = ["\u{E9}": 1, "e\u{301}": 2]
        #expect(object["\u{E9}"] == 1)
        #expect(object["e\u{301}"] == 2)
    }
}
