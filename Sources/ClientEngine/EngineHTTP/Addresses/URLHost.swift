/// A host in the one form in which it is resolved, sent and compared (RFC 3986, section 3.2.2).
///
/// - An IPv6 address is in brackets and in its shortest form.
/// - An IPv4 address is four decimal numbers. Other notations become this form, as resolvers read them: `0x7f.1` is
///   `127.0.0.1`.
/// - A name with characters outside ASCII is in punycode.
///
/// Other names keep their case.
struct URLHost {
    /// The host without a zone.
    let name: String
    /// The zone of an IPv6 address (RFC 6874), such as `eth0`.
    private(set) var zone: Substring?

    /// Parses a host that is not empty.
    init(_ written: Substring) throws(URLFault) {
        if written.utf8.first == UInt8(ascii: "[") {
            (name, zone) = try Self.ipv6(written)
        } else {
            name = try Self.name(written)
        }
    }

    /// The host in a URL.
    var text: String { zone.map { "\(name.dropLast())%25\($0)]" } ?? name }

    private static func name(_ written: Substring) throws(URLFault) -> String {
        var name = String(written)
        if !name.utf8.allSatisfy(\.isUnreservedInURL) {
            if name.utf8.contains(UInt8(ascii: "%")) {
                guard let decoded = String(validating: written.utf8.percentDecoded, as: UTF8.self) else {
                    throw .badHost
                }
                name = decoded
            }
            guard name.utf8.allSatisfy({ $0.isUnreservedInURL || $0 >= 0x80 }) else { throw .badHost }
            if name.utf8.contains(where: { $0 >= 0x80 }) {
                // Some letters become delimiters of a URL: `℀` becomes `a/c`. They would change where the request goes.
                guard let converted = InternationalName.ascii(name),
                    converted.utf8.allSatisfy(\.isUnreservedInURL)
                else { throw .badHost }
                name = converted
            }
        }
        if let address = IPv4Number.address(name) { return address }
        guard !name.isEmpty, name != ".", !name.hasSuffix("..") else { throw .badHost }
        return name
    }

    private static func ipv6(_ written: Substring) throws(URLFault) -> (name: String, zone: Substring?) {
        let inside = Substring(written.utf8.dropFirst().dropLast())
        let address = inside.prefix(before: "%")
        guard let canonical = IPv6Address.shortest(address) else { throw .badIPv6 }
        guard address.endIndex < inside.endIndex else { return ("[\(canonical)]", nil) }
        var zone = Substring(inside.utf8[address.endIndex...].dropFirst())
        // Users often write the percent sign before a zone without its escape `%25`.
        if zone.utf8.count > 2, zone.utf8.starts(with: "25".utf8) { zone = Substring(zone.utf8.dropFirst(2)) }
        guard (1...Self.longestZone).contains(zone.utf8.count), zone.utf8.allSatisfy(\.isUnreservedInURL)
        else {
            throw .badIPv6
        }
        return ("[\(canonical)]", zone)
    }

    /// The length of the longest interface name on Linux.
    private static let longestZone = 15
}
