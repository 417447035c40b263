import ClientEngine
import Glibc

extension ExchangeStart {
    /// The first line of its head where nothing is special about it.
    var requestLine: String { "\(method.rawValue) \(target) HTTP/1.1\r\n" }

    private var target: String { url.path + (url.query.map { "?" + $0 } ?? "") }

    /// Returns whether it has this first line, and still has it when it is made of its method and the text of its URL.
    func tells(requestLine line: ArraySlice<UInt8>) -> Bool {
        let length = url.path.utf8.count + (url.query.map { $0.utf8.count + 1 } ?? 0)
        return line.withUnsafeBytes { bytes in
            var rest = bytes[...]
            return rest.remove(method.rawValue) && rest.remove(" ") && rest.remove(url.text, last: length)
                && rest.remove(" HTTP/1.1\r\n") && rest.isEmpty
        }
    }
}

extension Slice<UnsafeRawBufferPointer> {
    /// Removes a text, or so many of its last bytes, from the beginning; false where it does not stand there.
    fileprivate mutating func remove(_ text: String, last length: Int = .max) -> Bool {
        var text = text
        return text.withUTF8 { text in
            let text = UnsafeBufferPointer(rebasing: text.suffix(length))
            let beginning = UnsafeRawBufferPointer(rebasing: prefix(text.count))
            guard let start = text.baseAddress, let place = beginning.baseAddress else { return text.isEmpty }
            guard beginning.count == text.count, memcmp(start, place, text.count) == 0 else { return false }
            removeFirst(text.count)
            return true
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
