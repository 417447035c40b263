import ClientEngine

extension ExchangeStart {
    /// The first line of its head where nothing is special about it.
    var requestLine: String { "\(method.rawValue) \(target) HTTP/1.1\r\n" }

    private var target: String { url.path + (url.query.map { "?" + $0 } ?? "") }

    /// Returns whether it has this first line, and still has it when it is made of its method and the text of its URL.
    func tells(requestLine line: ArraySlice<UInt8>) -> Bool {
        let length = url.path.utf8.count + (url.query.map { $0.utf8.count + 1 } ?? 0)
        var expected: [UInt8] = []
        expected.reserveCapacity(line.count)
        expected += method.rawValue.utf8
        expected.append(UInt8(ascii: " "))
        var text = url.text
        text.withUTF8 { expected.append(contentsOf: UnsafeBufferPointer(rebasing: $0.suffix(length))) }
        expected += " HTTP/1.1\r\n".utf8
        return expected[...].isSame(as: line)
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
