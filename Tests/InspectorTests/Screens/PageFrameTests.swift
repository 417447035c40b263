import ClientEngine
import Testing

@testable import Inspector

@Suite("Frames of pages and overlays")
struct PageFrameTests {
    private static func app(_ keys: String) -> TestApp {
        var app = TestApp()
        app.open(
            SavedFile.sample, environments: EnvironmentChoice(names: ["local", "staging"], selected: "local"))
        app.play(.home)
        app.send(.mocks([.sample], isOn: true))
        app.type(keys)
        return app
    }

    @Test(
        "Every page and overlay has a frame of its own",
        arguments: [
            ("timing-failed", "gjjj"), ("timing-answered", "gj"), ("body-json", "g2"), ("headers", "g3"),
            ("sent", "gj4"), ("mock", "gjj5"), ("connection", "g6"), ("mock-choices", "gm"),
            ("mock-draft", "gm5"), ("failures", "gmf"), ("mocks", "M"), ("help", "?"), ("palette", ":retry"),
            ("finder", "ouser"), ("saved", "oone<enter>"), ("filter", "/is:failed"), ("quit", "q"),
            ("environments", "v"), ("zoomed", "g<tab>z"),
        ])
    func page(name: String, keys: String) throws {
        try expectGolden(Self.app(keys).frame, "page-\(name)")
    }

    @Test("Mocks are shown and made at every size", arguments: [(40, 12), (80, 24), (140, 40)])
    func mocks(width: Int, height: Int) throws {
        var app = TestApp(width: width, height: height)
        app.play(.home)
        app.send(.mocks(MocksState.Row.samples, isOn: true))
        app.type("gM")
        try expectGolden(app.frame, "mocks-\(width)x\(height)")
        app.type("jD")
        try expectGolden(app.frame, "mocks-deleted-\(width)x\(height)")
        app.type("<esc>jjm")
        try expectGolden(app.frame, "mock-choices-\(width)x\(height)")
        app.type("5")
        try expectGolden(app.frame, "mock-draft-\(width)x\(height)")
    }

    @Test("ASCII glyphs leave nothing outside ASCII on the screen")
    func ascii() {
        var app = TestApp(ascii: true)
        app.play(.home)
        app.type("gjjj")
        #expect(app.screen.allSatisfy { $0.isASCII })
    }

    @Test("A terminal that is too small says so", arguments: [(19, 10), (80, 2), (0, 0)])
    func tooSmall(width: Int, height: Int) {
        var app = TestApp(width: width, height: height)
        app.play(.home)
        #expect(width == 0 || app.screen.hasPrefix("too small"))
    }

    @Test(
        "Any size can be drawn with anything open",
        arguments: ["", "o", "?", ":", "M", "m", "m5", "2", "z", "/x", "q"])
    func anySize(keys: String) {
        for width in stride(from: 20, through: 160, by: 14) {
            for height in [3, 4, 6, 9, 14, 30] {
                var app = TestApp(width: width, height: height)
                app.open(SavedFile.sample)
                app.play(.home)
                app.type(keys)
                app.send(.resized(.init(width: height * 3 + 20, height: max(3, height / 2))))
                #expect(app.frame.size.width == height * 3 + 20)
            }
        }
    }
}
