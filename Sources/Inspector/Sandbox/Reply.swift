import EngineJSON
import InspectorHTTPServer

struct Reply: Sendable {
    enum Body: Sendable {
        case bytes([UInt8])
        /// Slices that together have this many bytes.
        case sized(Int, Slices)
        /// Chunks; for HTTP/1.0, which has none, the end of the connection ends the body.
        case chunked(Slices)
        /// The script writes the whole response itself, head included.
        case script(@Sendable (RawConnection, ReceivedRequest) -> Persistence)
    }

    /// Part of a body, and the seconds to wait before it is sent.
    struct Slice: Sendable {
        var bytes: [UInt8]
        var delay: Double = 0
    }

    /// The slice at an index, counted from 0; nil ends the body.
    typealias Slices = @Sendable (Int) -> Slice?

    var status = 200
    var headers: [Field] = []
    var body = Body.bytes([])
    /// Seconds to wait before the first byte.
    var delay: Double = 0

    static func bytes(_ bytes: [UInt8], type: String, status: Int = 200) -> Reply {
        Reply(status: status, headers: [Field("Content-Type", type)], body: .bytes(bytes))
    }

    static func text(
        _ text: String, type: String = "text/plain; charset=utf-8", status: Int = 200
    ) -> Reply {
        bytes(Array(text.utf8), type: type, status: status)
    }

    static func json(_ value: JSONValue, status: Int = 200) -> Reply {
        text(value.serialized() + "\n", type: "application/json", status: status)
    }

    static func problem(_ status: Int, _ why: String) -> Reply {
        json(["error": .string(why)], status: status)
    }

    static func script(_ script: @escaping @Sendable (RawConnection, ReceivedRequest) -> Persistence) -> Reply
    {
        Reply(body: .script(script))
    }

    func adding(_ name: String, _ value: String) -> Reply {
        var reply = self
        reply.headers.append(Field(name, value))
        return reply
    }
}
