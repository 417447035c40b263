import CEngineIDN2

/// Host names with characters outside ASCII (RFC 5890).
enum InternationalName {
    /// Returns the name to look up, with its labels in punycode, or `nil` if the name has no such form.
    static func ascii(_ name: String) -> String? {
        guard name.utf8.count <= longest else { return nil }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(CIDN2_NAME_SIZE)) { bytes in
            guard let start = bytes.baseAddress, cidn2_lookup(name, start) != 0 else { return nil }
            return String(cString: start)
        }
    }

    /// The length in bytes of the longest name that is converted.
    ///
    /// Names in DNS have at most 255 bytes. Conversion takes quadratic time.
    private static let longest = 4_096
}
