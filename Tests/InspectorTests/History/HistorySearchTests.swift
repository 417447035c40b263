import Foundation
import InspectorTestSupport
import Testing

@testable import ClientEngine
@testable import InspectorHistory

@Suite("The index of the history, and searching without", .timeLimit(.minutes(2)), .ownThread)
struct HistorySearchTests {
    @Test("Texts are found in URLs, heads and bodies, before they are in the index too")
    func search() throws {
        let scene = try HistoryScene()
        scene.keep([
            try .sample(1, url: "http://a.test/orders", body: "{\"city\":\"Zürich\"}"),
            try .sample(2, head: "X-Trace: abc-\"17\"\r\n"),
        ])
        let store = try HistoryStore(changing: scene.folder)
        for isIndexed in [false, true] {
            if isIndexed { #expect(try store.index() == false) }
            #expect(try store.candidates(for: "züri", in: .body).contains(1))
            #expect(try store.candidates(for: "ORDERS", in: .header).contains(1))
            #expect(try store.candidates(for: "-\"17\"", in: .header).contains(2))
            #expect(try store.candidates(for: "7\"", in: .header) == [2])
            #expect(try store.candidates(for: "nowhere", in: .body) == [])
            #expect(try store.candidates(for: "GET http://a.test/ORD", in: .header) == [1])
        }
        #expect(try store.candidates(for: "ORDERS", in: .header) == [1])
    }

    @Test("What is not in the index is looked through: bodies in files, too, and heads apart from bodies")
    func unindexed() throws {
        let scene = try HistoryScene()
        scene.keep([
            try .sample(1, body: String(repeating: "long ", count: 9_000) + "needle"),
            try .sample(2, body: "Needle"), try .sample(3, body: "a noodle"),
            try .sample(4, head: "X-Trace: needle\r\n"),
        ])
        try scene.dropIndex()
        let store = try scene.store()
        #expect(try store.isBehind)
        #expect(try store.candidates(for: "needle", in: .body) == [1, 2])
        #expect(try store.candidates(for: "needle", in: .header) == [4])
        #expect(try store.candidates(for: "needle", in: .body, while: { false }).count <= 1)
    }

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
        #expect(RoughText(text).mayOccur(in: place) == isThere)
    }

    @Test("What one program has kept is in the index before anybody searches, where it has time for that")
    func indexing() async throws {
        let scene = try HistoryScene()
        let writer = HistoryWriter(scene.session { $0.idleMilliseconds = 1 })
        writer.add(try .sample(1, url: "http://a.test/orders", body: "{\"city\":\"Zürich\"}"))
        writer.add(try .sample(2, body: String(repeating: "long ", count: 200_000)))
        try await wait(for: "the end of what can wait") {
            guard let store = try? HistoryStore(reading: scene.folder) else { return false }
            return try store.statistics().tasks == 2 && !store.isBehind
        }
        #expect(writer.finish(within: patience).saved == 2)
        let store = try scene.store()
        // Nobody has to look into what is not in the index.
        #expect(try store.candidates(for: "züri", in: .body) == [1])
        #expect(try store.candidates(for: "long", in: .body) == [2])
        #expect(try store.candidates(for: "orders", in: .header) == [1])
    }

    @Test("A program that keeps nothing brings the index up to date; where there is no history it makes none")
    func catchingUp() async throws {
        let scene = try HistoryScene()
        let first = HistoryWriter(scene.session { $0.idleMilliseconds = 1 })
        first.start()
        #expect(first.finish(within: patience).error == nil)
        #expect(scene.files == [])
        scene.keep([try .sample(1, url: "http://a.test/orders"), try .sample(2)])
        try scene.dropIndex()
        let writer = HistoryWriter(scene.session { $0.idleMilliseconds = 1 })
        writer.start()
        try await wait(for: "the index") { try !scene.store().isBehind }
        #expect(writer.finish(within: patience) == HistoryWriter.Report())
        #expect(try scene.store().candidates(for: "orders", in: .header) == [1])
        #expect(try scene.store().statistics().sessions == 1)
    }

    @Test("inspector history makes some of the links that are missing, and the next one continues")
    func catchingUpInPieces() throws {
        let scene = try HistoryScene()
        scene.keep(try (1...120).map { try .sample($0, url: "http://a.test/\($0)") })
        var linked: [Int] = []
        while linked.last != 120, linked.count < 4 {
            try HistoryStore.catchUp(in: scene.folder, HistoryLimits())
            linked.append(try scene.store().lastLinked)
        }
        #expect(linked.first.map { $0 >= 50 } == true && linked.last == 120, "\(linked)")
        try HistoryStore.catchUp(in: scene.folder, HistoryLimits(days: 0))
        #expect(try scene.store().statistics().tasks == 120)
    }

    @Test("A run that waits for its answers makes the links that earlier sessions lack")
    func catchingUpInRun() async throws {
        let scene = try HistoryScene()
        scene.keep(try (1...20).map { try .sample($0, url: "http://a.test/\($0)") })
        #expect(try scene.store().isUnlinked)
        let writer = HistoryWriter(
            scene.session {
                ($0.beginsInJournal, $0.idleMilliseconds) = (true, 60_000)
            })
        writer.add(try .sample(21))
        try await wait(for: "links") { try !scene.store().isUnlinked }
        #expect(writer.finish(within: patience).saved == 1)
        #expect(try scene.records().count == 21)
    }

    @Test("A step of the index ends after some of the text, and the next one goes on")
    func indexingInSteps() throws {
        let scene = try HistoryScene()
        scene.keep(
            try (1...40).map { try .sample($0, body: "\($0) " + String(repeating: "x", count: 10_000)) })
        let store = try HistoryStore(changing: scene.folder)
        var steps = 1
        while try store.index() { steps += 1 }
        #expect((3...6).contains(steps))
        #expect(try store.candidates(for: "17 ", in: .body) == [17])
    }

    @Test("While tasks come the index has a tenth of the time that is waited for them")
    func share() {
        var share = IndexShare()
        share.count(waited: .milliseconds(99))
        #expect(!share.allowsStep)
        share.count(waited: .milliseconds(1))
        #expect(share.allowsStep)
        share.count(step: .milliseconds(30))
        share.count(waited: .milliseconds(499))
        #expect(!share.allowsStep)
        share.count(waited: .milliseconds(1))
        #expect(share.allowsStep)
    }
}
