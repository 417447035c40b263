import FoundationEssentials

/// The parsed value of a `Set-Cookie` field (RFC 6265bis, section 5.6), before the rules are applied.
struct SetCookie: Equatable {
    /// The largest size in bytes of a name and its value together.
    static let maximumPair = 4096
    /// The largest size in bytes of an attribute value.
    ///
    /// A longer one is ignored.
    static let maximumAttribute = 1024
    /// The longest lifetime of a cookie in seconds: 400 days.
    static let maximumAge = 400.0 * 86_400

    var name: [UInt8]
    var value: [UInt8]
    /// The last `Domain` in lower case, without its leading dot, or an empty text if there is none.
    var domain = ""
    /// The last `Path`, or `nil` if it is missing or does not start with a slash.
    var path: String?
    var isSecure = false
    var isHTTPOnly = false
    var sameSite: Cookie.SameSite?
    /// The expiry, where `Max-Age` takes precedence over `Expires`, or `nil` for the session.
    var expires: Date?

    /// Parses the value of a field, or returns `nil` if the whole field must be ignored.
    init?(_ field: [UInt8], now: Date) {
        guard !field.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else { return nil }
        let parts = field.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        let pair = parts[0]
        if let equals = pair.firstIndex(of: UInt8(ascii: "=")) {
            name = pair[..<equals].trimmed
            value = pair[(equals + 1)...].trimmed
        } else {
            name = []
            value = pair.trimmed
        }
        guard !(name.isEmpty && value.isEmpty), name.count + value.count <= Self.maximumPair else {
            return nil
        }
        var age: Date?
        for part in parts.dropFirst() { apply(part, age: &age, now) }
        expires = age ?? expires
    }

    private mutating func apply(_ attribute: ArraySlice<UInt8>, age: inout Date?, _ now: Date) {
        let equals = attribute.firstIndex(of: UInt8(ascii: "=")) ?? attribute.endIndex
        let name = String(headerBytes: attribute[..<equals].trimmed).lowercased()
        let value = attribute[equals...].dropFirst().trimmed
        guard value.count <= Self.maximumAttribute else { return }
        let latest = now.addingTimeInterval(Self.maximumAge)
        switch name {
        case "expires":
            if let date = HTTPDate(cookie: value) { expires = min(date.date, latest) }
        case "max-age":
            if let seconds = Self.age(value) {
                age = seconds <= 0 ? .distantPast : min(now.addingTimeInterval(seconds), latest)
            }
        case "domain":
            let text = String(headerBytes: value).lowercased()
            domain = text.hasPrefix(".") ? String(text.dropFirst()) : text
        case "path": path = value.first == UInt8(ascii: "/") ? String(headerBytes: value) : nil
        case "secure": isSecure = true
        case "httponly": isHTTPOnly = true
        case "samesite":
            let word = String(headerBytes: value).lowercased()
            sameSite = Cookie.SameSite.allCases.first { $0.rawValue.lowercased() == word }
        default: break
        }
    }

    /// Returns the seconds in `Max-Age`, or `nil` if the value is invalid.
    private static func age(_ value: [UInt8]) -> Double? {
        let digits = value.first == UInt8(ascii: "-") ? value.dropFirst() : value[...]
        guard !digits.isEmpty, digits.allSatisfy(\.isASCIIDigit) else { return nil }
        return Double(String(decoding: value, as: UTF8.self))
    }
}

extension ArraySlice<UInt8> {
    /// The bytes without spaces and tabs at both ends.
    var trimmed: [UInt8] {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        let end = lastIndex { !isBlank($0) }.map { $0 + 1 } ?? startIndex
        return Array(self[..<end].drop(while: isBlank))
    }
}
