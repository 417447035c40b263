import InspectorTestSupport
import Testing

@testable import InspectorCanvas

/// Input from a terminal, and the keys that it means.
struct Sent: CustomTestStringConvertible, Sendable {
    let bytes: String
    let keys: [Key]
    var testDescription: String { bytes.debugDescription }

    init(_ bytes: String, _ keys: Key...) {
        self.bytes = bytes
        self.keys = keys
    }

    static let table = [
        Sent("q", .character("q")), Sent("ü", .character("ü")), Sent("日", .character("日")),
        Sent("👍", .character("👍")),
        Sent("\r", .enter), Sent("\n", .enter), Sent("\t", .tab), Sent("\u{7F}", .backspace),
        Sent("\u{8}", .backspace),
        Sent("\u{3}", .control("c")), Sent("\u{1A}", .control("z")), Sent("\u{C}", .control("l")),
        Sent("\0", .control(" ")),
        Sent("\u{1B}[A", .up), Sent("\u{1B}[B", .down), Sent("\u{1B}[C", .right), Sent("\u{1B}[D", .left),
        Sent("\u{1B}OA", .up), Sent("\u{1B}OB", .down), Sent("\u{1B}OH", .home), Sent("\u{1B}OF", .end),
        Sent("\u{1B}OM", .enter), Sent("\u{1B}[1;5C", .alt("f")), Sent("\u{1B}[H", .home),
        Sent("\u{1B}[F", .end), Sent("\u{1B}[1;3D", .alt("b")), Sent("\u{1B}[3;5~", .alt("d")),
        Sent("\u{1B}\u{7F}", .alt("\u{8}")), Sent("\u{1B}[127;3u", .alt("\u{8}")),
        Sent("\u{1B}[1;2C", .shift(.right)), Sent("\u{1B}[1;6D", .shift(.wordLeft)),
        Sent("\u{1B}[1;2F", .shift(.end)),
        Sent("\u{1B}[1~", .home), Sent("\u{1B}[4~", .end), Sent("\u{1B}[7~", .home), Sent("\u{1B}[8~", .end),
        Sent("\u{1B}[2~", .insert), Sent("\u{1B}[3~", .delete), Sent("\u{1B}[5~", .pageUp),
        Sent("\u{1B}[6~", .pageDown), Sent("\u{1B}[Z", .backTab),
        Sent("\u{1B}OP", .function(1)), Sent("\u{1B}[15~", .function(5)), Sent("\u{1B}[17~", .function(6)),
        Sent("\u{1B}[24~", .function(12)), Sent("\u{1B}[[A", .function(1)), Sent("\u{1B}[[E", .function(5)),
        Sent("\u{1B}x", .alt("x")), Sent("\u{1B}ü", .alt("ü")), Sent("\u{1B}\u{1B}[A", .escape, .up),
        Sent("\u{1B}\r", .escape, .enter),
        Sent("\u{1B}[I", .focus(true)), Sent("\u{1B}[O", .focus(false)),
        Sent("\u{1B}[97u", .character("a")), Sent("\u{1B}[99;5u", .control("c")),
        Sent("\u{1B}[97;3:1u", .alt("a")),
        Sent("\u{1B}[27u", .escape), Sent("\u{1B}[9;2u", .backTab), Sent("\u{1B}[27;5;99~", .control("c")),
        Sent("\u{1B}[57399u"), Sent("\u{1B}[99999999999999999999u"),
        Sent("\u{1B}[<0;5;3M", .mouse(.init(action: .press(1), position: Point(x: 4, y: 2)))),
        Sent("\u{1B}[<2;5;3m", .mouse(.init(action: .release, position: Point(x: 4, y: 2)))),
        Sent("\u{1B}[<32;300;3M", .mouse(.init(action: .drag, position: Point(x: 299, y: 2)))),
        Sent("\u{1B}[<64;1;1M", .mouse(.init(action: .scrollUp, position: Point(x: 0, y: 0)))),
        Sent("\u{1B}[<65;1;1M", .mouse(.init(action: .scrollDown, position: Point(x: 0, y: 0)))),
        Sent("\u{1B}[<0;0;0M"),
        Sent("\u{1B}[M !!", .mouse(.init(action: .press(1), position: Point(x: 0, y: 0)))),
        Sent("\u{1B}[M#!!", .mouse(.init(action: .release, position: Point(x: 0, y: 0)))),
        Sent("\u{1B}[200~:q!\u{3}\u{1B}[A\r\n\u{1B}[201~", .paste(.init(text: ":q!\u{3}\u{1B}[A\n"))),
        Sent("\u{1B}[200~\u{1B}[201~", .paste(.init(text: ""))),
        Sent("\u{1B}[?62;4;22c", .answer(.attributes([62, 4, 22]))), Sent("\u{1B}[24;80R"),
        Sent("\u{1B}[?2026;2$y"), Sent("\u{1B}[201~"),
        Sent("\u{1B}]11;rgb:1e1e/1e1e/1e1e\u{7}", .answer(.background(isDark: true))),
        Sent("\u{1B}]11;rgb:ff/ff/e0\u{1B}\\", .answer(.background(isDark: false))),
        Sent("\u{1B}]11;rgb:ff/ff\u{7}"), Sent("\u{1B}]11;rgb:ff/ff/zz\u{7}"),
        Sent("\u{1B}]11;rgb:/+1/-1\u{7}"),
        Sent("\u{1B}P11;rgb:0/0/0\u{7}"), Sent("\u{1B}]52;c;cXE=\u{1B}\\"),
        Sent("\u{1B}P>|kitty(0.39.1)\u{1B}\\", .answer(.name("kitty(0.39.1)"))),
        Sent("\u{1B}_Gi=31;OK\u{1B}\\", .answer(.graphics)),
        Sent("\u{1B}_Gi=31;ENOTSUP:no\u{1B}\\"), Sent("\u{1B}_Gi=1;OK\u{1B}\\"),
        Sent("\u{1B}[6;20;10t", .answer(.cell(Size(width: 10, height: 20)))),
        Sent("\u{1B}[6;0;10t"), Sent("\u{1B}[8;24;80t"), Sent("\u{1B}[6;99999999999999999999;1t"),
        Sent("\u{1B}[?2;0;800;600S", .answer(.largestImage(Size(width: 800, height: 600)))),
        Sent("\u{1B}[?2;3;0;0S"), Sent("\u{1B}[?1;0;256S"),
        Sent("\u{85}"), Sent("\u{9B}"),
        Sent("\u{1B}[" + String(repeating: "0", count: 61) + "5~", .pageUp),
        Sent("\u{1B}[" + String(repeating: "0", count: 62) + "5~", .pageUp),
        Sent("\u{1B}[" + String(repeating: "0", count: 63) + "5~"),
        Sent("\u{1B}[+++;++" + String(repeating: ":", count: 70) + ";0~"),
        Sent("\u{1B}[" + String(repeating: "1", count: 80) + "\u{1B}[A", .up),
    ]
}

