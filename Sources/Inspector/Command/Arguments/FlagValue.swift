/// Reads the values of flags.
enum FlagValue {
    static func number(_ text: String, in range: ClosedRange<Int>, for flag: String) throws(UsageError) -> Int
    {
        guard let number = Int(text), range.contains(number) else {
            let bounds = "from \(range.lowerBound) to \(range.upperBound)"
            throw UsageError("\(flag) takes a whole number \(bounds), not '\(text)'")
        }
        return number
    }

    /// Reads `250ms`, `5s`, `2m` or a bare number of seconds.
    static func duration(_ text: String, for flag: String) throws(UsageError) -> Duration {
        let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let scales: [Substring: Double] = ["ms": 0.001, "s": 1, "m": 60, "": 1]
        guard let value = Double(number), let scale = scales[text[number.endIndex...]],
            value * scale > 0, value * scale < 1e9
        else {
            throw UsageError("\(flag) takes a duration such as 250ms, 5s or 2m, not '\(text)'")
        }
        return .seconds(value * scale)
    }

    static func variable(_ text: String) throws(UsageError) -> Options.Variable {
        guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
            throw UsageError("--var takes NAME=VALUE, not '\(text)'")
        }
        return Options.Variable(
            name: String(text[..<equals]), value: String(text[text.index(after: equals)...]))
    }

    static func resolve(_ text: String) throws(UsageError) -> String {
        let parts = split(text)
        guard parts.count >= 3, !parts[0].isEmpty, isPort(parts[1]), !parts[2].isEmpty else {
            throw UsageError("--resolve takes HOST:PORT:ADDR, not '\(text)'")
        }
        return text
    }

    static func connectTo(_ text: String) throws(UsageError) -> String {
        let parts = split(text)
        guard parts.count == 4, parts[1].isEmpty || isPort(parts[1]), parts[3].isEmpty || isPort(parts[3])
        else {
            throw UsageError("--connect-to takes HOST1:PORT1:HOST2:PORT2, not '\(text)'")
        }
        return text
    }

    private static func isPort(_ text: Substring) -> Bool {
        Int(text).map { (1...65535).contains($0) } ?? false
    }

    /// Splits at colons, except inside the brackets of an IPv6 address.
    private static func split(_ text: String) -> [Substring] {
        var isBracketed = false
        return text.split(omittingEmptySubsequences: false) { character in
            if character == "[" { isBracketed = true }
            if character == "]" { isBracketed = false }
            return character == ":" && !isBracketed
        }
    }
}
