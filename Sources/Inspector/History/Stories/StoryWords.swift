import ClientEngine
import Glibc

extension ExchangeStart {
    /// The first line of its head where nothing is special about it.
    var requestLine: String { "\(method.rawValue) \(target) HTTP/1.1\r\n" }

    private var target: String { url.path + (url.query.map { "?" + $0 } ?? "") }

    /// Returns whether it has this first line, and still has it when it is made of its method and the text of its URL.
    func tells(requestLine line: ArraySlice<UInt8>) -> Bool {
        let length = url.path.utf8.count + (url.query.map { $0.utf8.count + 1 } ?? 0)
        var (method, text, end) = (method.rawValue + " ", url.text, " HTTP/1.1\r\n")
        guard line.count == method.utf8.count + length + end.utf8.count else { return false }
        return line.withUnsafeBufferPointer { line in
            method.withUTF8 { line.hasBytes($0[...], at: 0) }
                && text.withUTF8 { line.hasBytes($0.suffix(length), at: method.utf8.count) }
                && end.withUTF8 { line.hasBytes($0[...], at: line.count - $0.count) }
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

extension UnsafeBufferPointer<UInt8> {
    /// Returns whether bytes stand at a place, where there is room for them.
    fileprivate func hasBytes(_ bytes: Slice<Self>, at place: Int) -> Bool {
        let bytes = Self(rebasing: bytes)
        guard let own = baseAddress, let other = bytes.baseAddress else { return bytes.isEmpty }
        return memcmp(own + place, other, bytes.count) == 0
    }
}
