import InspectorCanvas

extension Glyphs {
    private var isASCII: Bool { self == .ascii }

    /// Stands between a route and what answers it.
    var arrow: DisplayText { isASCII ? "->" : "→" }

    /// Marks the one that is chosen.
    var bullet: DisplayText { isASCII ? "*" : "●" }

    /// Stands for a secret, however long it is.
    var mask: String { isASCII ? "****" : "••••" }

    /// The left edge of a bar.
    var edge: DisplayText { isASCII ? "|" : "▏" }
}