@Suite("Key decoder")
struct KeyDecoderTests {
    @Test("a sequence means its key", arguments: Sent.table)
    func sequences(sent: Sent) {
        var decoder = KeyDecoder()
        let keys = decoder.feed(sent.bytes.utf8)
        #expect(keys == sent.keys)
        #expect(!decoder.isPending)
    }

    @Test("a sequence means the same wherever it is split", arguments: Sent.table)
    func split(sent: Sent) {
        let bytes = Array(("a" + sent.bytes + "b").utf8)
        for cut in 0...bytes.count {
            var decoder = KeyDecoder()
            let keys = decoder.feed(bytes[..<cut]) + decoder.feed(bytes[cut...])
            #expect(keys == [.character("a")] + sent.keys + [.character("b")])
        }
        var decoder = KeyDecoder()
        let single = bytes.flatMap { decoder.feed([$0]) }
        #expect(single == [.character("a")] + sent.keys + [.character("b")])
    }

    @Test("all sequences in one read are told apart")
    func together() {
        var decoder = KeyDecoder()
        let input = Sent.table.filter { !$0.bytes.contains("201~") }
        let keys = decoder.feed(input.map(\.bytes).joined().utf8)
        #expect(keys == input.flatMap(\.keys))
    }

    @Test(
        "silence settles what an unfinished sequence was",
        arguments: [
            Sent("\u{1B}", .escape), Sent("\u{1B}[", .alt("[")), Sent("\u{1B}O", .alt("O")),
            Sent("\u{1B}]", .alt("]")),
            Sent("\u{1B}[1;"), Sent("\u{1B}[M "), Sent("\u{1B}]11;rgb"),
            Sent("\u{1B}[200~lost end", .paste(.init(text: "lost end"))),
            Sent("\u{1B}[200~lost end\u{1B}[20", .paste(.init(text: "lost end\u{1B}[20"))),
        ])
    func timeouts(sent: Sent) {
        var decoder = KeyDecoder()
        let early = decoder.feed(sent.bytes.utf8)
        #expect(early.isEmpty)
        #expect(decoder.isPending)
        let settled = decoder.timeout()
        #expect(settled == sent.keys)
        #expect(!decoder.isPending)
        let later = decoder.feed("q".utf8)
        #expect(later == [.character("q")])
    }

