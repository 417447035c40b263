import FoundationEssentials
import InspectorCanvas
import Testing

@testable import InspectorScreen

@Suite("Pictures that the terminal draws itself")
struct TerminalPictureTests {
    private static let most = Size(width: 8, height: 12)

    // MARK: Pixels

    /// Returns the output of chafa 1.12: pieces of 512 bytes, each encoded separately in Base64.
    private static func pieces(_ pixels: [UInt8], width: Int, height: Int) -> String {
        var text = "\u{1B}_Ga=T,f=32,s=\(width),v=\(height),c=1,r=1,m=1\u{1B}\\"
        for start in stride(from: 0, to: pixels.count, by: 512) {
            let piece = Data(pixels[start..<min(start + 512, pixels.count)]).base64EncodedString()
            text += "\u{1B}_Gm=1;\(piece)\u{1B}\\"
        }
        return text + "\u{1B}_Gm=0\u{1B}\\\n"
    }

    @Test("Pixels in pieces become one Base64")
    func pixels() {
        let pixels = (0..<(8 * 12 * 4)).map { UInt8($0 & 0xFF) } + [UInt8](repeating: 7, count: 8 * 12 * 4)
        let output = Self.pieces(pixels, width: 8, height: 24)
        let content = PixelReader.pixels(in: Array(output.utf8), most: Size(width: 8, height: 24))
        #expect(content == .pixels(Array(Data(pixels).base64EncodedData()), size: Size(width: 8, height: 24)))
    }

    @Test("Bits that make no byte are passed over, as chafa leaves some in its endings")
    func dirtyEnding() {
        let output = "\u{1B}_Ga=T,f=32,s=1,v=1,m=1\u{1B}\\\u{1B}_Gm=1;AAAAAP==\u{1B}\\\u{1B}_Gm=0\u{1B}\\"
        #expect(PixelReader.pixels(in: Array(output.utf8), most: Self.most) != nil)
    }

    @Test(
        "What is no image of pixels in the size asked for is no picture",
        arguments: [
            "", "\n", "AAAA", "\u{1B}_Ga=T,f=32,s=1,v=1,m=0;AAAA\u{1B}\\",
            "\u{1B}_Ga=T,f=100,s=1,v=1,m=0;AAAAAA==\u{1B}\\", "\u{1B}_Ga=T,f=32,s=1,v=1;AAAAAA==",
            "\u{1B}_Ga=T,f=32,s=1,v=1;AAAAAA==\u{1B}\\\u{1B}[2J",
            "\u{1B}_Ga=T,f=32,s=1,v=1;AAAA\u{7}A==\u{1B}\\", "\u{1B}_Ga=T,f=32,s=9,v=1;AAAA\u{1B}\\",
            "\u{1B}_Ga=T,f=32,s=0,v=0\u{1B}\\", "\u{1B}_Ga=T,f=32,s=-1,v=-1;AAAAAA==\u{1B}\\",
            "\u{1B}_Ga=T,f=32,s=1,v=1;AAAAAA==\u{1B}\\\u{1B}_Gm=0;AAAA\u{1B}\\",
            "\u{1B}Pq\u{1B}\\",
        ])
    func strictPixels(text: String) {
        #expect(PixelReader.pixels(in: Array(text.utf8), most: Self.most) == nil)
    }

    // MARK: Sixels

    @Test("Sixels are taken without what begins and ends them")
    func sixels() throws {
        let text = "\u{1B}P0;1;0q\"1;1;8;12#0;2;0;50;0#1;2;93;93;93#0!8~$#1?@A!5?-#0!8~\u{1B}\\\n"
        let read = try #require(SixelReader.sixels(in: Array(text.utf8), most: Self.most))
        #expect(read.size == Self.most)
        #expect(String(decoding: read.bytes, as: UTF8.self) == text.dropFirst(8).dropLast(3))
    }

    @Test(
        "What is no sixels, or more than its size, is no picture",
        arguments: [
            "", "\u{1B}Pq", "\u{1B}Pq\u{1B}\\", "\u{1B}Pq#0!8~\u{1B}\\", "\u{1B}Pq\"1;1;9;12~\u{1B}\\",
            "\u{1B}Pq\"1;1;8;13~\u{1B}\\", "\u{1B}Pq\"1;1;8;12!9~\u{1B}\\",
            "\u{1B}Pq\"1;1;8;12!8~~\u{1B}\\", "\u{1B}Pq\"1;1;8;12--~\u{1B}\\",
            "\u{1B}Pq\"1;1;8;12!~\u{1B}\\", "\u{1B}Pq\"1;1;8;12!4\u{1B}\\",
            "\u{1B}Pq\"1;1;8;12~\u{7}\u{1B}\\", "\u{1B}Pq\"1;1;8;12~\u{1B}[2J",
            "\u{1B}Pq\"1;1;8;12~\u{1B}\\x", "\u{1B}Pq\"1;1;8;12\u{80}\u{1B}\\", "\u{1B}Pq\"1;1;8;12 \u{1B}\\",
            "\u{1B}P$q\"1;1;8;12~\u{1B}\\", "\u{1B}Pq\"1;1;99999999999999999999;12~\u{1B}\\",
            "\u{1B}_Gq\u{1B}\\", "\u{1B}Ptmux;\u{1B}q\u{1B}\\",
        ])
    func strictSixels(text: String) {
        #expect(SixelReader.sixels(in: Array(text.utf8), most: Self.most) == nil)
    }

    // MARK: Sizes

