import ClientEngine
import InspectorHTTPServer

/// Writes response heads that remain valid regardless of their content from mocks or servers.
enum HeadWriter {
    static func append(
        _ status: StatusCode, _ reason: [UInt8], _ fields: Headers, _ persistence: Persistence,
        to request: ReceivedRequest?, into bytes: inout [UInt8]
    ) {
        bytes += "HTTP/1.1 \(status) ".utf8
        bytes.addLine(reason)
        for field in fields {
            field.withRawName { bytes.addOnOneLine($0) }
            bytes += ": ".utf8
            field.withRawValue { bytes.addLine($0) }
        }
        if persistence == .close {
            bytes += "Connection: close\r\n".utf8
        } else if request?.isOld == true {
            bytes += "Connection: keep-alive\r\n".utf8
        }
        bytes += "\r\n".utf8
    }

    static func bytes(
        _ status: StatusCode, _ reason: String, _ fields: Headers, _ persistence: Persistence,
        to request: ReceivedRequest?
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        append(status, Array(reason.utf8), fields, persistence, to: request, into: &bytes)
        return bytes
    }
}

extension ResponseHead {
    /// The reason phrase in its original bytes, or in UTF-8 if it was changed.
    var reasonBytes: [UInt8] {
        let line = wireBytes.prefix { $0 != 0x0D && $0 != 0x0A }
        let words = line.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count == 3, String(headerBytes: words[2]) == reason else { return Array(reason.utf8) }
        return Array(words[2])
    }
}

extension [UInt8] {
    /// Appends bytes, and replaces line ends and other control characters by spaces, because they would split the
    /// head.
    fileprivate mutating func addOnOneLine(_ bytes: some Collection<UInt8>) {
        let start = count
        append(contentsOf: bytes)
        for index in start..<count where self[index] < 0x20 && self[index] != 9 || self[index] == 0x7F {
            self[index] = 0x20
        }
    }

    fileprivate mutating func addLine(_ bytes: some Collection<UInt8>) {
        addOnOneLine(bytes)
        self += "\r\n".utf8
    }
}
