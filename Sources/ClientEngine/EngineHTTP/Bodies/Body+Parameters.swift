extension Body {
    /// Creates a body with the parameters as a JSON object (`application/json`), for example from a literal with
    /// variables.
    ///
    /// ```swift
    /// let order = Body.json(["item": name, "count": count, "gift": true])
    /// ```
    ///
    /// If several parameters have the same name, the last one wins.
    @_disfavoredOverload
    public static func json(_ members: Parameters) -> Body {
        .json(members.json)
    }
}
