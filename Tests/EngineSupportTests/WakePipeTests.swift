import EngineSupport
import Foundation
import InspectorTestSupport
import Testing

@Suite("Wake pipe", .ownThread)
struct WakePipeTests {
    private func isReadable(_ pipe: WakePipe, milliseconds: Int32 = 0) -> Bool {
        var descriptor = pollfd(fd: pipe.reader, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, milliseconds) == 1
    }

    @Test("a wake from another thread is seen, and forgotten after draining")
    func waking() throws {
        let pipe = try #require(WakePipe())
        #expect(!isReadable(pipe))
        Thread.detachNewThread { pipe.wake() }
        #expect(isReadable(pipe, milliseconds: 10_000))
        pipe.drain()
        #expect(!isReadable(pipe))
    }

    @Test("more wakes than a pipe holds block nobody")
    func flood() throws {
        let pipe = try #require(WakePipe())
        for _ in 0..<200_000 { pipe.wake() }
        #expect(isReadable(pipe))
        pipe.drain()
        #expect(!isReadable(pipe))
    }
}
