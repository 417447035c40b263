import InspectorCanvas
import InspectorTestSupport
import Testing

@testable import InspectorScreen
@testable import InspectorValues

@Suite("The watched program on the screen")
struct ProgramKeyTests {
    private static func app(height: Int = 24) -> TestApp {
        var app = TestApp(width: 80, height: height)
        app.watch(["python3", "fetch.py"])
        return app
    }

    @Test("its output follows the newest line, is scrolled back, and hidden")
    func output() {
        var app = Self.app()
        app.send(.program(.wrote(.lines(1...50))))
        #expect(app.screen.contains("line 50") && !app.screen.contains("line 30"))
        app.type("<tab>k")
        #expect(app.screen.contains("line 49") && !app.screen.contains("line 50"))
        #expect(app.screen.contains("line 49 of 50"))
        app.type("g")
        #expect(app.screen.contains("line 7"))
        app.type("G")
        #expect(app.screen.contains("line 50"))
        app.type("P")
        #expect(!app.screen.contains("OUTPUT") && app.state.focus == .tasks)
        app.type("P")
        #expect(app.screen.contains("OUTPUT"))
    }

    @Test("zoomed it has the screen, and what is missing is told")
    func zoomed() {
        var app = Self.app()
        app.send(.program(.wrote(.lines(1...9_000))))
        app.type("<tab>z")
        #expect(!app.screen.contains("TASKS"))
        #expect(app.screen.contains("missed  running, pid 4711"))
    }

    @Test("leaving asks while it runs, and its end is told")
    func leaving() {
        var app = Self.app()
        app.type("q")
        #expect(app.screen.contains("python3 is still running. Quit and end it?"))
        app.type("n")
        app.type("<tab>c")
        #expect(app.takeEffects().last == .program(.end))
        app.send(.program(.ended(status: 143)))
        #expect(app.screen.contains("ended by signal 15"))
        app.type("<esc>q")
        #expect(app.takeEffects().last == .quit)
    }

    @Test("a size is told to it, and one that cannot be started ends the screen")
    func told() {
        var app = Self.app()
        _ = app.takeEffects()
        app.send(.resized(Size(width: 100, height: 30)))
        #expect(app.takeEffects() == [.program(.resize(columns: 98, lines: 30))])
        app.send(.program(.refused))
        #expect(app.takeEffects() == [.quit])
    }

    @Test("what waits to be shown is bounded, and begins with a line")
    func bounded() {
        var output = ProgramOutput()
        for number in 0..<100_000 { output.append(Array("line \(number)\n".utf8)) }
        #expect(output.bytes.count <= 64 << 10 && output.missed > 1_000_000)
        #expect(output.bytes.starts(with: Array("line ".utf8)))
        var earlier = ProgramOutput()
        earlier.append(Array("before".utf8))
        earlier.append(output)
        #expect(earlier.missed == output.missed + 6 && earlier.bytes == output.bytes)
    }

    @Test("without a program there is no pane, and the key says so")
    func none() {
        var app = TestApp(width: 80, height: 24)
        app.type("P")
        #expect(app.screen.contains("P: no program is watched"))
    }
}
