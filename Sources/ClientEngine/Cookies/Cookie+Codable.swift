import Foundation

/// Written as an object of text, with times in seconds since 1970; a value that is not UTF-8 is written in Base64.
extension Cookie: Codable {
    private enum CodingKeys: String, CodingKey {
        case name, value, nameBase64, valueBase64, domain, hostOnly, path, secure, httpOnly, sameSite
        case expires, created, lastUsed
    }

    /// Reads a cookie; what the rules need must be there.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func bytes(_ plain: CodingKeys, _ coded: CodingKeys) throws -> [UInt8] {
            if let data = try values.decodeIfPresent(Data.self, forKey: coded) { return Array(data) }
            return Array(try values.decode(String.self, forKey: plain).utf8)
        }
        func date(_ key: CodingKeys) throws -> Date? {
            try values.decodeIfPresent(Double.self, forKey: key).map { Date(timeIntervalSince1970: $0) }
        }
        self.init("", "", domain: try values.decode(String.self, forKey: .domain))
        rawName = try bytes(.name, .nameBase64)
        rawValue = try bytes(.value, .valueBase64)
        guard isSendable else {
            throw DecodingError.dataCorruptedError(
                forKey: .value, in: values, debugDescription: "the value cannot be sent in a header field")
        }
        isHostOnly = try values.decodeIfPresent(Bool.self, forKey: .hostOnly) ?? true
        path = try values.decodeIfPresent(String.self, forKey: .path) ?? "/"
        isSecure = try values.decodeIfPresent(Bool.self, forKey: .secure) ?? false
        isHTTPOnly = try values.decodeIfPresent(Bool.self, forKey: .httpOnly) ?? false
        sameSite = try values.decodeIfPresent(SameSite.self, forKey: .sameSite)
        expires = try date(.expires)
        created = try date(.created) ?? created
        lastUsed = try date(.lastUsed) ?? created
    }

    /// Writes the cookie.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        func encode(_ bytes: [UInt8], _ plain: CodingKeys, _ coded: CodingKeys) throws {
            if let text = String(validating: bytes, as: UTF8.self) {
                try values.encode(text, forKey: plain)
            } else {
                try values.encode(Data(bytes), forKey: coded)
            }
        }
        try encode(rawName, .name, .nameBase64)
        try encode(rawValue, .value, .valueBase64)
        try values.encode(domain, forKey: .domain)
        try values.encode(isHostOnly, forKey: .hostOnly)
        try values.encode(path, forKey: .path)
        try values.encode(isSecure, forKey: .secure)
        try values.encode(isHTTPOnly, forKey: .httpOnly)
        try values.encodeIfPresent(sameSite, forKey: .sameSite)
        try values.encodeIfPresent(expires?.timeIntervalSince1970, forKey: .expires)
        try values.encode(created.timeIntervalSince1970, forKey: .created)
        try values.encode(lastUsed.timeIntervalSince1970, forKey: .lastUsed)
    }
}