    @Test("An image is as large as there is room for, and a small one at most four times as large as it is")
    func scaling() throws {
        let settings = ImageSettings(shownBy: .kitty, cell: Size(width: 10, height: 20))
        let room = Size(width: 70, height: 20)
        let small = PictureScaling(of: try Self.facts(48, 32), in: room, settings)
        #expect(small.cells == Size(width: 20, height: 7) && small.box == Size(width: 24, height: 16))
        let wide = PictureScaling(of: try Self.facts(1400, 100), in: room, settings)
        #expect(wide.cells == Size(width: 70, height: 3) && wide.box.width == 87)
        let dot = PictureScaling(of: try Self.facts(1, 1), in: room, settings)
        #expect(dot.cells == Size(width: 1, height: 1) && dot.box == Size(width: 1, height: 1))
        let sliver = PictureScaling(of: try Self.facts(60_000, 1), in: room, settings)
        #expect(sliver.box.height == 1 && sliver.cells.height == 1)
    }

    @Test("A chafa with larger cells is asked for fewer of them, and for no more pixels than have room")
    func largerCells() throws {
        let settings = ImageSettings(shownBy: .kitty, cell: Size(width: 10, height: 20))
        let room = Size(width: 70, height: 20)
        let larger = PictureScaling(
            of: try Self.facts(48, 32), in: room, settings, unit: PictureScaling.unitsOfChafa[1])
        #expect(larger.cells == Size(width: 20, height: 7) && larger.box == Size(width: 20, height: 7))
        #expect(larger.pixels == Size(width: 200, height: 140))
    }

    @Test("Of many pixels fewer are handed over, for as many cells")
    func manyPixels() throws {
        let settings = ImageSettings(shownBy: .kitty, cell: Size(width: 20, height: 40))
        let scaling = PictureScaling(
            of: try Self.facts(4000, 3000), in: Size(width: 150, height: 50), settings)
        #expect(scaling.cells == Size(width: 134, height: 50))
        #expect(scaling.pixels.width * scaling.pixels.height < 850_000)
        let limited = ImageSettings(
            shownBy: .sixel, cell: Size(width: 10, height: 20), largest: Size(width: 100, height: 100))
        let most = PictureScaling(of: try Self.facts(4000, 3000), in: Size(width: 150, height: 50), limited)
        #expect(most.pixels.width <= 100 && most.pixels.height <= 100)
    }

    private static func facts(_ width: Int, _ height: Int) throws -> ImageFacts {
        try #require(ImageFacts(png(width, height)))
    }

    private static func png(_ width: Int, _ height: Int) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
            + [width, height].flatMap { side in [24, 16, 8, 0].map { UInt8(side >> $0 & 0xFF) } } + [
                8, 6, 0, 0, 0,
            ]
    }

    // MARK: The screen

    private static func job(_ app: inout TestApp) -> PictureJob? {
        guard case .body(.draw(let job)) = app.takeEffects().last else { return nil }
        return job
    }

    @Test(
        "An image is asked for anew where the terminal shows images in another way, and drawn below its facts"
    )
    func screen() throws {
        var app = TestApp.showing(bytes: Self.png(80, 60), type: "image/png")
        #expect(try #require(Self.job(&app)).arguments(colors: 256).contains("symbols"))
        app.send(.images(ImageSettings(shownBy: .sixel, cell: Size(width: 10, height: 20))))
        let job = try #require(Self.job(&app))
        #expect(job.arguments(colors: 256).contains("sixels"))
        app.send(.body(.drawn(job.drawn(Array("\u{1B}P0;1;0q\"1;1;80;60#0!80~\u{1B}\\".utf8)))))
        let placed = try #require(app.frame.uncoveredImage)
        #expect(placed.place.size == Size(width: 8, height: 3))
        #expect(app.screen.contains("PNG image, 80 × 60 pixels"))
        app.type("?")
        #expect(app.frame.uncoveredImage == nil)
        app.type("<esc>")
        #expect(app.frame.uncoveredImage == placed)
        app.type("x")
        #expect(app.frame.image == nil)
    }

    @Test("A picture is tried for both sizes of chafa's cells, and then in characters")
    func alternatives() throws {
        var app = TestApp.showing(bytes: Self.png(80, 60), type: "image/png")
        app.send(.images(ImageSettings(shownBy: .sixel, cell: Size(width: 10, height: 20))))
        let jobs = sequence(first: try #require(Self.job(&app)), next: \.alternative)
        #expect(jobs.map { $0.arguments(colors: 256)[1] } == ["sixels", "sixels", "symbols"])
        #expect(Set(jobs.map { $0.arguments(colors: 256)[3] }).count == 3)
    }

    @Test("Where no images are wished, the facts and the bytes are shown")
    func none() {
        var app = TestApp.showing(bytes: Self.png(80, 60), type: "image/png")
        _ = app.takeEffects()
        app.send(.images(ImageSettings(shownBy: ImageProtocol.none)))
        #expect(Self.job(&app) == nil)
        #expect(app.screen.contains("PNG image, 80 × 60 pixels"))
        #expect(app.screen.contains("00000000  89 50 4e 47"))
    }

    @Test("With ASCII signs images are characters, whatever the terminal can")
    func ascii() throws {
        var app = TestApp.showing(bytes: Self.png(80, 60), type: "image/png", ascii: true)
        _ = app.takeEffects()
        app.send(.images(ImageSettings(shownBy: .kitty)))
        #expect(Self.job(&app) == nil)
    }
}
