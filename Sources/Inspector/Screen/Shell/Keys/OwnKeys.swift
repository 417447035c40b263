import ClientEngine
import EngineSupport
import InspectorCanvas
import InspectorValues

/// Puts keys of one's own into a table of keys.
///
/// They take the place of the letters that an action has. Arrows, Enter, Esc and other keys with names stay beside them, so
/// that nobody locks himself out. What would mean two things in one place is left out, and said.
struct OwnKeys {
    private struct Wish {
        var intent: Intent
        var keys: [[Key]]
        var place: String
    }

    /// A binding, and the number of the wish that it comes from.
    private struct Entry {
        var binding: Binding
        var wish: Int?
    }

    private let standard: [Binding]
    private var wishes: [Wish] = []
    private(set) var complaints: [String] = []
    private(set) var keymap: Keymap

    init(_ asked: [Preferences.KeyWish], in table: Keymap = .standard) {
        standard = table.bindings
        keymap = table
        read(asked)
        guard !wishes.isEmpty else { return }
        var entries = applied
        while let (wish, sentence) = conflict(in: entries) {
            complaints.append(wishes[wish].place + sentence)
            wishes.remove(at: wish)
            entries = applied
        }
        keymap = Keymap(bindings: entries.map(\.binding))
    }

    private mutating func read(_ asked: [Preferences.KeyWish]) {
        let intents = Dictionary(standard.map { ($0.intent.name, $0.intent) }) { first, _ in first }
        for wish in asked {
            guard let intent = intents[wish.action] else {
                let hint = SimilarNames(to: wish.action, among: intents.keys.sorted()).sentence
                complaints.append(
                    wish.place + "there is no action “\(wish.action)”; "
                        + (hint ?? "docs/config.md lists them all"))
                continue
            }
            let keys = wish.keys.map { [Key](named: $0) }
            if let wrong = keys.firstIndex(where: { $0 == nil }) {
                complaints.append(
                    wish.place
                        + "“\(wish.keys[wrong])” is not a key; write it as ? does: x, Ctrl-X, Alt-X, F5, Space, or mf for m and then f"
                )
                continue
            }
            wishes.append(Wish(intent: intent, keys: keys.compactMap(\.self), place: wish.place))
        }
    }

    // MARK: The table

    private var applied: [Entry] {
        var entries: [Entry] = []
        var done: Set<Intent> = []
        for binding in standard {
            guard let wish = wishes.lastIndex(where: { $0.intent == binding.intent }) else {
                entries.append(Entry(binding: following(binding)))
                continue
            }
            if done.insert(binding.intent).inserted {
                entries += bindings(of: wish).map { Entry(binding: $0, wish: wish) }
            }
            if binding.isNamed { entries.append(Entry(binding: binding)) }
        }
        return entries
    }

    /// The bindings that a wish makes, one for each of its keys and each meaning of the action.
    private func bindings(of number: Int) -> [Binding] {
        let wish = wishes[number]
        let own = standard.filter { $0.intent == wish.intent }
        let replaced = own.filter { !$0.isNamed }
        let keys = wish.keys.isEmpty && !replaced.isEmpty ? [[]] : wish.keys
        return (replaced.isEmpty ? own : replaced).flatMap { binding in
            keys.compactMap { keys in
                var binding = binding.with(keys: keys)
                if case .character? = keys.first { binding.places.subtract(Place.fields) }
                if replaced.isEmpty { binding.footer = nil }
                return binding.places.isEmpty ? nil : binding
            }
        }
    }

    /// Returns the binding of a sequence with its beginning as it is now.
    private func following(_ binding: Binding) -> Binding {
        guard binding.keys.count > 1 else { return binding }
        for wish in wishes where wish.intent.beginsSequence {
            guard let begin = standard.first(where: { $0.intent == wish.intent }), let keys = wish.keys.first,
                binding.keys.starts(with: begin.keys)
            else { continue }
            return binding.with(keys: keys + binding.keys.dropFirst(begin.keys.count))
        }
        return binding
    }

    // MARK: Conflicts

    /// Returns a wish that cannot be, and why.
    private func conflict(in entries: [Entry]) -> (wish: Int, sentence: String)? {
        for place in Place.allCases {
            let here = entries.filter { $0.binding.places.contains(place) && !$0.binding.keys.isEmpty }
            for entry in here {
                guard let wish = entry.wish else { continue }
                let other = here.first { other in
                    other.binding.intent != entry.binding.intent && collide(entry.binding, other.binding)
                        && (other.wish ?? -1) < wish
                }
                guard let other else { continue }
                return (
                    wish,
                    "“\(entry.binding.keys.text)” is for “\(other.binding.help)” (\(other.binding.intent.name)) already; give one of them another key"
                )
            }
        }
        return nil
    }

    private func collide(_ one: Binding, _ other: Binding) -> Bool {
        if one.keys == other.keys { return true }
        let (short, long) = one.keys.count < other.keys.count ? (one, other) : (other, one)
        return !short.intent.beginsSequence && long.keys.starts(with: short.keys)
    }
}

extension Binding {
    /// Indicates whether its keys have names, and are not letters.
    fileprivate var isNamed: Bool {
        if case .character(let character)? = keys.first { return character == " " }
        return !keys.isEmpty
    }

    fileprivate func with(keys: [Key]) -> Binding {
        var copy = self
        copy.keys = keys
        return copy
    }
}
