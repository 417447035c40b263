import ClientEngine
import Glibc

/// A host whose TLS is opened: `api.example.com`, `api.example.com:8443`, or `.example.com` for all names below it.
package struct OpenedHost: Sendable, Equatable {
    /// The host as written.
    package let text: String
    private let name: String
    /// The port, or `nil` for all ports.
    private let port: Int?
    private let coversNamesBelow: Bool
    /// The mask that covers only this address, or `nil` for a name.
    private let mask: String?

    /// Parses a host.
    ///
    /// Returns `nil` if the text is not a host.
    package init?(_ text: String) {
        coversNamesBelow = text.unicodeScalars.first == "."
        let written = coversNamesBelow ? text.dropFirst() : text[...]
        guard !written.utf8.contains(where: { "/?#@\\".utf8.contains($0) }),
            let url = try? RequestURL(parsing: "https://\(written)/"), url.path == "/"
        else { return nil }
        self.text = text
        name = url.tlsName.lowercased()
        port = written.hasSuffix(":\(url.port)") ? url.port : nil
        mask = Self.mask(of: name)
        // Other characters have a special meaning in certificate extensions.
        guard mask != nil || name.utf8.allSatisfy({ $0 == UInt8(ascii: ".") || $0.isInName }) else {
            return nil
        }
        if coversNamesBelow, mask != nil { return nil }
    }

    var isAddress: Bool { mask != nil }

    /// The part of a name constraint that permits this host, in OpenSSL's syntax.
    ///
    /// The name appears twice, because OpenSSL does not apply a name without a leading dot to names below it.
    var constraint: String {
        mask.map { "permitted;IP:\(name)/\($0)" } ?? "permitted;DNS:\(name),permitted;DNS:.\(name)"
    }

    func covers(_ url: RequestURL) -> Bool {
        let asked = url.tlsName.lowercased()
        return (port ?? url.port) == url.port
            && (asked == name || coversNamesBelow && asked.hasSuffix("." + name))
    }

    /// Returns the mask of a single address, or `nil` if the text is not an address.
    static func mask(of name: String) -> String? {
        var address = in6_addr()
        if inet_pton(AF_INET, name, &address) == 1 { return "255.255.255.255" }
        guard inet_pton(AF_INET6, name, &address) == 1 else { return nil }
        return [String](repeating: "ffff", count: 8).joined(separator: ":")
    }
}

extension UInt8 {
    fileprivate var isInName: Bool {
        (0x30...0x39).contains(self) || (0x61...0x7A).contains(self) || self == UInt8(ascii: "-")
            || self == UInt8(ascii: "_")
    }
}
