import ClientEngine

/// The address of a proxy, as `--proxy` and the configuration file take it.
package enum ProxyAddress {
    package static let expected = "[http://]HOST[:PORT], also with https or socks5"

    private static let schemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]

    package static func isUsable(_ text: String) -> Bool {
        let parts = splitAtColons(String(host(of: text)))
        let isKnown = scheme(of: text).map { schemes.contains($0.lowercased()) } ?? true
        guard isKnown, let name = parts.first, !name.isEmpty else { return false }
        return parts.count == 1 || parts.count == 2 && isPort(parts[1])
    }

    /// Indicates whether a name and a password stand before the host.
    static func hasCredentials(_ text: String) -> Bool {
        rest(of: text).unicodeScalars.contains("@")
    }

    /// Splits at colons, except inside the brackets of an IPv6 address.
    package static func splitAtColons(_ text: String) -> [Substring] {
        var isBracketed = false
        return text.split(omittingEmptySubsequences: false) { character in
            if character == "[" { isBracketed = true }
            if character == "]" { isBracketed = false }
            return character == ":" && !isBracketed
        }
    }

    private static func mark(in text: String) -> Range<String.Index>? {
        text.unicodeScalars.firstRange(of: "://".unicodeScalars)
    }

    private static func scheme(of text: String) -> Substring? {
        mark(in: text).map { text[..<$0.lowerBound] }
    }

    private static func rest(of text: String) -> Substring {
        text[(mark(in: text)?.upperBound ?? text.startIndex)...].prefix(before: "/")
    }

    private static func host(of text: String) -> Substring {
        rest(of: text).split(at: "@", omittingEmptySubsequences: false).last ?? ""
    }

    private static func isPort(_ text: Substring) -> Bool {
        Int(text).map { (1...65535).contains($0) } ?? false
    }
}
