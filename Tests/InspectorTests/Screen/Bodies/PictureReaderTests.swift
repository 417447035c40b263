import InspectorCanvas
import Testing

@testable import InspectorScreen

@Suite("Pictures in cells")
struct PictureReaderTests {
    private static func rows(_ text: String) -> [StyledText]? {
        PictureReader.rows(in: Array(text.utf8), size: Size(width: 4, height: 2))
    }

    @Test("Colours of the sixteen, of the 256, and reversed ones")
    func colors() {
        let rows = Self.rows(
            "\u{1B}[0m\u{1B}[7m\u{1B}[38;5;8m \u{1B}[0m\u{1B}[38;5;1;48;5;238m▄\u{1B}[91;100m▀\u{1B}[0m\n")
        let styles = rows?.first?.runs.map(\.style)
        #expect(
            styles == [
                Style(.plain, .reverse, paint: Paint(foreground: 8)),
                Style(.plain, paint: Paint(foreground: 1, background: 238)),
                Style(.plain, paint: Paint(foreground: 9, background: 8)),
            ])
        #expect(rows?.first?.string == " ▄▀")
    }

    @Test(
        "Anything but cells and colours is no picture",
        arguments: [
            "\u{1B}]52;c;aGk=\u{7}", "\u{1B}[2J", "\u{1B}[?25l", "\u{1B}_Gf=100;\u{1B}\\", "\u{1B}Pq\u{1B}\\",
            "\u{7}",
            "\u{1B}[999m ", "\u{1B}[", "\u{1B}", "\r", "\t", "ab\u{301}", "語",
            "\u{202E}", "\u{9B}1m",
            "12345", "1\n2\n3", "\u{1B}[1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;17;18m",
        ])
    func strict(text: String) {
        #expect(Self.rows(text) == nil)
    }

    private static let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
        + [0, 0, 2, 0x80, 0, 0, 1, 0xE0, 8, 6, 0, 0, 0]

    private static func job(_ app: inout TestApp) -> PictureJob? {
        guard case .body(.draw(let job)) = app.takeEffects().last else { return nil }
        return job
    }

    @Test("An image is asked for once for each size, and drawn below its facts")
    func drawn() throws {
        var app = TestApp.showing(bytes: Self.png, type: "image/png")
        let job = try #require(Self.job(&app))
        let size = job.wish.size
        #expect(job.arguments(colors: 256).contains("\(size.width)x\(size.height)"))
        app.send(.body(.drawn(job.drawn(Array("\u{1B}[34m▄▄\u{1B}[0m\n".utf8)))))
        #expect(app.takeEffects().isEmpty)
        #expect(app.screen.contains("PNG image, 640 × 480 pixels, 29 B"))
        #expect(app.screen.contains("▄▄"))
        #expect(!app.screen.contains("00000000"))
        app.send(.resized(Size(width: 100, height: 30)))
        #expect(Self.job(&app) != nil)
    }

    @Test("The frame of a picture")
    func golden() throws {
        var app = TestApp.showing(bytes: Self.png, type: "image/png")
        let job = try #require(Self.job(&app))
        let rows = [
            "\u{1B}[0m\u{1B}[38;5;1m▄▄▄\u{1B}[38;5;2;48;5;4m▀▀▀\u{1B}[0m",
            "\u{1B}[7m\u{1B}[38;5;8m   \u{1B}[0m\u{1B}[94;103m▌▐█\u{1B}[0m",
        ]
        app.send(.body(.drawn(job.drawn(Array((rows.joined(separator: "\n") + "\n").utf8)))))
        try expectGolden(app.frame, "picture")
    }

    @Test("Where it cannot be drawn, the reason stands above the hex dump")
    func failed() throws {
        var app = TestApp.showing(bytes: Self.png, type: "image/png")
        let job = try #require(Self.job(&app))
        app.send(.body(.drawn(job.failed("chafa is not installed"))))
        #expect(app.screen.contains("29 B; chafa is not installed"))
        #expect(app.screen.contains("00000000  89 50 4e 47"))
    }

    @Test("A file that says it has more pixels than fit into memory is not drawn")
    func bomb() {
        var png = Self.png
        png.replaceSubrange(16..<24, with: [0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF])
        var app = TestApp.showing(bytes: png, type: "image/png")
        #expect(Self.job(&app) == nil)
        #expect(app.screen.contains("too many pixels"))
    }
}