    @Test("escape is settled soon, a stalled paste late")
    func patience() {
        var decoder = KeyDecoder()
        _ = decoder.feed([0x1B])
        #expect(decoder.patience == 25)
        _ = decoder.feed("[200~x".utf8)
        #expect(decoder.patience == 1000)
    }

    @Test("a paste is cut at its limit and says so")
    func pasteBomb() {
        var decoder = KeyDecoder()
        var keys = decoder.feed("\u{1B}[200~".utf8)
        let chunk = [UInt8](repeating: 0x61, count: 65_536)
        for _ in 0..<40 { keys += decoder.feed(chunk) }
        keys += decoder.feed("\u{1B}[201~q".utf8)
        guard case .paste(let paste) = keys.first else {
            Issue.record("no paste came")
            return
        }
        #expect(paste.text.utf8.count == KeyDecoder.pasteLimit)
        #expect(paste.isTruncated)
        #expect(keys.dropFirst() == [.character("q")])
    }

    @Test("an end marker inside pasted text sets nothing free")
    func markerInside() {
        var decoder = KeyDecoder()
        let keys = decoder.feed("\u{1B}[200~a\u{1B}[201~qqq\u{1B}[201~".utf8)
        #expect(keys == [.paste(.init(text: "aqqq"))])
    }

    @Test(
        "where pastes are not marked, many bytes at once are one",
        arguments: [
            Sent("GET /users", .paste(.init(text: "GET /users"))),
            Sent("q\rdd\rdd\rq", .paste(.init(text: "q\ndd\ndd\nq"))),
            Sent("jj", .character("j"), .character("j")),
        ])
    func guessing(sent: Sent) {
        var decoder = KeyDecoder(guessesPastes: true)
        let keys = decoder.feed(sent.bytes.utf8)
        #expect(keys == sent.keys)
    }

    @Test("a held key is no paste, nor is text where pastes are marked")
    func noGuessing() {
        var guessing = KeyDecoder(guessesPastes: true)
        let held = guessing.feed("jjjjjjjjjj".utf8)
        #expect(held.count == 10)
        let arrows = guessing.feed("\u{1B}[A\u{1B}[A\u{1B}[A\u{1B}[A".utf8)
        #expect(arrows.count == 4)
        var marked = KeyDecoder()
        let typed = marked.feed("GET /users".utf8)
        #expect(typed.count == 10)
    }

    @Test("random bytes trap nothing and leave a decoder that works", arguments: UInt64(1)...40)
    func randomBytes(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var decoder = KeyDecoder(guessesPastes: seed % 2 == 0)
        var count = 0
        for _ in 0..<200 {
            let length = Int(random.next() % 40)
            count += decoder.feed((0..<length).map { _ in random.terminalByte() }).count
            if random.next() % 8 == 0 { count += decoder.timeout().count }
        }
        _ = decoder.timeout()
        #expect(count > 0)
        let arrow = decoder.feed("\u{1B}[A".utf8)
        #expect(arrow == [.up])
    }

    @Test("of an endless sequence nothing becomes a key, in pieces or as a whole")
    func endless() {
        var decoder = KeyDecoder()
        var keys = decoder.feed("\u{1B}[".utf8 + Array(repeating: 0x31, count: 10_000))
        #expect(decoder.isPending && decoder.patience == 25)
        keys += decoder.feed("~q".utf8)
        #expect(keys == [.character("q")])
    }

    @Test("silence ends an endless sequence too")
    func endlessSilence() {
        var decoder = KeyDecoder()
        _ = decoder.feed("\u{1B}[".utf8 + Array(repeating: 0x31, count: 100))
        let settled = decoder.timeout()
        let later = decoder.feed("1".utf8)
        #expect(settled.isEmpty && later == [.character("1")])
    }
}

extension SeededRandom {
    /// Returns a byte, preferably one that begins or continues a sequence.
    fileprivate mutating func terminalByte() -> UInt8 {
        let likely = Array("\u{1B}\u{1B}[[O]P<;?~MmuR0123456789\u{7}".utf8)
        let choice = next()
        return choice % 3 == 0
            ? UInt8(truncatingIfNeeded: choice >> 8) : likely[Int(choice >> 8) % likely.count]
    }
}
