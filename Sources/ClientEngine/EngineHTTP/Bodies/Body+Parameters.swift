extension Body {
    /// Makes a body of parameters as a JSON object (`application/json`), as of a literal that has variables.
    ///
    /// ```swift
    /// let order = Body.json(["item": name, "count": count, "gift": true])
    /// ```
    /// Of several parameters with one name the last one counts.
    @_disfavoredOverload
    public static func json(_ members: Parameters) -> Body {
        .json(members.json)
    }
}
