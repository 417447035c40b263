import ClientEngine
import InspectorCanvas
import InspectorTestSupport
import Testing

@testable import InspectorScreen
@testable import InspectorValues

@Suite("Frames", .ownThread)
struct FrameTests {
    @Test("Every page, overlay and state has a frame at every size", arguments: Scene.all, Scene.sizes)
    func scene(_ scene: Scene, size: Size) throws {
        try expectGolden(scene.app(size).frame, "\(scene.name)-\(size.width)x\(size.height)")
    }

    @Test("Names of scenes are used once")
    func names() {
        #expect(Set(Scene.all.map(\.name)).count == Scene.all.count)
    }

    @Test("ASCII glyphs leave nothing outside ASCII on the screen")
    func ascii() {
        var app = TestApp(ascii: true)
        app.play(.home)
        app.type("gjjj")
        #expect(app.screen.allSatisfy { $0.isASCII })
    }

    @Test("In a locale without UTF-8 nothing but ASCII is sent, whatever is shown", arguments: Scene.all)
    func charset(scene: Scene) {
        var state = scene.app(Size(width: 80, height: 24)).state
        state.settings.charset = .ascii
        #expect(draw(state).cells.allSatisfy { $0.scalar.isASCII && $0.firstMark == "\0" && $0.width == 1 })
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
        for width in stride(from: 20, through: 160, by: 28) {
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
