/// HTTP/2 frames (RFC 9113, section 4.1), including invalid ones.
enum HTTP2Frame {
    static let data: UInt8 = 0
    static let headers: UInt8 = 1
    static let priority: UInt8 = 2
    static let reset: UInt8 = 3
    static let settings: UInt8 = 4
    static let pushPromise: UInt8 = 5
    static let ping: UInt8 = 6
    static let goAway: UInt8 = 7
    static let windowUpdate: UInt8 = 8
    static let continuation: UInt8 = 9

    static let endStream: UInt8 = 1
    static let endHeaders: UInt8 = 4

    /// `:status 200`, entry 8 of the HPACK table (RFC 7541, appendix A).
    static let ok: [UInt8] = [0x88]
    /// A response head with status 200, without the end of the stream.
    static let head = make(headers, endHeaders, on: 1, ok)
    /// The beginning of a body.
    static let part = make(data, on: 1, Array("part".utf8))
    /// The end of a body.
    static let end = make(data, endStream, on: 1, [])

    static func make(_ kind: UInt8, _ flags: UInt8 = 0, on stream: UInt32, _ payload: [UInt8]) -> [UInt8] {
        octets(UInt32(payload.count)).dropFirst() + [kind, flags] + octets(stream) + payload
    }

    static func reset(_ code: UInt32, on stream: UInt32 = 1) -> [UInt8] {
        make(reset, on: stream, octets(code))
    }

    static func goAway(last: UInt32, code: UInt32 = 0, _ text: String = "") -> [UInt8] {
        make(goAway, on: 0, octets(last) + octets(code) + Array(text.utf8))
    }

    static func windowUpdate(by count: UInt32, on stream: UInt32) -> [UInt8] {
        make(windowUpdate, on: stream, octets(count))
    }

    /// Returns a field whose name is an index of HPACK's static table, with a literal value, not indexed.
    static func field(_ index: UInt8, _ value: String) -> [UInt8] {
        (index < 15 ? [index] : [0x0F, index - 15]) + [UInt8(value.utf8.count)] + Array(value.utf8)
    }

    /// Returns a field with a literal name and value, not indexed.
    static func field(_ name: String, _ value: String) -> [UInt8] {
        [0, UInt8(name.utf8.count)] + Array(name.utf8) + [UInt8(value.utf8.count)] + Array(value.utf8)
    }

    static func octets(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
