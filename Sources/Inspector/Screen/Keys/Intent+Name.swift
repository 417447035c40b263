extension Intent {
    /// The name of the action in the configuration file: `task.resend`, `mock.fault-reset`, `find.sort-total`.
    ///
    /// It is made of the names of the cases, so that a new action has one at once; what they are for, `docs/config.md` lists.
    var name: String {
        let words = String(describing: self).split { !$0.isLetter && !$0.isNumber }
            .filter { word in word.first.map { !$0.isUppercase } ?? false }
            .filter { $0 != "nil" && $0 != "milliseconds" }
            .map { word in
                word.reduce(into: "") { text, letter in
                    if letter.isUppercase { text += "-" }
                    text += letter.lowercased()
                }
            }
        guard let kind = words.first, words.count > 1 else { return words.first ?? "" }
        return kind + "." + words.dropFirst().joined(separator: "-")
    }

    /// Indicates whether it only shows the keys that can follow.
    var beginsSequence: Bool {
        switch self {
        case .mock(.choose), .copy(nil), .find(.sort(nil)), .find(.views), .statistics(.sort(nil)): true
        default: false
        }
    }
}
