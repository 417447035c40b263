import InspectorCanvas

/// The content of the last lines of the screen, before the keys.
enum FooterContent {
    /// The keys alone.
    case keys
    /// A question of a few words.
    case question(DisplayText)
    /// A question whose words come from files: it may take several lines, and what it asks about must not be cut.
    case longQuestion(String)
    /// A field that is typed into, what stands before and behind it, and the column of what is wrong in it.
    case field(TextField, label: DisplayText, note: DisplayText = "", mistake: Int? = nil)
    /// Lines of text; they share one where there is no room.
    case lines([StyledText])
}

extension State {
    /// The completion of the field with the cursor.
    var completion: Completion? {
        if let overlay = overlays.top { return overlay.completion }
        return compose.shown?.completion
    }

    /// The question of the topmost overlay, or else of the draft.
    var footer: FooterContent { overlays.top?.footer(self) ?? compose.shown?.footer ?? .keys }
}

extension DraftState {
    /// The question where it is to be saved, or what to do about secrets in it or a file that has changed.
    fileprivate var footer: FooterContent {
        switch question {
        case nil: return .keys
        case .path(let field): return .field(field, label: "save in ")
        case .conflict(let conflict): return .longQuestion(conflict.question)
        case .secrets(let names):
            let list =
                names.count > 2
                ? "\(names[0]) and \(names.count - 1) more" : names.joined(separator: " and ")
            return .longQuestion("\(list) would be saved in clear text.")
        }
    }
}
