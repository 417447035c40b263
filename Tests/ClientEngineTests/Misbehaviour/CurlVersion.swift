import CEngineCurl

/// A version of libcurl.
///
/// The engine never checks it and acts the same with all versions. Tests check it where newer versions reject more
/// input.
struct CurlVersion: Comparable, CustomStringConvertible {
    let major: Int
    let minor: Int
    let patch: Int

    init(_ major: Int, _ minor: Int, _ patch: Int = 0) {
        (self.major, self.minor, self.patch) = (major, minor, patch)
    }

    /// The version of the loaded library.
    static let loaded: CurlVersion = {
        let number = Int(curl_version_info(CURLVERSION_FIRST).pointee.version_num)
        return CurlVersion(number >> 16 & 0xFF, number >> 8 & 0xFF, number & 0xFF)
    }()

    var description: String { "\(major).\(minor).\(patch)" }

    static func < (left: CurlVersion, right: CurlVersion) -> Bool {
        (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
    }
}
