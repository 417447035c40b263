@testable import HTTPValues

/// A difference between our parser and libcurl that is meant to be there.
struct URLDifference: Sendable {
    let reason: String
    /// The first version of libcurl that shows the difference.
    var since = 0
    /// The first version of libcurl that no longer shows it.
    var before = Int.max
    let explains: @Sendable (URLComparison) -> Bool

    static let known = refused + accepted + read

    /// Our parser refuses what libcurl accepts.
    private static let refused = [
        URLDifference(
            reason:
                "A URL without exactly two slashes after its scheme has no host. libcurl takes its first segment for one."
        ) {
            $0.ours == nil && ($0.reference.authority ?? "").isEmpty
                && ($0.text.hasPrefix("//") || $0.reference.scheme != nil)
        },
        URLDifference(
            reason: "A control character is a mistake. libcurl escapes those of references.",
            since: 0x08_0C_00
        ) {
            $0.ours == nil && $0.base != nil && $0.text.utf8.contains(where: \.isControl)
        },
        URLDifference(reason: "A host that is a scheme is a mistake.") {
            $0.ours == nil && ["http:", "https:"].contains($0.reference.authority?.lowercased())
        },
        URLDifference(
            reason:
                "Credentials have no control characters. libcurl drops a user or a password that has some."
        ) {
            $0.ours == nil && ($0.information?.utf8.percentDecoded.contains(where: \.isControl) ?? false)
        },
        URLDifference(
            reason: "A name that is not made of unreserved characters changes where a request goes."
        ) {
            guard $0.ours == nil, let theirs = $0.theirs else { return false }
            return theirs.host.isEmpty
                || !theirs.host.hasPrefix("[") && !theirs.host.utf8.allSatisfy(\.isUnreservedInURL)
        },
        URLDifference(
            reason:
                "A name does not end in two dots, and is not a dot (libcurl 8.21.0; here also after conversion)."
        ) {
            guard $0.ours == nil, let host = $0.theirs?.host else { return false }
            return host == "." || host.hasSuffix("..")
        },
        URLDifference(reason: "An IPv6 address in escaped brackets is not one.") {
            $0.ours == nil && $0.theirs?.host.hasPrefix("[") == true && !$0.host.hasPrefix("[")
        },
        URLDifference(reason: "A zone is made of unreserved characters (RFC 6874).") {
            guard $0.ours == nil, $0.host.hasPrefix("["), let zone = $0.host.cut(at: "%")?.tail else {
                return false
            }
            return !zone.utf8.allSatisfy(\.isUnreservedInURL)
        },
    ]

    /// Our parser accepts what libcurl refuses.
    private static let accepted = [
        URLDifference(reason: "A scheme begins with a letter (RFC 3986, section 3.1).", before: 0x08_05_00) {
            $0.theirs == nil && $0.base != nil && $0.reference.scheme == nil
                && $0.text.unicodeScalars.first?.properties.isAlphabetic == false
                && $0.text.prefix(before: "/", "?", "#").utf8.contains(0x3A)
        },
        URLDifference(
            reason: "A zone may follow a bare percent sign. libcurl decodes the whole host first.",
            since: 0x08_15_00
        ) { comparison in
            guard comparison.ours != nil, comparison.host.hasPrefix("["), comparison.host.utf8.contains(0x25)
            else { return false }
            return comparison.theirs == nil || comparison.isSame(after: URLDifference.hideServer)
        },
    ]

    /// Both accept a text and read it differently.
    private static let read = [
        URLDifference(
            reason:
                "An address has one form. libcurl leaves some as they are written, more of them in older versions."
        ) {
            comparison in
            guard let ours = comparison.ours, let theirs = comparison.theirs,
                ours.host.first.map({ "[0123456789".contains($0) }) == true
            else { return false }
            return (try? URLHost(theirs.host[...]))?.name == ours.host
                && comparison.isSame(after: URLDifference.hideServer)
        },
        URLDifference(
            reason:
                "A reference without path and query is the base with its query (RFC 3986, section 5.2.2).",
            before: 0x08_0C_00
        ) { $0.base != nil && $0.reference.isEmptyButForFragment && $0.ours != nil && $0.theirs != nil },
        URLDifference(reason: "The query of a base may be empty.", before: 0x08_15_00) { comparison in
            comparison.base?.query == "" && comparison.reference.isEmptyButForFragment
                && comparison.isSame { ($0.query, $0.text) = (nil, "") }
        },
        URLDifference(
            reason: "A path keeps its empty segments, and dot segments of a base lead nowhere.",
            before: 0x08_0C_00
        ) { comparison in
            guard let base = comparison.base else { return false }
            let path = comparison.reference.path
            let hasOddSegments =
                path.utf8.allSatisfy { "./".utf8.contains($0) } || path.contains(bytesOf: "//")
                || base.path.contains(bytesOf: "//")
                || RFC3986.removeDotSegments(base.path) != base.path
            return hasOddSegments && comparison.isSame { ($0.path, $0.text) = ("", "") }
        },
        URLDifference(reason: "An escape in a reference keeps its small letters.", since: 0x08_0F_00) {
            comparison in
            comparison.base != nil
                && comparison.isSame {
                    $0.text = $0.text.uppercased()
                    URLDifference.capitalise(&$0)
                }
        },
    ]

    private static func hideServer(_ parts: inout URLParts) {
        (parts.host, parts.text) = ("", "")
        capitalise(&parts)
    }

    /// libcurl writes the digits of escapes in a reference as capitals since 8.15.0.
    private static func capitalise(_ parts: inout URLParts) {
        parts.path = parts.path.uppercased()
        parts.query = parts.query?.uppercased()
        parts.fragment = parts.fragment?.uppercased()
    }
}

extension URLReference {
    /// Indicates whether the reference is the base itself.
    fileprivate var isEmptyButForFragment: Bool {
        scheme == nil && authority == nil && path.isEmpty && query == nil
    }
}
