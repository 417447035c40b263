import Testing

@testable import InspectorCanvas

@Suite("What goes along with a frame for its image")
struct ImageOutputTests {
    private static let kitty = KittyGraphics(process: 4, isInTmux: false)
    private static let place = Rect(x: 2, y: 1, width: 3, height: 2)

    private static func image(_ content: TerminalImage.Content) -> TerminalImage {
        TerminalImage(content, size: place.size)
    }

    private static let pixels = image(.pixels(Array("AAAA".utf8), size: Size(width: 30, height: 40)))
    /// Also retained here, because LeakSanitizer does not see a reference in an enum case.
    private static let sixelText = Array("\"1;1;3;6#0!3~".utf8)
    private static let sixels = image(.sixels(sixelText))

    private static func frame(_ image: TerminalImage?, at point: Point = place.origin) -> Frame {
        var frame = Frame(size: Size(width: 10, height: 5))
        if let image { frame.put(image, at: point, in: frame.bounds) }
        return frame
    }

    private static func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "␛")
    }

    // MARK: Frames

    @Test("Each cell of an image says which part of it it shows")
    func cells() {
        let frame = Self.frame(Self.pixels)
        let cell = frame[Point(x: 4, y: 2)]
        #expect(cell.isOfImage && cell.width == 1)
        // The marks of row 1 and column 2.
        #expect(cell.firstMark == "\u{30D}" && cell.secondMark == "\u{30E}")
        #expect(!frame[Point(x: 5, y: 2)].isOfImage)
        #expect(ImagePlaceholder.marks.count == 297)
        #expect(ImagePlaceholder.marks.last == "\u{1D244}")
        #expect(Cell(imageRow: 297, column: 0) == nil)
    }

    @Test("An image counts as uncovered while all of its cells are there")
    func uncovered() {
        var frame = Self.frame(Self.sixels)
        #expect(frame.uncoveredImage?.place == Self.place)
        frame.put("x", at: Point(x: 4, y: 2))
        #expect(frame.uncoveredImage == nil && frame.image != nil)
        #expect(Self.frame(Self.sixels, at: Point(x: 8, y: 1)).uncoveredImage == nil)
        #expect(Self.frame(Self.sixels, at: Point(x: 1, y: -1)).uncoveredImage == nil)
    }

    @Test("No text can hold a cell of an image")
    func text() {
        var frame = Frame(size: Size(width: 20, height: 1))
        frame.put(DisplayText(untrusted: "\u{10EEEE}\u{305}\u{305}"), at: Point(x: 0, y: 0))
        let count = frame[0].count { $0.isOfImage }
        #expect(count == 0)
    }

    // MARK: kitty

    @Test("kitty is sent an image once, and its end")
    func kittyOnce() {
        var output = ImageOutput(kitty: Self.kitty)
        let first = output.change(to: Self.frame(Self.pixels), rows: [0], isCleared: true, by: .kitty)
        #expect(
            Self.text(first.before) == "␛_Ga=T,U=1,q=2,i=20,f=32,s=30,v=40,c=3,r=2,m=0;AAAA␛\\")
        let moved = Self.frame(Self.pixels, at: Point(x: 0, y: 0))
        #expect(output.change(to: moved, rows: [0, 1, 2], isCleared: false, by: .kitty) == .init())
        let gone = output.change(to: Self.frame(nil), rows: [1], isCleared: false, by: .kitty)
        #expect(Self.text(gone.before) == "␛_Ga=d,d=I,q=2,i=20␛\\")
        #expect(output.change(to: Self.frame(nil), rows: [], isCleared: false, by: .kitty) == .init())
        #expect(output.end() == .init())
    }

    @Test("kitty is sent an image again after the screen was cleared, and it goes at the end")
    func kittyAgain() {
        var output = ImageOutput(kitty: Self.kitty)
        let frame = Self.frame(Self.pixels)
        _ = output.change(to: frame, rows: [], isCleared: true, by: .kitty)
        let again = output.change(to: frame, rows: [], isCleared: true, by: .kitty).before
        #expect(Self.text(again).hasPrefix("␛_Ga=d,d=I,q=2,i=20␛\\␛_Ga=T,"))
        #expect(Self.text(output.end().before) == "␛_Ga=d,d=I,q=2,i=20␛\\")
    }

    @Test("Pixels go in pieces of at most 4096 bytes, the last one marked; tmux gets each in its envelope")
    func pieces() {
        let payload = [UInt8](repeating: UInt8(ascii: "A"), count: 10_000)
        let image = Self.image(.pixels(payload, size: Size(width: 50, height: 37)))
        let plain = Self.text(Self.kitty.transmission(of: image)).split(separator: "␛\\")
        #expect(plain.map { $0.split(separator: ";")[1].count } == [4096, 4096, 1808])
        #expect(plain.map { $0.prefix(while: { $0 != ";" }).suffix(3) } == ["m=1", "m=1", "m=0"])
        #expect(plain.count { $0.hasPrefix("␛_Gq=2,m=") } == 2)
        let tmux = KittyGraphics(process: 4, isInTmux: true)
        #expect(Self.text(tmux.deletion) == "␛Ptmux;␛␛_Ga=d,d=I,q=2,i=20␛␛\\␛\\")
    }

    @Test("The number of an image is one that has a colour in the long form, whatever the process")
    func numbers() {
        for process in [Int32.min, -1, 0, 1, 239, 240, 4_194_304, .max] {
            #expect(KittyGraphics(process: process, isInTmux: false).id >= 16)
        }
    }

    // MARK: Sixels

    @Test("Sixels are drawn behind the frame, and again only where the rows under them changed")
    func sixelAgain() {
        var output = ImageOutput(kitty: Self.kitty)
        let frame = Self.frame(Self.sixels)
        let first = output.change(to: frame, rows: [0, 1, 2, 3, 4], isCleared: true, by: .sixel)
        #expect(Self.text(first.after) == "␛7␛[2;3H␛P0;1;0q\"1;1;3;6#0!3~␛\\␛8")
        #expect(first.before.isEmpty && first.staleRows.isEmpty)
        #expect(output.change(to: frame, rows: [0, 3], isCleared: false, by: .sixel) == .init())
        #expect(output.change(to: frame, rows: [2], isCleared: false, by: .sixel).after == first.after)
    }

    @Test("Where sixels were and are no more, the rows are sent whole")
    func sixelGone() {
        var output = ImageOutput(kitty: Self.kitty)
        _ = output.change(to: Self.frame(Self.sixels), rows: [], isCleared: true, by: .sixel)
        var covered = Self.frame(Self.sixels)
        covered.fill(Rect(x: 0, y: 0, width: 10, height: 2))
        let change = output.change(to: covered, rows: [1], isCleared: false, by: .sixel)
        #expect(change == .init(staleRows: 1..<3))
        let back = output.change(to: Self.frame(Self.sixels), rows: [1], isCleared: false, by: .sixel)
        #expect(!back.after.isEmpty && back.staleRows.isEmpty)
        let moved = output.change(
            to: Self.frame(Self.sixels, at: Point(x: 0, y: 2)), rows: [1, 2, 3], isCleared: false, by: .sixel)
        #expect(!moved.after.isEmpty && moved.staleRows == 1..<3)
    }

    @Test("Nothing is drawn in the last row, where the terminal would scroll")
    func lastRow() {
        var output = ImageOutput(kitty: Self.kitty)
        let frame = Self.frame(Self.sixels, at: Point(x: 0, y: 3))
        #expect(output.change(to: frame, rows: [3, 4], isCleared: true, by: .sixel) == .init())
    }

    @Test("Where images are shown in another way, the one before is taken away")
    func other() {
        var output = ImageOutput(kitty: Self.kitty)
        _ = output.change(to: Self.frame(Self.pixels), rows: [], isCleared: true, by: .kitty)
        let change = output.change(to: Self.frame(nil), rows: [], isCleared: false, by: .blocks)
        #expect(Self.text(change.before) == "␛_Ga=d,d=I,q=2,i=20␛\\")
    }
}
