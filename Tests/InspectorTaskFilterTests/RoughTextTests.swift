import InspectorTaskFilter
import Testing

@Suite("A rough look for a text in bytes")
struct RoughTextTests {
    @Test(
        "A text is looked for by its longest run of ASCII, whatever the case",
        arguments: [
            ("needle", "a nEEdle", true), ("needle", "needl", false), ("needle", "needneedle", true),
            ("NEEDLE", "neeedle", false), ("ab", "xAB", true), ("é", "nothing", true),
            ("caf\u{E9}", "cafe\u{301}", true), ("cafe\u{301}", "caf\u{E9}", true),
            ("züri!", "Z\u{FC}RI!", true),
            ("x", "", false), ("aab", "aaab", true), ("[", "{", false),
        ])
    func rough(text: String, place: String, isThere: Bool) {
        #expect(RoughText(text).mayOccur(in: Array(place.utf8)) == isThere)
    }
}
