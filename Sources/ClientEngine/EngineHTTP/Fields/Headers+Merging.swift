extension Headers {
    /// Adds to the value of a name: behind a comma, in `Cookie` behind a semicolon, or as the first value.
    ///
    /// Some fields cannot be joined, `Set-Cookie` above all: for those and for unknown ones use ``add(_:_:)``.
    public mutating func join(_ name: String, _ value: String) {
        guard let old = combinedValue(of: name), name.lowercased() != "set-cookie" else {
            return add(name, value)
        }
        self[name] = old + Self.separator(of: name) + value
    }

    /// Returns all values of a name as one; nil when there is none (RFC 9110, section 5.3).
    public func combinedValue(of name: String) -> String? {
        let values = values(of: name)
        return values.isEmpty ? nil : values.joined(separator: Self.separator(of: name))
    }

    private static func separator(of name: String) -> String {
        name.lowercased() == "cookie" ? "; " : ", "
    }

    /// Returns the headers with others taken in: where a name is in both, all its fields come from the others.
    public func merging(_ others: Headers) -> Headers {
        var merged = self
        merged.merge(others)
        return merged
    }

    /// Takes other headers in: where a name is in both, all its fields come from the others, in the place of the first.
    public mutating func merge(_ others: Headers) {
        merge(others) { _, new in new }
    }

    /// Takes other headers in; where a name is in both, the closure makes one value of the old and the new one.
    ///
    /// A closure that gives back the new one keeps the others' fields as they are, with their repeats.
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

    /// Returns the headers with those of others that have a new name behind them.
    public func filling(_ defaults: Headers) -> Headers {
        if defaults.isEmpty { return self }
        return self + defaults.filter { field in !contains { $0.isNamed(field.name) } }
    }

    /// Returns the name as it is mostly written: `etag` is `ETag`, `content-type` is `Content-Type`.
    ///
    /// A character that may not stand in a name becomes `_`.
    static func canonicalName(_ name: String) -> String {
        let spellings = ["www": "WWW", "etag": "ETag", "md5": "MD5", "te": "TE", "dni": "DNI"]
        let parts = name.split(at: "-", omittingEmptySubsequences: false).map { part in
            let part = part.map { String($0).isToken ? $0 : "_" }
            let lowered = String(part).lowercased()
            return spellings[lowered] ?? lowered.prefix(1).uppercased() + lowered.dropFirst()
        }
        return parts.joined(separator: "-")
    }

    /// The headers with canonical names, each once in the place of its first field, its values joined.
    ///
    /// `Set-Cookie` keeps its fields apart. Fields without a name are left out.
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
    /// Checks that the field can be sent: its name is a token, its value holds no CR, LF or NUL.
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
