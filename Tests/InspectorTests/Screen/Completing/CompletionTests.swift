import InspectorCanvas
import Testing

@testable import InspectorScreen

@Suite("The menu below a field")
struct CompletionTests {
    private static func menu(
        _ word: String, _ purpose: Completion.Purpose = .writing, selecting: String? = nil
    ) -> Completion? {
        Completion(
            .init(text: word),
            of: ["Accept", "Accept-Encoding", "If-Match", "X-Accel"].map { .init(text: $0) },
            purpose: purpose, selecting: selecting)
    }

    private static func answers(_ menu: Completion?, _ keys: [Key]) throws -> [Completion.Answer] {
        var menu = try #require(menu)
        return keys.map { menu.press($0) }
    }

    private static func taken(_ text: String) -> Completion.Answer { .taken(.init(text: text)) }

    @Test(
        "offers what begins with the word before what holds it, whatever the case",
        arguments: [
            ("", ["Accept", "Accept-Encoding", "If-Match", "X-Accel"]),
            ("acc", ["Accept", "Accept-Encoding", "X-Accel"]),
            ("a", ["Accept", "Accept-Encoding"]), ("MATCH", ["If-Match"]),
        ])
    func candidates(word: String, found: [String]) {
        #expect(Self.menu(word)?.candidates.map(\.text) == found)
    }

    @Test(
        "is not there for a word that is whole, or that nothing goes on from", arguments: ["accept", "zebra"])
    func nothing(word: String) {
        #expect(Self.menu(word) == nil)
    }

    @Test("selects nothing by itself: Enter and letters are for the field")
    func typing() throws {
        #expect(try Self.answers(Self.menu("acc"), [.enter, "e", .left]) == [.none, .none, .none])
    }

    @Test("goes down by Tab and the arrows, round, and by the way up back into the field")
    func moving() throws {
        var menu = try #require(Self.menu("acc"))
        let selected = [Key.tab, .down, .down, .tab, .up, .up].map { key in
            _ = menu.press(key)
            return menu.selected?.text
        }
        #expect(selected == ["Accept", "Accept-Encoding", "X-Accel", "Accept", nil, nil])
        #expect(menu.press(.up) == .none)
    }

    @Test("is taken from by Enter, by Tab where there is one candidate, and by who types on")
    func taking() throws {
        #expect(try Self.answers(Self.menu("acc"), [.down, .enter]) == [.moved, Self.taken("Accept")])
        #expect(try Self.answers(Self.menu("if"), [.tab]) == [Self.taken("If-Match")])
        #expect(
            try Self.answers(Self.menu("acc"), [.down, "/"]) == [.moved, .takenBefore(.init(text: "Accept"))])
    }

    @Test("is closed by Esc")
    func closing() throws {
        #expect(try Self.answers(Self.menu("acc"), [.escape]) == [.closed])
    }

    @Test("leaves Tab to the form where nobody has begun to type")
    func beginning() throws {
        #expect(try Self.answers(Self.menu("", .beginning), [.tab, .down, .tab]) == [.none, .moved, .moved])
    }

    @Test("has a selection from the start where one is to choose, and the field is left with it")
    func choosing() throws {
        let menu = Self.menu("", .choosing, selecting: "If-Match")
        #expect(menu?.selected?.text == "If-Match")
        #expect(
            try Self.answers(menu, ["x", .tab, .up, .enter]) == [
                .none, .takenBefore(.init(text: "If-Match")), .moved,
                .takenBefore(.init(text: "Accept-Encoding")),
            ])
        #expect(Self.menu("match", .choosing) == nil)
    }
}
