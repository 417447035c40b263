import InspectorCanvas

/// A line of a comparison, and what became of it.
package struct ComparedLine: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        case same, removed, added
        /// Of JSON: a value that is another one, and an item that stands elsewhere.
        case changed, moved
        /// Lines that are the same are left out here.
        case gap
    }

    package var kind: Kind
    package var text: String

    package init(_ kind: Kind = .same, _ text: String = "") {
        self.kind = kind
        self.text = text
    }

    /// The line behind its sign, which tells the kind where there are no colours.
    package var styled: StyledText {
        let text = DisplayText(untrusted: text)
        return switch kind {
        case .same: StyledText("  ") + StyledText(text)
        case .removed: StyledText("- ", .bad) + StyledText(text, .bad)
        case .added: StyledText("+ ", .good) + StyledText(text, .good)
        case .changed: StyledText("~ ", .warn) + StyledText(text, .warn)
        case .moved: StyledText("> ", .info) + StyledText(text, .info)
        case .gap: StyledText("  ...", .muted)
        }
    }
}
