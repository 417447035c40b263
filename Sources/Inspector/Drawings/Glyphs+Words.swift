import Canvas

extension Glyphs {
    private var isASCII: Bool { self == .ascii }

    /// Stands between a route and what answers it.
    var arrow: DisplayText { isASCII ? "->" : "→" }

    /// Marks the one that is chosen.
    var bullet: DisplayText { isASCII ? "*" : "●" }

    /// The left edge of a bar.
    var edge: DisplayText { isASCII ? "|" : "▏" }
}
