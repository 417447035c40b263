import InspectorCanvas
import Testing

@Suite("Scroll state")
struct ScrollStateTests {
    @Test(
        "moving keeps the selection inside the list and on the screen",
        arguments: [
            (1, 1, 0), (4, 4, 0), (5, 5, 1), (99, 99, 95), (100, 99, 95), (-1, 0, 0), (Int.max, 99, 95),
            (Int.min, 0, 0),
        ])
    func moving(by rows: Int, selection: Int, offset: Int) {
        var state = ScrollState(count: 100, height: 5)
        state.move(by: rows)
        #expect(state.selection == selection)
        #expect(state.offset == offset)
        #expect(state.visible.contains(state.selection))
    }

    @Test("a page keeps one row of overlap")
    func pages() {
        var state = ScrollState(count: 100, height: 10)
        state.page(by: 1)
        #expect(state.visible == 9..<19)
        #expect(state.selection == 9)
        state.page(by: -1)
        #expect(state.visible == 0..<10)
        state.page(by: 1000)
        #expect(state.selection == 99)
    }

    @Test("the wheel moves the window and takes the selection along only at the edges")
    func wheel() {
        var state = ScrollState(count: 100, height: 10)
        state.select(5)
        state.scroll(by: 3)
        #expect(state.selection == 5)
        #expect(state.offset == 3)
        state.scroll(by: 10)
        #expect(state.selection == 13)
        state.scroll(by: 1000)
        #expect(state.visible == 90..<100)
    }

    @Test("shrinking the list or the screen moves no further than needed")
    func resizing() {
        var state = ScrollState(count: 100, height: 10)
        state.select(50)
        state.resize(height: 4)
        #expect(state.selection == 50)
        #expect(state.visible == 47..<51)
        state.resize(count: 20)
        #expect(state.selection == 19)
        #expect(state.visible == 16..<20)
        state.resize(count: 2)
        #expect(state.visible == 0..<2)
        state.resize(count: 0)
        #expect(state.visible.isEmpty)
        #expect(state.selection == 0)
    }

    @Test("a screen without rows traps nothing and finds the selection again")
    func noRows() {
        var state = ScrollState(count: 100, height: 10)
        state.select(70)
        state.resize(height: 0)
        state.move(by: 1)
        state.page(by: 1)
        #expect(state.visible.isEmpty)
        state.resize(height: 10)
        #expect(state.visible.contains(state.selection))
    }
}
