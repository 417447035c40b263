import FoundationEssentials

extension JSONBytesDecoder {
    /// Indicates whether the names of members are converted.
    @inline(__always)
    var convertsKeys: Bool {
        if case .useDefaultKeys = keyDecodingStrategy { false } else { true }
    }

    /// Returns the key for the name of a member.
    ///
    /// - Parameters:
    ///   - name: The name of the member.
    ///   - path: The coding path of the object.
    /// - Returns: The key as a text.
    func key(_ name: String, at path: [any CodingKey]) -> String {
        switch keyDecodingStrategy {
        case .useDefaultKeys: name
        case .convertFromSnakeCase: Self.camelCase(name)
        case .custom(let convert): convert(path + [JSONKey(name)]).stringValue
        }
    }

    /// Returns `userName` for `user_name`.
    ///
    /// Underscores at the beginning and the end stay.
    private static func camelCase(_ name: String) -> String {
        let words = name.split(separator: "_")
        guard words.count > 1 else { return name }
        let leading = name.prefix { $0 == "_" }
        let trailing = name.reversed().prefix { $0 == "_" }
        return leading + words[0].lowercased() + words[1...].map(\.capitalized).joined() + trailing
    }
}
