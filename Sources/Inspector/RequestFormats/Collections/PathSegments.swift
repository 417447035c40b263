import ClientEngine

/// Segments of a path that stand for a value, as in `/users/:id`.
enum PathSegments {
    /// Puts a text that is encoded in place of the segment `:name`.
    static func filled(_ url: String, name: String, encoded: String) -> String {
        let mark = url.unicodeScalars.firstIndex(of: "?") ?? url.endIndex
        let path = url[..<mark].split(at: "/", omittingEmptySubsequences: false)
            .map { $0 == ":\(name)" ? encoded : String($0) }
        return path.joined(separator: "/") + url[mark...]
    }

    /// Returns the text of a path parameter: its encoded value, or a reference if it has no value.
    ///
    /// Without a value, a request would go to another resource: `DELETE /users/` instead of `DELETE /users/1`.
    static func text(
        for name: String, _ value: String, encode: (String) -> String = { encoded($0) }
    ) -> String {
        value.trimmedWhitespace.isEmpty ? "{{\(SafeNames.variable(name))}}" : encode(value)
    }

    /// Encodes a value for a segment, or for several; what references bring is put in as it is.
    static func encoded(_ value: String, keepsSlashes: Bool = false) -> String {
        TemplateText.map(
            value,
            literal: { text in
                let encoded = text.encodedForPath
                return keepsSlashes ? encoded.replacingBytes("%2F", with: "/") : encoded
            }
        ) { "{{\($0)}}" }
    }
}

extension Substring {
    /// The text as it may stand in a segment of a path; what is encoded already stays.
    fileprivate var encodedForPath: String {
        percentEncoded { $0 <= 0x20 || $0 >= 0x7F || "\"#<>?/".utf8.contains($0) }
    }
}
