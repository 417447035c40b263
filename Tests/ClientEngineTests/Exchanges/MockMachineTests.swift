import Testing

@testable import ClientEngine

@Suite("The machine of a mock's answer")
struct MockMachineTests {
    private let steps = [
        MockScript.Step(after: .seconds(1), signals: [.phase(.send)]),
        MockScript.Step(after: .seconds(2), signals: [.phase(.wait)]),
    ]
    private let start = Instant(nanoseconds: 0)
    private let failure = ClientError(.io, .queue, "it broke")

    /// Returns a machine that has played its steps, and its next action.
    private func played(_ sequel: MockMachine.Sequel) -> (machine: MockMachine, last: MockMachine.Action) {
        var machine = MockMachine()
        #expect(machine.handle(.begin, at: start) == .fillIn)
        #expect(machine.handle(.made(steps, sequel), at: start) == .wait(until: start + .seconds(1)))
        #expect(machine.handle(.due, at: start + .seconds(1)) == .tell([.phase(.send)]))
        // The loop was late, but the steps keep their schedule.
        #expect(machine.handle(.told, at: start + .seconds(2)) == .wait(until: start + .seconds(3)))
        #expect(machine.handle(.due, at: start + .seconds(3)) == .tell([.phase(.wait)]))
        let last = machine.handle(.told, at: start + .seconds(3))
        return (machine, last)
    }

    @Test("steps come one after the other, each in its time; then it is silent")
    func plays() {
        let (machine, last) = played(.nothing)
        #expect(last == .nothing && machine.stage == .over)
    }

    @Test("where code makes the reply it is asked behind the steps, and its steps are played")
    func code() {
        var (machine, last) = played(.code)
        #expect(last == .askCode)
        let due = start + .seconds(4)
        #expect(machine.handle(.made(steps, .nothing), at: start + .seconds(3)) == .wait(until: due))
    }

    @Test("where it only looks on, a server answers behind the steps, at once where there are none")
    func passes() {
        #expect(played(.passing).last == .pass)
        var machine = MockMachine()
        _ = machine.handle(.begin, at: start)
        #expect(machine.handle(.made([], .passing), at: start) == .pass)
    }

    @Test("what cannot be made fails it; behind that, and behind a stop, nothing does anything")
    func ends() {
        var failed = MockMachine()
        _ = failed.handle(.begin, at: start)
        #expect(failed.handle(.failed(failure), at: start) == .fail(failure))
        var stopped = MockMachine()
        _ = stopped.handle(.begin, at: start)
        _ = stopped.handle(.made(steps, .nothing), at: start)
        #expect(stopped.handle(.stop, at: start) == .nothing)
        for var machine in [failed, stopped] {
            #expect(machine.handle(.due, at: start) == .nothing)
            #expect(machine.handle(.told, at: start) == .nothing)
            #expect(machine.handle(.made(steps, .nothing), at: start) == .nothing)
            #expect(machine.handle(.failed(failure), at: start) == .nothing)
        }
    }
}
