import ClientEngine
import InspectorCanvas
import InspectorValues

/// The settings that the screen gets when it opens.
package struct ScreenSettings: Equatable, Sendable {
    /// The name of the opened folder or file.
    var workspace: String
    /// The distance of the local time from UTC, in seconds.
    var secondsFromGMT: Int
    var glyphs: Glyphs
    /// The characters that may be sent to the terminal.
    var charset: Charset
    /// The timeouts of requests that have none of their own.
    var timeouts: Timeouts
    var isInsecure: Bool
    /// The number of bytes of bodies that the session keeps.
    var keptBodies: Int
    /// The local day on which the screen was opened.
    var day: String
    /// Indicates whether there is a history to ask.
    var hasHistory: Bool
    /// Indicates whether lines are printed: bars say nothing there.
    var isLinear = false
    /// The table of keys.
    var keymap = Keymap.standard
    /// Indicates whether clicks are for the screen, and not for the terminal's own selection.
    var usesMouse = true
    /// The way the terminal shows images.
    var images = ImageSettings()

    package init(
        workspace: String = "", secondsFromGMT: Int = 0, glyphs: Glyphs = .unicode, charset: Charset = .utf8,
        timeouts: Timeouts = .standard, isInsecure: Bool = false, keptBodies: Int = KeptBodies.usualLimit,
        day: String = "", hasHistory: Bool = false
    ) {
        self.workspace = workspace
        self.secondsFromGMT = secondsFromGMT
        self.glyphs = glyphs
        self.charset = charset
        self.timeouts = timeouts
        self.isInsecure = isInsecure
        self.keptBodies = keptBodies
        self.day = day
        self.hasHistory = hasHistory
    }
}

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

    /// Leaves the mouse to the terminal, whose own selection needs it, or takes it back.
    mutating func toggleMouse() -> [Effect] {
        settings.usesMouse.toggle()
        let key = settings.keymap.text(of: .app(.mouse))
        let text =
            settings.usesMouse
            ? "Clicks are for the screen again." : "The mouse selects text now; \(key) takes it back."
        notices.show(.confirmation(text))
        return [.terminal(.useMouse(settings.usesMouse))]
    }
}
