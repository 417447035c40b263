import Testing

@testable import ClientEngine

@Suite("The machine of an exchange on the network")
struct NetworkMachineTests {
    private let end = ExchangeEnd(error: ClientError(.tls, .tls, "who is that?"))

    private func sending() -> NetworkMachine {
        var machine = NetworkMachine()
        #expect(machine.handle(.begin) == .enter)
        #expect(machine.handle(.admitted) == .connect(in: .queue))
        return machine
    }

    @Test("a place, a transfer, the end")
    func plain() {
        var machine = sending()
        #expect(machine.handle(.ended) == .leave)
        #expect(machine.stage == .idle)
    }

    @Test("a server that is accepted is spoken to on a new connection; one that is not ends the exchange")
    func decided() {
        var machine = sending()
        #expect(machine.handle(.undecided(end)) == .ask)
        #expect(machine.handle(.decided(.accept)) == .connect(in: .tls))
        #expect(machine.handle(.undecided(end)) == .ask)
        #expect(machine.handle(.decided(.reject)) == .end(end))
        #expect(machine.stage == .idle)
    }

    @Test("stopped in any stage it gives back what it holds, and hears nothing more")
    func stopped() {
        var queued = NetworkMachine()
        _ = queued.handle(.begin)
        var asking = sending()
        _ = asking.handle(.undecided(end))
        for var machine in [queued, sending(), asking] {
            #expect(machine.handle(.stop) == .leave)
            #expect(machine.handle(.stop) == .nothing)
            #expect(machine.handle(.admitted) == .nothing)
            #expect(machine.handle(.decided(.accept)) == .nothing)
            #expect(machine.handle(.ended) == .nothing)
            #expect(machine.handle(.undecided(end)) == .nothing)
        }
    }
}
