import ClientEngine
import Glibc

extension ExchangeStart {
    /// The first line of the head of a usual request.
    var requestLine: String { "\(method.rawValue) \(target) HTTP/1.1\r\n" }

    private var target: String { url.path + (url.query.map { "?" + $0 } ?? "") }

    /// Returns whether this is the first line of the head, so that it follows from the method and the text of the URL.
    func matches(requestLine line: ArraySlice<UInt8>) -> Bool {
        let length = url.path.utf8.count + (url.query.map { $0.utf8.count + 1 } ?? 0)
        return line.withUnsafeBytes { line in
            let rest = line.behind(method.rawValue)?.behind(" ")?.behind(url.text, last: length)
            return rest?.behind(" HTTP/1.1\r\n")?.isEmpty == true
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Returns the bytes after a text, or after its last `length` bytes, or `nil` if the bytes do not start with it.
    fileprivate func behind(_ text: String, last length: Int = .max) -> UnsafeRawBufferPointer? {
        var text = text
        return text.withUTF8 { text in
            let length = Swift.min(length, text.count)
            guard length > 0 else { return self }
            guard count >= length, let place = baseAddress, let start = text.baseAddress,
                memcmp(place, start + (text.count - length), length) == 0
            else { return nil }
            return UnsafeRawBufferPointer(start: place + length, count: count - length)
        }
    }
}

extension Phase {
    /// The letter of the phase in records, which is the first letter of its name.
    var letter: StaticString {
        switch self {
        case .queue: "q"
        case .dns: "d"
        case .connect: "c"
        case .tls: "t"
        case .send: "s"
        case .wait: "w"
        case .receive: "r"
        case .process: "p"
        }
    }

    /// Creates a phase from its letter.
    init?(letter: String) {
        guard let phase = Phase.allCases.first(where: { $0.letter.description == letter }) else { return nil }
        self = phase
    }
}
