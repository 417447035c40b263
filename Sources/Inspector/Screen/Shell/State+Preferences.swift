import InspectorValues

extension State {
    /// Takes over what the configuration file says, as far as no flag says otherwise; returns what is wrong with its keys.
    package mutating func adopt(
        _ preferences: Preferences, isASCII: Bool, keptBodies: Int?, usesMouse: Bool
    ) -> [String] {
        settings.glyphs = isASCII ? .ascii : .unicode
        settings.keptBodies = keptBodies ?? preferences.keptBodies ?? KeptBodies.usualLimit
        settings.usesMouse = usesMouse
        let keys = OwnKeys(preferences.keys)
        settings.keymap = keys.keymap
        typed = []
        return keys.complaints
    }

    mutating func replaceConfigurationNotices(with new: [Notice]) {
        // A confirmation has been seen, and would hide what is wrong now.
        notices.removeAll { configurationNotices.contains($0) || $0.kind == .confirmation }
        configurationNotices = new
        notices += new
    }

    /// Indicates whether something is said about the configuration file.
    package var hasConfigurationNotices: Bool { notices.contains { configurationNotices.contains($0) } }

    /// Leaves the mouse to the terminal, whose own selection needs it, or takes it back.
    mutating func toggleMouse() -> [Effect] {
        settings.usesMouse.toggle()
        let key = settings.keymap.text(of: .app(.mouse))
        let text =
            settings.usesMouse
            ? "Clicks are for the screen again." : "The mouse selects text now; \(key) takes it back."
        notices.insert(.confirmation(text), at: 0)
        return [.terminal(.useMouse(settings.usesMouse))]
    }
}
