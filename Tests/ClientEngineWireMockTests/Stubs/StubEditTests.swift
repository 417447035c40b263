import ClientEngineWireMock
import EngineJSON
import Testing

@Suite("Changing stubs in their files")
struct StubEditTests {
    private let list = #"{"meta":{"total":2},"mappings":[{"id":"a","odd":[1.50]},{"name":"b"},{}]}"#

    private func edit(_ text: String, at position: Int = 0, id: String) -> StubEdit? {
        StubEdit(Array(text.utf8), at: position, id: id)
    }

    private func json(_ bytes: [UInt8]?) throws -> JSONValue { try JSONValue(parsing: try #require(bytes)) }

    @Test("a switch leaves all else as it is", arguments: [true, false])
    func enabled(isEnabled: Bool) throws {
        let text = #"{"id":"a","postServeActions":[1],"metadata":{"x":1,"inspector":{"times":2,"y":null}}}"#
        let switched = try json(try #require(edit(text, id: "a")).settingEnabled(isEnabled))
        let word = isEnabled ? "true" : "false"
        let expected =
            #"{"id":"a","postServeActions":[1],"metadata":{"x":1,"inspector":{"times":2,"y":null,"enabled":\#(word)}}}"#
        #expect(switched.serialized() == expected)
    }

    @Test("one stub of a list is switched alone")
    func inList() throws {
        let switched = try json(try #require(edit(list, at: 1, id: "b")).settingEnabled(false))
        #expect(
            switched.serialized()
                == #"{"meta":{"total":2},"mappings":[{"id":"a","odd":[1.50]},"#
                + #"{"name":"b","metadata":{"inspector":{"enabled":false}}},{}]}"#)
    }

    @Test("a priority, or another stub, leaves the others as they are")
    func replaced() throws {
        let second = try #require(edit(list, at: 1, id: "b"))
        #expect(
            try json(second.settingPriority(2)).serialized()
                == #"{"meta":{"total":2},"mappings":[{"id":"a","odd":[1.50]},{"name":"b","priority":2},{}]}"#)
        #expect(
            try json(second.replacing(with: "// better\n{'name': 'c'}")).serialized()
                == #"{"meta":{"total":2},"mappings":[{"id":"a","odd":[1.50]},{"name":"c"},{}]}"#)
        #expect(second.replacing(with: "{") == nil)
        #expect(second.text.contains(#""name": "b""#) && !second.text.contains("odd"))
    }

    @Test("a stub is taken out of its list and put back")
    func removal() throws {
        let first = try #require(edit(list, id: "a"))
        let rest = try #require(first.removing())
        #expect(try json(rest).serialized() == #"{"meta":{"total":2},"mappings":[{"name":"b"},{}]}"#)
        let again = StubEdit.inserting(first.stub, at: 0, into: rest)
        #expect(try json(again).serialized() == list)
        #expect(try #require(edit(#"{"id":"a"}"#, id: "a")).removing() == nil)
        #expect(StubEdit.inserting(first.stub, at: 0, into: Array("{}".utf8)) == nil)
    }

    @Test(
        "another stub in the place is not touched",
        arguments: [(0, "b"), (1, "a"), (3, "x"), (-1, "a")])
    func other(position: Int, id: String) {
        #expect(edit(list, at: position, id: id) == nil)
        #expect(edit("no JSON", id: id) == nil)
    }

    @Test("a stub is found by what it calls itself, else by its place")
    func positions() {
        #expect(
            StubFile.positions(in: Array(list.utf8), path: "f.json") == ["a": 0, "b": 1, "f.json#3": 2])
        #expect(StubFile.positions(in: Array("{}".utf8), path: "f.json") == ["f.json": 0])
        #expect(StubFile.positions(in: [], path: "f.json") == [:])
        #expect(edit(list, at: 2, id: "f.json#3") != nil)
    }
}
