import ClientEngine

extension ExchangeStart {
    /// The first line of its head where nothing is special about it.
    var requestLine: String { "\(method.rawValue) \(target) HTTP/1.1\r\n" }

    private var target: String { url.path + (url.query.map { "?" + $0 } ?? "") }

    /// Returns whether it has this first line, and still has it when it is made of its method and the text of its URL.
    func tells(requestLine line: ArraySlice<UInt8>) -> Bool {
        let target = target.utf8
        return line.elementsEqual(requestLine.utf8)
            && url.text.utf8.suffix(target.count).elementsEqual(target)
    }
}

extension Phase {
    /// The letter by which stories name it.
    var letter: String { String(rawValue.prefix(1)) }

    /// Finds a phase by its letter.
    init?(letter: String) {
        guard let phase = Phase.allCases.first(where: { $0.letter == letter }) else { return nil }
        self = phase
    }
}
