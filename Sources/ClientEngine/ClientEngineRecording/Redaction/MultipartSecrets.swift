import ClientEngine

/// Finds the parts of a multipart body (RFC 7578) whose names are those of secrets, and the secrets in parts that are
/// JSON or forms.
enum MultipartSecrets {
    /// Searches a body.
    ///
    /// One that cannot be parsed and contains names of secrets is marked as invalid.
    static func find(in bytes: ArraySlice<UInt8>, _ contentType: String) -> NamedSecrets {
        var found = NamedSecrets()
        guard let boundary = MediaType(contentType).boundary,
            let parts = parts(of: bytes, between: Array("--\(boundary)".utf8))
        else {
            found.isWhole = !SecretNames.common.occur(in: Array(bytes)) && !bytes.contains(UInt8(ascii: "%"))
            return found
        }
        for part in parts {
            let own = secrets(in: part)
            found.places += own.places
            found.isWhole = found.isWhole && own.isWhole
        }
        return found
    }

    /// Returns the parts between the boundary lines, or `nil` if there are no boundary lines.
    private static func parts(
        of bytes: ArraySlice<UInt8>, between boundary: [UInt8]
    ) -> [ArraySlice<UInt8>]? {
        var parts: [ArraySlice<UInt8>] = []
        var start: Int?
        for line in boundaries(of: bytes, boundary) {
            if let start { parts.append(bytes[start..<max(start, line.lowerBound - 1)]) }
            start = min(line.upperBound + 1, bytes.endIndex)
            if bytes[line].dropFirst(boundary.count).starts(with: [0x2D, 0x2D]) { return parts }
        }
        // The last part may be incomplete.
        if let start { parts.append(bytes[start...]) }
        return start == nil ? nil : parts
    }

    /// Returns the ranges of the lines that start with the boundary.
    private static func boundaries(of bytes: ArraySlice<UInt8>, _ boundary: [UInt8]) -> [Range<Int>] {
        bytes.withUnsafeBytes { buffer in
            let lines = buffer.pieces(separatedBy: 0x0A).filter { buffer[$0].starts(with: boundary) }
            return lines.map { bytes.startIndex + $0.lowerBound..<bytes.startIndex + $0.upperBound }
        }
    }

    private static func secrets(in part: ArraySlice<UInt8>) -> NamedSecrets {
        var found = NamedSecrets()
        var rest = part
        var (isSecret, type) = (false, String?.none)
        var name = part.startIndex..<part.startIndex
        while let end = rest.firstIndex(of: 0x0A) {
            let line = rest[..<end].last == 0x0D ? rest[..<end].dropLast() : rest[..<end]
            rest = rest[(end + 1)...]
            if line.isEmpty { break }
            let field = String(decoding: line, as: UTF8.self)
            guard let (fieldName, value) = field.cut(at: ":") else { continue }
            switch fieldName.lowercased() {
            case "content-disposition":
                (isSecret, name) = (self.isSecret(value), line.indices)
            case "content-type": type = String(value.drop { $0 == " " })
            default: break
            }
        }
        let value = rest.last == 0x0D ? rest.dropLast() : rest
        if isSecret {
            if !value.isEmpty { found.places = [.init(name: name, value: value.indices, spelling: .plain)] }
        } else if let type, let shape = BodyShape(contentType: type, value), shape != .multipart {
            found = NamedSecrets(in: value, shape, type)
        }
        return found
    }

    /// Returns whether the `name` of a Content-Disposition is that of a secret.
    private static func isSecret(_ disposition: Substring) -> Bool {
        let name = HeaderParameters(disposition)["name"]?.unquoted
        return name.map { Redaction.isSecret(name: $0.queryDecoded) } ?? false
    }
}

extension MediaType {
    /// The boundary between the parts of a multipart body, without its hyphens.
    fileprivate var boundary: String? {
        self["boundary"].flatMap { $0.isEmpty ? nil : $0 }
    }
}
