/// The directives of `Cache-Control` in a request or a response (RFC 9111, section 5.2).
///
/// Directives without an effect in the client are dropped. Of a repeated directive, the first one counts. Invalid
/// seconds count as zero, so that a response with an unclear lifetime is not used without validation.
struct CacheControl: Sendable, Equatable {
    private var directives: [String: String?] = [:]

    /// Parses all `Cache-Control` fields.
    init(_ headers: Headers) {
        for field in headers where field.isNamed("Cache-Control") {
            for element in field.rawValue.listElements { apply(element) }
        }
    }

    func has(_ name: String) -> Bool { directives[name] != nil }

    func isBare(_ name: String) -> Bool { directives[name] == .some(nil) }

    /// Returns the seconds of a directive: `nil` if the directive or its argument is missing, zero if the argument is
    /// not a number.
    func seconds(_ name: String) -> Double? {
        guard let argument = directives[name] ?? nil else { return nil }
        let digits = argument.utf8
        return !digits.isEmpty && digits.allSatisfy(\.isASCIIDigit) ? Double(argument) ?? 0 : 0
    }

    private mutating func apply(_ element: [UInt8]) {
        let equals = element.firstIndex(of: UInt8(ascii: "=")) ?? element.endIndex
        let name = String(headerBytes: Array(element[..<equals])).lowercased()
        guard directives[name] == nil else { return }
        let argument = element[equals...].dropFirst()
        directives[name] = .some(equals == element.endIndex ? nil : Self.unquoted(argument))
    }

    private static func unquoted(_ argument: ArraySlice<UInt8>) -> String {
        guard argument.count >= 2, argument.first == UInt8(ascii: "\""), argument.last == UInt8(ascii: "\"")
        else { return String(headerBytes: Array(argument)) }
        var bytes: [UInt8] = []
        var isEscaped = false
        for byte in argument.dropFirst().dropLast() {
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
            if !isEscaped { bytes.append(byte) }
        }
        return String(headerBytes: bytes)
    }
}

extension Collection<UInt8> where SubSequence == ArraySlice<UInt8>, Index == Int {
    /// The elements of a comma-separated list without the white space around them.
    ///
    /// Commas in quotes do not separate elements (RFC 9110, section 5.6.1).
    var listElements: [[UInt8]] {
        var elements: [[UInt8]] = []
        var start = startIndex
        var isQuoted = false
        var isEscaped = false
        for (index, byte) in zip(indices, self) {
            switch byte {
            case UInt8(ascii: "\\") where isQuoted: isEscaped.toggle()
            case UInt8(ascii: "\"") where !isEscaped: isQuoted.toggle()
            case UInt8(ascii: ",") where !isQuoted:
                elements.append(self[start..<index].trimmed)
                start = index + 1
            default: isEscaped = false
            }
        }
        elements.append(self[start...].trimmed)
        return elements.filter { !$0.isEmpty }
    }
}
