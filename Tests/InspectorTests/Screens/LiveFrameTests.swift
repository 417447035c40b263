import ClientEngine
import Foundation
import Testing

@testable import Inspector

@Suite("Frames of the strip, the search and the clipboard")
struct LiveFrameTests {
    private static func app(_ keys: String, width: Int = 80, height: Int = 24) -> TestApp {
        var app = TestApp(width: width, height: height)
        app.open(SavedFile.sample)
        app.play(.home)
        var mock = MocksState.Row.sample
        mock.lastHit = Date(timeIntervalSince1970: 1_700_000_000)
        app.send(.mocks([mock], isOn: true))
        app.type(keys)
        return app
    }

    @Test(
        "Each has a frame at 80×24",
        arguments: [
            ("strip-filter", "/status:2xx<enter>"), ("strip-off", "/status:2xx<enter>\\"),
            ("mock-hit", "gjj5"), ("mock-none", "g5"), ("connection-shared", "gj6"),
            ("hex", "g2<tab>:hex dump<enter>"), ("find", "g2<tab>/o"), ("find-next", "gj2<tab>/t<enter>n"),
            ("find-hex", "g2<tab>:hex dump<enter>/ok<enter>"), ("copy-choices", "gy"), ("copied", "gyc"),
        ])
    func page(name: String, keys: String) throws {
        try expectGolden(Self.app(keys).frame, "live-\(name)")
    }

    @Test(
        "Large screens show them too",
        arguments: [
            ("strip-filter", "<tab>/status:2xx<enter>"), ("find", "<tab>g2<tab>/o"), ("copied", "<tab>gyc"),
        ])
    func large(name: String, keys: String) throws {
        try expectGolden(Self.app(keys, width: 140, height: 40).frame, "live-\(name)-140x40")
    }

    @Test(
        "Small screens too",
        arguments: [
            ("strip-filter", "/status:2xx<enter>"), ("find", "g2/o"), ("copied", "gyc"),
            ("hex", "g2:hex dump<enter>"),
        ])
    func small(name: String, keys: String) throws {
        try expectGolden(Self.app(keys, width: 40, height: 12).frame, "live-\(name)-40x12")
    }
}
