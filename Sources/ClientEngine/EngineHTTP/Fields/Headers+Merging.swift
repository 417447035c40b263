extension Headers {
    /// Appends to the value of a field: after a comma, or after a semicolon in `Cookie`.
    ///
    /// Adds the field if it is missing. Some fields cannot be joined: use ``add(_:_:)`` for them and for unknown
    /// fields. `Set-Cookie` always becomes a new field.
    public mutating func join(_ name: String, _ value: String) {
        guard let old = combinedValue(of: name), name.lowercased() != "set-cookie" else {
            return add(name, value)
        }
        self[name] = old + Self.separator(of: name) + value
    }

    /// Returns the values of all fields with this name, joined to one value, or `nil` if there is no such field (RFC
    /// 9110, section 5.3).
    public func combinedValue(of name: String) -> String? {
        let values = values(of: name)
        return values.isEmpty ? nil : values.joined(separator: Self.separator(of: name))
    }

    private static func separator(of name: String) -> String {
        name.lowercased() == "cookie" ? "; " : ", "
    }

    /// Returns the headers merged with `others`.
    ///
    /// The fields in `others` replace all fields of the same name.
    public func merging(_ others: Headers) -> Headers {
        var merged = self
        merged.merge(others)
        return merged
    }

    /// Merges other headers into these.
    ///
    /// The fields in `others` replace all fields of the same name, at the position of the first one.
    public mutating func merge(_ others: Headers) {
        merge(others) { _, new in new }
    }

    /// Merges other headers into these.
    ///
    /// If both have a name, `choose` makes one value from the old and the new one. If `choose` returns the new value,
    /// the fields in `others` are kept as they are, including repeated ones.
    public mutating func merge(_ others: Headers, uniquingKeysWith choose: (String, String) -> String) {
        var seen: Set<String> = []
        for field in others where seen.insert(field.name.lowercased()).inserted {
            let new = others.filter { $0.isNamed(field.name) }
            guard let old = combinedValue(of: field.name),
                let first = firstIndex(where: { $0.isNamed(field.name) })
            else {
                append(contentsOf: new)
                continue
            }
            let combined = others.combinedValue(of: field.name) ?? ""
            let chosen = choose(old, combined)
            remove(field.name)
            let fields = chosen == combined ? new : Headers([Field(field.name, chosen)])
            insert(contentsOf: fields, at: first)
        }
    }

    /// Returns the headers, followed by those fields of `defaults` whose names they do not have.
    public func filling(_ defaults: Headers) -> Headers {
        if defaults.isEmpty { return self }
        return self + defaults.filter { field in !contains { $0.isNamed(field.name) } }
    }

    /// Returns the name in its usual spelling: `etag` is `ETag`, `content-type` is `Content-Type`.
    ///
    /// A character that a name must not contain becomes `_`.
    static func canonicalName(_ name: String) -> String {
        let spellings = ["www": "WWW", "etag": "ETag", "md5": "MD5", "te": "TE", "dni": "DNI"]
        let parts = name.split(at: "-", omittingEmptySubsequences: false).map { part in
            let part = part.map { String($0).isToken ? $0 : "_" }
            let lowered = String(part).lowercased()
            return spellings[lowered] ?? lowered.prefix(1).uppercased() + lowered.dropFirst()
        }
        return parts.joined(separator: "-")
    }

    /// The headers with canonical names, each once at the position of its first field, with joined values.
    ///
    /// `Set-Cookie` fields stay separate. Fields without a name are dropped.
    public var normalized: Headers {
        var result = Headers()
        for field in self where !field.rawName.isEmpty {
            result.join(Self.canonicalName(field.name), field.value)
        }
        return result
    }

    package func validate() throws(ClientError) {
        for field in self { try field.validate() }
    }
}

extension Headers.Field {
    /// Checks that the field can be sent: its name is a token, and its value contains no CR, LF or NUL.
    package func validate() throws(ClientError) {
        guard name.isToken else {
            throw ClientError(
                .invalidRequest, .queue, "the header name “\(name)” holds what no header name may hold",
                hint: "use letters, digits and hyphens")
        }
        guard !rawValue.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0x00 }) else {
            throw ClientError(
                .invalidRequest, .queue, "the header “\(name)” holds a line break or a NUL",
                hint: "encode the value, or send it in the body")
        }
    }
}
