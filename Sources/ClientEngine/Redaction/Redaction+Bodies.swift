extension Redaction {
    /// A body, with the secret members of JSON and fields of forms replaced, and whatever secret is known; otherwise as it is.
    ///
    /// What claims to be JSON or multipart and names secrets, but cannot be taken apart, is replaced whole.
    public mutating func body(_ bytes: [UInt8], contentType: String?) -> [UInt8] {
        guard isHiding, !bytes.isEmpty else { return bytes }
        return known(in: named(bytes, contentType))
    }

    /// A body with what is secret by its name replaced.
    ///
    /// Bodies of other kinds are not read, and those that name no secret are not taken apart.
    mutating func named(_ bytes: [UInt8], _ contentType: String?) -> [UInt8] {
        guard let shape = BodyShape(contentType: contentType, bytes), shape.mayNameSecrets(bytes) else {
            return bytes
        }
        switch shape {
        case .form: return Array(pairs(String(decoding: bytes, as: UTF8.self)[...]).utf8)
        case .multipart: return whole(bytes)
        case .json, .jsonLines:
            guard let members = SecretMembers(of: bytes, isWritten: true) else {
                return shape == .jsonLines ? lines(bytes) : whole(bytes)
            }
            return members.secrets.isEmpty ? bytes : members.text { placeholder(for: $0) }
        }
    }

    /// Meets what ``named(_:_:)`` would replace.
    mutating func learn(body bytes: [UInt8], contentType: String?) {
        guard isHiding, !bytes.isEmpty else { return }
        guard let shape = BodyShape(contentType: contentType, bytes), shape.mayNameSecrets(bytes) else {
            return
        }
        learn { redaction in
            if shape == .json || shape == .jsonLines, let members = SecretMembers(of: bytes, isWritten: false)
            {
                members.secrets.forEach { _ = redaction.placeholder(for: $0) }
            } else {
                _ = redaction.named(bytes, contentType)
            }
        }
    }

    private mutating func whole(_ bytes: [UInt8]) -> [UInt8] {
        Array(placeholder(for: String(decoding: bytes, as: UTF8.self)).utf8)
    }

    private mutating func lines(_ bytes: [UInt8]) -> [UInt8] {
        Array(
            bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
                .map { named(Array($0), "application/json") }
                .joined(separator: [0x0A]))
    }
}

/// The kinds of bodies in which secrets have names.
enum BodyShape: Sendable {
    case form, multipart, json, jsonLines

    /// The kind that the type says, or that the first byte makes likely; nil for all others.
    init?(contentType: String?, _ bytes: some Sequence<UInt8>) {
        let type = contentType.map { MediaType($0).essence } ?? ""
        if type == "application/x-www-form-urlencoded" {
            self = .form
        } else if type.hasPrefix("multipart/") {
            self = .multipart
        } else if type.contains("ndjson") || type.contains("lines") && type.contains("json") {
            self = .jsonLines
        } else if type.contains("json") {
            self = .json
        } else {
            let first = bytes.first { !$0.isBlank && $0 != 0x0A && $0 != 0x0D }
            guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return nil }
            self = type.contains("lines") ? .jsonLines : .json
        }
    }

    /// A quick look that spares most bodies from being taken apart.
    ///
    /// Escapes in names (`\u0074oken`, `%74oken`) make it careful.
    func mayNameSecrets(_ bytes: [UInt8]) -> Bool {
        if SecretNames.common.occur(in: bytes) { return true }
        switch self {
        case .form: return bytes.contains(UInt8(ascii: "%"))
        case .multipart: return bytes.contains(UInt8(ascii: "%")) || bytes.hasEscapes
        case .json, .jsonLines: return bytes.hasEscapes
        }
    }
}

extension [UInt8] {
    /// Whether `\u` stands in it.
    fileprivate var hasEscapes: Bool {
        withUnsafeBytes { bytes in
            var isBehindBackslash = false
            for byte in bytes {
                if isBehindBackslash, byte == UInt8(ascii: "u") { return true }
                isBehindBackslash = byte == UInt8(ascii: "\\")
            }
            return false
        }
    }
}
