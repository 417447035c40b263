import CEngineIDN2

/// Names of hosts beyond ASCII (RFC 5890).
enum InternationalName {
    /// Returns the name that is looked up, with its labels in punycode.
    ///
    /// `nil` if there is none.
    static func ascii(_ name: String) -> String? {
        guard name.utf8.count <= longest else { return nil }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(CIDN2_NAME_SIZE)) { bytes in
            guard let start = bytes.baseAddress, cidn2_lookup(name, start) != 0 else { return nil }
            return String(cString: start)
        }
    }

    /// Bytes of the longest name that is converted.
    ///
    /// A name that is looked up has at most 255 bytes. Conversion takes quadratic time.
    private static let longest = 4_096
}
