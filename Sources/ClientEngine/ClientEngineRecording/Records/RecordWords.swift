import ClientEngine
import Glibc

extension ExchangeStart {
    /// The first line of its head where nothing is special about it.
    var requestLine: String { "\(method.rawValue) \(target) HTTP/1.1\r\n" }

    private var target: String { url.path + (url.query.map { "?" + $0 } ?? "") }

    /// Returns whether it has this first line, and still has it when it is made of its method and the text of its URL.
    func matches(requestLine line: ArraySlice<UInt8>) -> Bool {
        let length = url.path.utf8.count + (url.query.map { $0.utf8.count + 1 } ?? 0)
        return line.withUnsafeBytes { line in
            let rest = line.behind(method.rawValue)?.behind(" ")?.behind(url.text, last: length)
            return rest?.behind(" HTTP/1.1\r\n")?.isEmpty == true
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Returns what stands behind a text, or so many of its last bytes, at the beginning; nil where it does not stand there.
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
    /// The letter by which stories name it: the first of its name.
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

    /// Finds a phase by its letter.
    init?(letter: String) {
        guard let phase = Phase.allCases.first(where: { $0.letter.description == letter }) else { return nil }
        self = phase
    }
}
