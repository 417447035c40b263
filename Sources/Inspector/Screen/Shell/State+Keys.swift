import InspectorCanvas

extension State {
    /// Removes the next key, or all the characters at the start as one paste where they would only be typed.
    ///
    /// From a terminal without bracketed paste a text comes as keys, and a field is copied and stored with every key.
    package func next(of keys: inout ArraySlice<Key>) -> Key? {
        guard place.kind == .field else { return keys.popFirst() }
        let character = { [takesLines = place == .draftBody] (key: Key) -> Character? in
            switch key {
            case .character(let character): character
            case .enter where takesLines: "\n"
            default: nil
            }
        }
        let text = keys.prefix { character($0) != nil }.compactMap(character)
        guard text.count > 1 else { return keys.popFirst() }
        keys.removeFirst(text.count)
        return .paste(Key.Paste(text: String(text), isPartial: true))
    }

    /// Finds out what a key means here, and does it, or says why not.
    mutating func press(_ key: Key) -> [Effect] {
        refusal = nil
        isAwaitingOffer = false
        notices.removeAll { $0.kind == .confirmation }
        do throws(Refusal) {
            return try take(key)
        } catch {
            refusal = error.reason
            return []
        }
    }

    private mutating func take(_ key: Key) throws(Refusal) -> [Effect] {
        if case .mouse(let mouse) = key { return try click(mouse) }
        if type(key) { return [] }
        if case .paste(let paste) = key { return takePaste(paste) }
        let key = key.withoutShift
        let keys = typed + [key]
        typed = []
        if key == .escape, keys.count > 1 { return [] }
        switch settings.keymap.match(keys, in: place) {
        case .binding(let binding): return try perform(binding)
        case .prefix: typed = keys
        case .none: refusal = explanation(of: keys)
        }
        return []
    }

    /// Says why a key does nothing; nil for one that is no character, as an arrow is.
    private func explanation(of keys: [Key]) -> String? {
        guard keys.count == 1, let key = keys.first else { return "\(keys.text) means nothing" }
        guard case .character = key, Place.home.contains(place) else { return nil }
        let isOfTasks = if case .none = Keymap.standard.match([key], in: .tasks) { false } else { true }
        return isOfTasks
            ? "\([key].text) is about a task: Tab goes to them"
            : "no action on \([key].text); ? lists the keys"
    }

    /// Does what a binding says, or says why not.
    mutating func perform(_ binding: Binding) throws(Refusal) -> [Effect] {
        if let reason = binding.requirement.refusal(in: self) {
            throw Refusal("\(binding.keyText): \(reason)")
        }
        switch binding.intent {
        case .move(let motion): move(motion)
        case .pane(let verb): return try perform(verb)
        case .task(let verb): return try perform(verb)
        case .mock(let verb): return try perform(verb)
        case .hold(let verb): return perform(verb)
        case .find(let verb): return try perform(verb)
        case .body(let verb): return try perform(verb)
        case .copy(let part): return copy(part)
        case .app(let verb): return try perform(verb)
        case .draft(let verb): return perform(verb)
        case .comparison(let verb): return try perform(verb)
        case .statistics(let verb): return perform(verb)
        }
        return []
    }

    /// Gives a key to the text field that has the cursor; false when there is none or the key is not for a field.
    private mutating func type(_ key: Key) -> Bool {
        guard var overlay = overlays.top else {
            return compose.type(
                key, clipboard: &clipboard, &notices, environments, among: saved.files)
        }
        guard overlay.type(key, in: &self) else { return false }
        overlays.replaceTop(with: overlay)
        return true
    }
}
