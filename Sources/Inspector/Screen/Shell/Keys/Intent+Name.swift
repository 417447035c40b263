extension Intent {
    /// The name of the action in the configuration file: `task.resend`, `mock.fault-reset`, `find.sort-total`.
    ///
    /// It is made of the names of the cases, so that a new action has one at once; what they are for, `docs/config.md` lists.
    var name: String {
        let (kind, action): (String?, String) =
            if case .ofOverlay(let any) = self {
                (type(of: any.verb).subject, String(describing: any.verb))
            } else {
                (nil, String(describing: self))
            }
        let words = action.split { !$0.isLetter && !$0.isNumber }
            .filter { word in word.first.map { !$0.isUppercase } ?? false }
            .filter { $0 != "nil" && $0 != "milliseconds" }
            .map { word in
                word.reduce(into: "") { text, letter in
                    if letter.isUppercase { text += "-" }
                    text += letter.lowercased()
                }
            }
        let subject = kind ?? words.first ?? ""
        let verbs = kind == nil ? words.dropFirst() : words[...]
        return verbs.isEmpty ? subject : subject + "." + verbs.joined(separator: "-")
    }

    /// Indicates whether it only shows the keys that can follow.
    var beginsSequence: Bool {
        switch self {
        case .mock(.choose), .hold(.choose), .copy(nil), .find(.sort(nil)), .find(.views): true
        case .ofOverlay(let any): any.verb.beginsSequence
        default: false
        }
    }
}
