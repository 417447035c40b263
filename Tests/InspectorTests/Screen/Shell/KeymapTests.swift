import InspectorCanvas
import Testing

@testable import InspectorScreen

@Suite("The table of keys")
struct KeymapTests {
    private static let contract: [(keys: [Key], places: Set<Place>)] =
        [
            ([.enter], [.saved, .tasks]), ([.escape], Place.everywhere), (["o"], Place.home),
            (["r"], [.tasks, .detail]),
            (["e"], Keymap.tasksAndDetail.union([.saved])),
            (["E"], [.saved, .body, .draft, .mocks]), (["*"], Keymap.tasksAndDetail),
            (["+"], [.mocks]), (["-"], [.mocks]), (["c"], Keymap.tasksAndDetail),
            (["C"], Place.home), (["R"], Keymap.tasksAndDetail),
            (["X"], Keymap.tasksAndDetail), (["j"], Place.lists), (["k"], Place.lists),
            ([.down], Place.lists),
            ([.up], Place.lists), (["g"], Place.lists), (["G"], Place.lists), ([.tab], Place.home),
            ([.backTab], Place.home), (["z"], Place.home), (["n"], [.tasks, .saved, .detail]),
            (["F"], Place.home),
            (["M"], Place.home), (["!"], [.tasks, .mocks]), (["D"], [.tasks, .mocks, .draft]),
            ([" "], [.mocks, .draft]), (["W"], [.draft]),
            (["v"], Place.home), (["/"], [.tasks, .body]), (["\\"], [.tasks]), (["n"], [.body]),
            (["N"], [.body]),
            (["?"], Place.lists), ([":"], Place.lists), (["q"], Place.lists),
            ([.control("c")], Place.everywhere),
            ([.control("l")], Place.everywhere), ([.control("z")], Place.everywhere),
        ]
        + (1...6).map { ([.digit($0)], Place.home) }
        + ["mm", "m5", "m4", "m0", "m9", "ms", "mr", "me"].map {
            ($0.map { .character($0) }, [.tasks, .detail])
        }
        + "retgdcsn".map { (["m", "f", .character($0)], [.tasks, .detail]) }
        + (1...5).map { (["m", "d", .digit($0)], [.tasks, .detail]) }
        + (1...9).map { (["m", "x", .digit($0)], [.tasks, .detail]) }

    @Test("Every key of the contract does something where it should")
    func contractIsKept() {
        for (keys, places) in Self.contract {
            for place in places {
                guard case .binding = Keymap.standard.match(keys, in: place) else {
                    Issue.record("\(keys.text) means nothing in \(place)")
                    continue
                }
            }
        }
    }

    @Test("No two bindings of a place have the same keys", arguments: Place.allCases)
    func keysAreUnique(place: Place) {
        let keys = Keymap.standard.bindings(in: place).map(\.keys).filter { !$0.isEmpty }
        #expect(Set(keys).count == keys.count)
    }

    @Test("A printable key is never bound where it would type itself", arguments: Place.fields)
    func fieldsAreFree(place: Place) {
        for binding in Keymap.standard.bindings(in: place) {
            if case .character = binding.keys.first {
                Issue.record("\(binding.keyText) is bound in \(place)")
            }
        }
    }

    @Test("What has no key is done by the palette, and the help says so")
    func palette() {
        let unbound = Keymap.standard.bindings.filter(\.keys.isEmpty)
        #expect(
            Set(unbound.map(\.intent)) == [
                .mock(.reset), .mock(.compare), .draft(.reveal), .pane(.secrets), .task(.save),
            ])
        for binding in unbound {
            #expect(binding.keyText == ":")
            #expect(
                binding.places.allSatisfy { place in
                    Keymap.standard.actions(in: place).contains { $0.intent == binding.intent }
                })
        }
    }

    @Test("m shows its choices before it does anything")
    func prefix() {
        guard case .prefix = Keymap.standard.match(["m"], in: .tasks) else {
            Issue.record("m is no prefix")
            return
        }
        #expect(Keymap.standard.continuations(of: ["m", "f"], in: .tasks).count == 8)
    }

    @Test("Every binding is in the help, each action once")
    func helpIsComplete() {
        let entries = Binding.Group.allCases.filter { $0 != .typing }.flatMap { HelpEntry.entries(of: $0) }
        #expect(Set(entries.map(\.help)) == Set(Keymap.standard.bindings.map(\.help)))
        #expect(entries.count == Set(entries.map(\.help)).count)
    }
}
