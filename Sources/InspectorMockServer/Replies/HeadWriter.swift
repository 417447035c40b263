import ClientEngine
import InspectorHTTPServer

/// Writes heads of responses that stay heads, whatever a mock or a server has put into them.
enum HeadWriter {
    static func bytes(
        _ status: Int, _ reason: String, _ fields: Headers, _ persistence: Persistence,
        to request: ReceivedRequest?
    ) -> [UInt8] {
        var bytes = Array("HTTP/1.1 \(status) ".utf8) + Array(reason.utf8).onOneLine + [0x0D, 0x0A]
        for field in fields {
            bytes += Array(field.rawName).onOneLine
            bytes += [0x3A, 0x20]
            bytes += Array(field.rawValue).onOneLine
            bytes += [0x0D, 0x0A]
        }
        if persistence == .close {
            bytes += Array("Connection: close\r\n".utf8)
        } else if request?.isOld == true {
            bytes += Array("Connection: keep-alive\r\n".utf8)
        }
        return bytes + [0x0D, 0x0A]
    }
}

extension [UInt8] {
    /// The bytes with spaces for line ends and other control characters, which would split the head.
    fileprivate var onOneLine: [UInt8] {
        guard contains(where: { $0 < 0x20 && $0 != 9 || $0 == 0x7F }) else { return self }
        return map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }
    }
}
