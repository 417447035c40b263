import CEngineCurl
import Glibc

@testable import EngineHTTP

/// A URL as parsed by libcurl.
enum CurlURL {
    /// The version of libcurl as one number, such as `0x080E01` for 8.14.1.
    static let version = Int(curl_version_info(CURLVERSION_FIRST).pointee.version_num)

    /// Returns the parts of a URL, resolved against a base first.
    ///
    /// `nil` if libcurl refuses it.
    ///
    /// Spaces and bytes outside ASCII after the authority are escaped before libcurl sees them, because it refuses spaces.
    static func parts(_ text: String, relativeTo base: RequestURL? = nil) -> URLParts? {
        guard let handle = curl_url() else { return nil }
        defer { curl_url_cleanup(handle) }
        if let base {
            set(handle, CURLUPART_URL, base.text, asWritten)
            // libcurl treats an escaped empty user as no user.
            set(handle, CURLUPART_USER, base.user, base.user == "" ? 0 : CURLU_URLENCODE)
            set(handle, CURLUPART_PASSWORD, base.password, CURLU_URLENCODE)
        }
        guard set(handle, CURLUPART_URL, escaped(text), asWritten) == CURLUE_OK else { return nil }
        return parts(of: handle)
    }

    private static let asWritten = CURLU_PATH_AS_IS | CURLU_NON_SUPPORT_SCHEME
    /// `CURLU_GET_EMPTY`, supported since libcurl 8.8.0.
    private static let getEmpty: Int32 = 1 << 14

    private static func parts(of handle: OpaquePointer) -> URLParts? {
        let user = get(handle, CURLUPART_USER, CURLU_URLDECODE)
        let password = get(handle, CURLUPART_PASSWORD, CURLU_URLDECODE)
        let fragment = get(handle, CURLUPART_FRAGMENT)
        for hidden in [CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_FRAGMENT] {
            set(handle, hidden, nil)
        }
        let query = get(handle, CURLUPART_QUERY, getEmpty)
        // Reads the URL first, because libcurl 7.88 leaks the host when it cannot convert it.
        let (text, host) = inUTF8Locale {
            let text = get(handle, CURLUPART_URL, CURLU_PUNYCODE | getEmpty)
            return (text, text.flatMap { _ in get(handle, CURLUPART_HOST, CURLU_PUNYCODE) })
        }
        guard let scheme = get(handle, CURLUPART_SCHEME), scheme == "http" || scheme == "https", var text,
            let host,
            let port = get(handle, CURLUPART_PORT, CURLU_DEFAULT_PORT), let path = get(handle, CURLUPART_PATH)
        else { return nil }
        if query == "", !text.hasSuffix("?") { text += "?" }
        return URLParts(
            text: text, scheme: scheme, user: user, password: password, host: host, port: port, path: path,
            query: query, fragment: fragment)
    }

    /// Returns the text with everything after the authority escaped.
    private static func escaped(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var start = 0
        if let colon = bytes.firstIndex(of: 0x3A),
            ["http", "https"].contains(text.prefix(before: ":").lowercased())
        {
            start = colon + 1
        }
        if bytes[start...].first == 0x2F {
            start = bytes[start...].firstIndex { $0 != 0x2F } ?? bytes.endIndex
            if text.utf8.starts(with: "//".utf8) || text.hasScheme {
                start = bytes[start...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.endIndex
            }
        }
        return String(decoding: bytes[..<start], as: UTF8.self)
            + String(decoding: bytes[start...], as: UTF8.self).percentEncoded { $0 == 0x20 || $0 >= 0x80 }
    }

    /// libcurl decodes a host in the encoding of the locale before it converts the host to punycode.
    private static func inUTF8Locale<Result>(_ body: () -> Result) -> Result {
        let made = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)
        let former = uselocale(made)
        defer {
            uselocale(former)
            freelocale(made)
        }
        return body()
    }

    @discardableResult
    private static func set(
        _ handle: OpaquePointer, _ part: CURLUPart, _ value: String?, _ flags: Int32 = 0
    ) -> CURLUcode {
        curl_url_set(handle, part, value, UInt32(flags))
    }

    private static func get(_ handle: OpaquePointer, _ part: CURLUPart, _ flags: Int32 = 0) -> String? {
        var value: UnsafeMutablePointer<CChar>?
        guard curl_url_get(handle, part, &value, UInt32(flags)) == CURLUE_OK, let value else { return nil }
        defer { curl_free(value) }
        return String(cString: value)
    }
}
