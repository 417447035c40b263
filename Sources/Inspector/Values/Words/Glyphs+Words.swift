import InspectorCanvas

extension Glyphs {
    private var isASCII: Bool { self == .ascii }

    /// Stands between a route and what answers it.
    package var arrow: DisplayText { isASCII ? "->" : "→" }

    /// Marks the one that is chosen.
    package var bullet: DisplayText { isASCII ? "*" : "●" }

    /// Stands for a secret, however long it is.
    package var mask: String { isASCII ? "****" : "••••" }

    /// The left edge of a bar.
    package var edge: DisplayText { isASCII ? "|" : "▏" }
}
