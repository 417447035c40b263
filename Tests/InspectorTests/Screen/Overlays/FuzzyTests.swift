import InspectorCanvas
import Testing

@testable import InspectorScreen
@testable import InspectorValues

@Suite("Fuzzy search")
struct FuzzyTests {
    private static func ranking(_ query: String, _ texts: [String]) -> [String] {
        let candidates = texts.map { SearchText($0) }
        return Fuzzy(query).ranking(of: texts.count) { candidates[$0] }.map { texts[$0] }
    }

    @Test(
        "The best fit comes first",
        arguments: [
            (
                "user", ["list of users", "use per row", "User 1"],
                ["User 1", "list of users"]
            ),
            (
                "flaky", ["post a /flaky", "flaking", "flaky /flaky/3", "a flaky"],
                ["flaky /flaky/3", "post a /flaky", "a flaky"]
            ),
            ("gl", ["angle", "get list"], ["angle"]),
            // Separate letters count only if no candidate contains the whole word.
            ("gord", ["great words", "gourd", "GET /orders"], ["GET /orders", "gourd"]),
            ("eshop", ["se shop", "eShop/api", "these hops"], ["eShop/api"]),
            ("ehp", ["these hops", "eShop/api", "e of hops", "help"], ["e of hops", "eShop/api"]),
            ("get ord", ["GET /orders", "POST /orders", "GET /users"], ["GET /orders"]),
            ("", ["b", "a"], ["b", "a"]),
            ("zz", ["a", "z"], []),
        ])
    func order(query: String, texts: [String], wanted: [String]) {
        #expect(Self.ranking(query, texts) == wanted)
    }

    @Test(
        "Letters beyond ASCII are found whole, in either case and however they are composed",
        arguments: [
            ("é", ["è", "É", "e\u{301}"], ["É", "e\u{301}"]),
            ("жзи", ["ЖЗИ", "зжи", "ж з и"], ["ЖЗИ"]),
            ("жзи", ["зжи", "ж з и"], ["ж з и"]),
            ("日本", ["日 本", "本日"], ["日 本"]),
        ])
    func unicode(query: String, texts: [String], wanted: [String]) {
        #expect(Self.ranking(query, texts) == wanted)
    }

    @Test("Typing on and deleting finds the same as typing at once")
    func narrowing() {
        let entries = (0..<2_000).map { number in
            SavedEntry(
                reference: .init(file: "/f", number: number, line: 1), title: "request \(number)",
                method: number % 3 == 0 ? "POST" : "GET", url: "http://h/\(number * 7919 % 5_003)")
        }
        var state = State(size: Size(width: 80, height: 24))
        var (typed, text) = (FinderOverlay(entries), "")
        for key in Array("po 12⌫7⌫⌫⌫⌫⌫g") {
            let isDeleting = key == "⌫"
            text = isDeleting ? String(text.dropLast()) : text + String(key)
            #expect(typed.type(isDeleting ? .backspace : .character(key), in: &state))
            var fresh = FinderOverlay(entries)
            _ = fresh.type(.paste(Key.Paste(text: text, isPartial: true)), in: &state)
            #expect(typed.matches == fresh.matches)
        }
    }
}
