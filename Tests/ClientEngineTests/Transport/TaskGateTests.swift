import Testing

@testable import ClientEngine

@Suite("The gate of tasks")
struct TaskGateTests {
    @Test("holds what begins until it is opened as often as it was closed, and gives it back in its order")
    func order() {
        var gate = TaskGate<Int>()
        #expect(!gate.isClosed)
        gate.close()
        gate.close()
        gate.hold(1)
        #expect(gate.open().isEmpty && gate.isClosed)
        gate.hold(2)
        #expect(gate.open() == [1, 2] && !gate.isClosed)
        gate.close()
        #expect(gate.open().isEmpty)
    }
}
