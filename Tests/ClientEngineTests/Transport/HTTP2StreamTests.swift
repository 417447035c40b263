import Testing

@testable import ClientEngine

@Suite("What a stream of HTTP/2 comes to")
struct HTTP2StreamTests {
    private func stream(_ change: (inout HTTP2Stream) -> Void) throws -> HTTP2Stream {
        var stream = HTTP2Stream(in: try #require(UnsafeRawPointer(bitPattern: 16)))
        change(&stream)
        return stream
    }

    @Test("it has ended when the server said so, and nothing that follows changes that")
    func end() throws {
        let ended = try stream {
            $0.takeFields(isLast: false)
            $0.takeBody(4, isLast: true)
            $0.note(.reset(code: 0))
            #expect($0.close(code: 0) == 0)
        }
        #expect(ended.isEnded && ended.breach == nil && ended.bodyLength == 4 && !ended.hasTrailers)
        #expect(try stream { $0.takeFields(isLast: true) }.isEnded)
    }

    @Test("fields behind a body are trailers")
    func trailers() throws {
        let ended = try stream {
            $0.takeFields(isLast: false)
            $0.takeBody(1, isLast: false)
            $0.takeFields(isLast: true)
        }
        #expect(ended.isEnded && ended.hasTrailers)
    }

    @Test("the first breach counts, and libcurl hears of the code only before the head")
    func breach() throws {
        let reset = try stream {
            $0.takeFields(isLast: false)
            $0.note(.reset(code: 8))
            #expect($0.close(code: 8) == 0)
        }
        #expect(reset.breach == .reset(code: 8) && !reset.isEnded)
        let ours = try stream { #expect($0.close(code: 1) == 1) }
        #expect(ours.breach?.isMisconduct == true)
        let refused = try stream { #expect($0.close(code: HTTP2Code.refusedStream) == 7) }
        #expect(refused.breach == nil)
    }

    @Test("codes have names, also such as there are not")
    func names() {
        #expect(HTTP2Code.name(0) == "NO_ERROR" && HTTP2Code.name(13) == "HTTP_1_1_REQUIRED")
        #expect(HTTP2Code.name(14) == "error 14" && HTTP2Code.name(.max) == "error 4294967295")
    }

    @Test("a flood is what keeps the processor busy and brings nothing")
    func flood() {
        var flood = Flood()
        var clock = Duration.zero
        func reads(_ count: Int, each step: Duration) -> Bool {
            (0..<count).allSatisfy { _ in
                clock += step
                return flood.mayRead { clock }
            }
        }
        #expect(reads(10_000, each: .zero))
        flood.subside()
        #expect(reads(15, each: .seconds(1)))
        flood.subside()
        #expect(reads(31, each: .milliseconds(4)))
        #expect(!reads(16, each: .milliseconds(4)))
    }

    @Test("a megabyte of frames that bring nothing is too much in a second, and not in many")
    func idle() {
        var rate = FrameRate(limit: FrameRate.idleLimit, stride: 1 << 16)
        var clock = Instant(nanoseconds: 0)
        func come(_ bytes: Int, times: Int, each step: Duration) -> Bool {
            (0..<times).allSatisfy { _ in
                clock = clock + step
                return rate.mayCome(bytes) { clock }
            }
        }
        #expect(come(16_384, times: 63, each: .zero))
        rate.subside()
        #expect(come(9, times: 100_000, each: .zero))
        rate.subside()
        #expect(come(16_384, times: 1_000, each: .milliseconds(20)))
        rate.subside()
        #expect(!come(16_384, times: 70, each: .milliseconds(1)))
    }

    @Test("a thousand frames to be acknowledged are too many in a second, and not in many")
    func demands() {
        var rate = FrameRate(limit: FrameRate.demandLimit)
        var clock = Instant(nanoseconds: 0)
        func come(_ count: Int, each step: Duration) -> Bool {
            (0..<count).allSatisfy { _ in
                clock = clock + step
                return rate.mayCome { clock }
            }
        }
        #expect(come(5000, each: .milliseconds(2)))
        rate.subside()
        #expect(come(1000, each: .zero))
        rate.subside()
        #expect(come(1000, each: .microseconds(900)))
        #expect(!come(1, each: .zero))
        #expect(come(1, each: .seconds(1)))
    }
}
