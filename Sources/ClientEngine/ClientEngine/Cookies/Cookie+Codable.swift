import FoundationEssentials

/// A cookie in a file: an object with texts, and with times in seconds since 1970.
///
/// Names and values that are not UTF-8 are in Base64.
struct KeptCookie: Codable {
    var cookie: Cookie

    init(_ cookie: Cookie) {
        self.cookie = cookie
    }

    private enum CodingKeys: String, CodingKey {
        case name, value, nameBase64, valueBase64, domain, hostOnly, path, secure, httpOnly, sameSite
        case expires, created, lastUsed
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func bytes(_ plain: CodingKeys, _ coded: CodingKeys) throws -> [UInt8] {
            if let data = try values.decodeIfPresent(Data.self, forKey: coded) { return Array(data) }
            return Array(try values.decode(String.self, forKey: plain).utf8)
        }
        func date(_ key: CodingKeys) throws -> Date? {
            try values.decodeIfPresent(Double.self, forKey: key).map { Date(timeIntervalSince1970: $0) }
        }
        var cookie = Cookie("", "", domain: try values.decode(String.self, forKey: .domain))
        cookie.rawName = try bytes(.name, .nameBase64)
        cookie.rawValue = try bytes(.value, .valueBase64)
        guard cookie.isSendable else {
            throw DecodingError.dataCorruptedError(
                forKey: .value, in: values, debugDescription: "the value cannot be sent in a header field")
        }
        cookie.isHostOnly = try values.decodeIfPresent(Bool.self, forKey: .hostOnly) ?? true
        cookie.path = try values.decodeIfPresent(String.self, forKey: .path) ?? "/"
        cookie.isSecure = try values.decodeIfPresent(Bool.self, forKey: .secure) ?? false
        cookie.isHTTPOnly = try values.decodeIfPresent(Bool.self, forKey: .httpOnly) ?? false
        cookie.sameSite = try values.decodeIfPresent(Cookie.SameSite.self, forKey: .sameSite)
        cookie.expires = try date(.expires)
        cookie.created = try date(.created) ?? cookie.created
        cookie.lastUsed = try date(.lastUsed) ?? cookie.created
        self.cookie = cookie
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        func encode(_ bytes: [UInt8], _ plain: CodingKeys, _ coded: CodingKeys) throws {
            if let text = String(validating: bytes, as: UTF8.self) {
                try values.encode(text, forKey: plain)
            } else {
                try values.encode(Data(bytes), forKey: coded)
            }
        }
        try encode(cookie.rawName, .name, .nameBase64)
        try encode(cookie.rawValue, .value, .valueBase64)
        try values.encode(cookie.domain, forKey: .domain)
        try values.encode(cookie.isHostOnly, forKey: .hostOnly)
        try values.encode(cookie.path, forKey: .path)
        try values.encode(cookie.isSecure, forKey: .secure)
        try values.encode(cookie.isHTTPOnly, forKey: .httpOnly)
        try values.encodeIfPresent(cookie.sameSite, forKey: .sameSite)
        try values.encodeIfPresent(cookie.expires?.timeIntervalSince1970, forKey: .expires)
        try values.encode(cookie.created.timeIntervalSince1970, forKey: .created)
        try values.encode(cookie.lastUsed.timeIntervalSince1970, forKey: .lastUsed)
    }
}
