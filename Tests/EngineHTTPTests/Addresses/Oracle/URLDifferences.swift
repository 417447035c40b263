@testable import EngineHTTP

/// An intended difference between RequestURL and libcurl.
struct URLDifference: Sendable {
    let reason: String
    /// A text that shows the difference.
    let example: String
    /// The base of the example.
    var base: String?
    /// The first version of libcurl that shows the difference.
    var since = 0
    /// The first version of libcurl that no longer shows it.
    var before = Int.max
    let explains: @Sendable (URLComparison) -> Bool

    /// Indicates whether this version of libcurl shows the difference.
    var isCurrent: Bool { (since..<before).contains(CurlURL.version) }

    static let known = refused + accepted + read

    /// RequestURL refuses texts that libcurl accepts.
    private static let refused = [
        URLDifference(
            reason: "A URL without exactly two slashes has no host. libcurl takes its first segment for one.",
            example: "http:///a.test/x"
        ) {
            $0.ours == nil && ($0.reference.authority ?? "").isEmpty
                && ($0.reference.authority != nil || $0.reference.scheme != nil)
        },
        URLDifference(
            reason: "A control character is a mistake. libcurl escapes those of references.",
            example: "a\u{1}", base: "http://a.test/", since: 0x08_0C_00
        ) { $0.ours == nil && $0.base != nil && $0.text.utf8.contains(where: \.isControl) },
        URLDifference(reason: "A host that is a scheme is a mistake.", example: "http://http:/") {
            $0.ours == nil && ["http:", "https:"].contains($0.reference.authority?.lowercased())
        },
        URLDifference(
            reason: "Credentials have no control characters. libcurl drops a user that has some.",
            example: "http://u%0A:p@a.test/"
        ) { $0.ours == nil && ($0.information?.utf8.percentDecoded.contains(where: \.isControl) ?? false) },
        URLDifference(
            reason: "Characters that are not unreserved in a name change where a request goes.",
            example: "http://c\u{2100}.test/"
        ) {
            guard $0.ours == nil, let host = $0.theirs?.host else { return false }
            return host.isEmpty || !host.isInBrackets && !host.utf8.allSatisfy(\.isUnreservedInURL)
        },
        URLDifference(
            reason: "A name ends in one dot at most. libcurl 8.21.0 checks that before it converts the name.",
            example: "http://\u{E9}\u{3002}\u{3002}/"
        ) {
            guard $0.ours == nil, let host = $0.theirs?.host else { return false }
            return host == "." || host.hasSuffix("..")
        },
        URLDifference(
            reason: "An IPv6 address in escaped brackets is not one.",
            example: "http://%5B%3A%3A1%5D/", before: 0x08_15_00
        ) { $0.ours == nil && $0.theirs?.host.isInBrackets == true && !$0.host.isInBrackets },
        URLDifference(
            reason: "A zone is made of unreserved characters (RFC 6874).",
            example: "http://[fe80::1%25\u{FC}]/"
        ) {
            guard $0.ours == nil, $0.host.isInBrackets, let zone = $0.host.cut(at: "%")?.tail else {
                return false
            }
            return !zone.utf8.allSatisfy(\.isUnreservedInURL)
        },
    ]

    /// RequestURL accepts texts that libcurl usually refuses.
    private static let accepted = [
        URLDifference(
            reason: "A scheme begins with a letter (RFC 3986, section 3.1).",
            example: "1a:b", base: "http://a.test/", before: 0x08_05_00
        ) {
            $0.theirs == nil && $0.base != nil && $0.reference.scheme == nil
                && $0.text.utf8.first?.isASCIILetter == false
                && $0.text.prefix(before: "/", "?", "#").utf8.contains(0x3A)
        },
        URLDifference(
            reason: "Escapes in brackets belong to a zone. libcurl decodes the whole host first.",
            example: "http://[fe80::1%25]/", since: 0x08_15_00
        ) {
            guard $0.host.isInBrackets, $0.host.utf8.contains(0x25) else { return false }
            return $0.ours == nil || $0.theirs == nil || $0.isSame(after: hideServer)
        },
    ]

    /// Both accept a text but parse it differently.
    private static let read = [
        URLDifference(
            reason:
                "An address has one form. libcurl leaves some as written, more of them in older versions.",
            example: "http://\u{FF11}\u{FF12}\u{FF17}.1/"
        ) {
            guard let ours = $0.ours?.host, let theirs = $0.theirs?.host,
                ours.isInBrackets || ours.utf8.first?.isASCIIDigit == true
            else { return false }
            return (try? URLHost(theirs[...]))?.name == ours && $0.isSame(after: hideServer)
        },
        URLDifference(
            reason: "A reference without a path and a query is the base (RFC 3986, section 5.2.2).",
            example: "#f", base: "http://a.test/b?q", before: 0x08_0C_00
        ) { $0.base != nil && $0.reference.isEmptyButForFragment && $0.ours != nil && $0.theirs != nil },
        URLDifference(
            reason: "The query of a base may be empty.",
            example: "#f", base: "http://a.test/b?", since: 0x08_0C_00, before: 0x08_15_00
        ) {
            $0.base?.query == "" && $0.reference.isEmptyButForFragment
                && $0.isSame { ($0.query, $0.text) = (nil, "") }
        },
        URLDifference(
            reason: "A path keeps its empty segments, and its dot segments lead where RFC 3986 says.",
            example: ".//a", base: "http://a.test/b", before: 0x08_0C_00
        ) {
            guard let base = $0.base?.path else { return false }
            let path = $0.reference.path
            let isOdd =
                path.utf8.allSatisfy { "./".utf8.contains($0) } || path.contains(bytesOf: "//")
                || base.contains(bytesOf: "//") || RFC3986.removeDotSegments(base) != base
            return isOdd && $0.isSame { ($0.path, $0.text) = ("", "") }
        },
        URLDifference(
            reason: "An escape in a reference keeps its small letters.",
            example: "%7e", base: "http://a.test/", since: 0x08_0F_00
        ) {
            $0.base != nil
                && $0.isSame {
                    $0.text = $0.text.uppercased()
                    capitalise(&$0)
                }
        },
    ]

    private static func hideServer(_ parts: inout URLParts) {
        (parts.host, parts.text) = ("", "")
        capitalise(&parts)
    }

    /// Newer versions of libcurl write the hex digits of escapes in a reference in upper case.
    private static func capitalise(_ parts: inout URLParts) {
        parts.path = parts.path.uppercased()
        parts.query = parts.query?.uppercased()
        parts.fragment = parts.fragment?.uppercased()
    }
}

extension URLReference {
    /// Indicates whether the reference is the base itself, apart from its fragment.
    fileprivate var isEmptyButForFragment: Bool {
        scheme == nil && authority == nil && path.isEmpty && query == nil
    }
}

extension StringProtocol {
    fileprivate var isInBrackets: Bool { utf8.first == UInt8(ascii: "[") }
}
