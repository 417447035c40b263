import EngineSupport
import Testing

@testable import ClientEngine

@Suite("References")
struct IdentityBoxTests {
    private final class Thing: Sendable {}

    private struct Plain: Interceptor {
        var number: Int

        func adapt(_ request: Request, for task: InterceptedTask) -> Request { request }
        func process(_ answer: InterceptedAnswer) -> InterceptedAnswer { answer }
    }

    @Test("an object is the same in each reference to it")
    func objects() {
        let thing = Thing()
        #expect(IdentityBox(thing) == IdentityBox(thing))
        let (one, other) = (IdentityBox<any Sendable>(thing), IdentityBox<any Sendable>(thing))
        #expect(one == other)
        #expect(IdentityBox(thing) != IdentityBox(Thing()))
        #expect(Set([IdentityBox(thing), IdentityBox(thing), IdentityBox(Thing())]).count == 2)
    }

    @Test("a value that is no object is the same in copies of one reference, however many others come and go")
    func values() {
        let first = IdentityBox<any Interceptor>(Plain(number: 1))
        let copy = first
        #expect(first == copy && first.hashValue == copy.hashValue)
        for number in 0..<1000 { #expect(IdentityBox<any Interceptor>(Plain(number: number)) != first) }
        let interception = Interception.adding([Plain(number: 1)])
        #expect(interception == interception.followed(by: .inherited))
        #expect(interception != .adding([Plain(number: 1)]))
    }
}
