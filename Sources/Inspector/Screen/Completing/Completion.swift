import InspectorCanvas

/// The menu of a field: the candidates for the word at the cursor, and the one that is selected.
///
/// It is never in the way of who types on. Nothing is selected before somebody goes into the menu, unless the field is one to
/// choose in; Enter without a selection means what it always does.
///
/// ```
///   headers   Acc█
///           ╭────────────────────────────────╮
///           │ Accept                         │
///           │▸Accept-Encoding  gzip, br, …   │     Tab and the arrows select, Enter takes,
///           │ Accept-Language                │     Esc closes
///           ╰────────────────────────────────╯
/// ```
struct Completion: Equatable, Sendable {
    struct Candidate: Equatable, Sendable {
        /// The text that is written.
        var text: String
        /// The remark of the menu on it.
        var note = ""
        /// Its name in the menu; nil is the text itself.
        var title: String?
    }

    /// The part of a text that a candidate takes the place of.
    struct Word: Equatable, Sendable {
        /// The part of it before the cursor.
        var text: String
        /// The number of its characters behind the cursor.
        var behind = 0
    }

    /// The use of a field.
    enum Purpose: Equatable, Sendable {
        /// Text, for which there are suggestions.
        case writing
        /// Text that nobody has begun yet: Tab goes on to the next field.
        case beginning
        /// One of the candidates: there is always one selected, and whoever leaves the field takes it.
        case choosing
    }

    let word: Word
    let candidates: [Candidate]
    let purpose: Purpose
    /// The one that Enter takes.
    private(set) var selection: Int?

    /// Offers the candidates that begin with a word, then those that hold it; nil where there is nothing to add to it.
    init?(_ word: Word, of known: [Candidate], purpose: Purpose = .writing, selecting selected: String? = nil)
    {
        let wanted = word.text.lowercased()
        let names = known.map { ($0.title ?? $0.text).lowercased() }
        // What stands there in full needs nothing, and Tab goes on to the next field.
        let isWhole = !wanted.isEmpty && known.contains { $0.text.lowercased() == wanted }
        guard !isWhole || purpose == .choosing else { return nil }
        let first = known.indices.filter { names[$0].hasPrefix(wanted) }
        // One or two letters are in everything, and who chooses names the beginning.
        let isLoose = wanted.count > 2 && purpose != .choosing
        let others = known.indices.filter {
            isLoose && !names[$0].hasPrefix(wanted) && names[$0].contains(wanted)
        }
        candidates = (first + others).map { known[$0] }
        guard !candidates.isEmpty else { return nil }
        self.word = word
        self.purpose = purpose
        guard purpose == .choosing else { return }
        selection = candidates.firstIndex { $0.text == selected } ?? 0
    }

    var selected: Candidate? { selection.map { candidates[$0] } }

    // MARK: Keys

    /// The effect of a key on the menu.
    enum Answer: Equatable {
        /// Nothing: it is for the field.
        case none
        /// Another one is selected.
        case moved
        case closed
        case taken(Candidate)
        /// A candidate is taken, and the key is for the field all the same.
        case takenBefore(Candidate)
    }

    /// Finds out what a key means here.
    mutating func press(_ key: Key) -> Answer {
        switch key {
        case .escape: return .closed
        case .down, .control("n"): return select(by: 1)
        case .up where selection != nil, .control("p") where selection != nil: return select(by: -1)
        case .pageDown where selection != nil: return select(by: Self.height)
        case .pageUp where selection != nil: return select(by: -Self.height)
        case .enter, .tab, .backTab, .character, .paste: return pressWhileTyping(key)
        default: return .none
        }
    }

    private mutating func pressWhileTyping(_ key: Key) -> Answer {
        switch (purpose, key) {
        case (.choosing, .character), (.choosing, .paste): return .none
        case (.choosing, _): return selected.map { .takenBefore($0) } ?? .none
        case (_, .character), (_, .paste): return selected.map { .takenBefore($0) } ?? .none
        case (_, .enter): return selected.map { .taken($0) } ?? .none
        case (.beginning, .tab) where selection == nil: return .none
        case (_, .tab) where candidates.count == 1: return .taken(candidates[0])
        case (_, .tab): return select(by: 1)
        default: return selection == nil ? .none : select(by: -1)
        }
    }

    /// Goes round; where there need not be a selection, going up from the first one leads back into the field.
    private mutating func select(by step: Int) -> Answer {
        let last = candidates.count - 1
        switch (selection ?? -1) + step {
        case let next where abs(step) > 1: selection = max(0, min(next, last))
        case ..<0: selection = purpose == .choosing ? last : nil
        case let next: selection = next > last ? 0 : next
        }
        return .moved
    }

    /// The number of candidates that are seen at a time.
    static let height = 8
}

extension Completion? {
    /// Gives a key to the menu of a field, if there is one; tells whether the key is used up.
    mutating func press(_ key: Key, insert: (Completion.Candidate, Completion.Word) -> Void) -> Bool {
        guard var menu = self else { return false }
        let answer = menu.press(key)
        switch answer {
        case .none: return false
        case .moved:
            self = menu
            return true
        case .closed:
            self = nil
            return true
        case .taken(let candidate), .takenBefore(let candidate):
            self = nil
            insert(candidate, menu.word)
            return answer == .taken(candidate)
        }
    }
}
