/// The colour themes that a user can choose.
package enum ThemeName: String, CaseIterable, Sendable {
    /// The terminal's own sixteen colours, as configured there.
    case terminal
    /// Tuned colours that match the background colour reported by the terminal.
    case auto
    /// Tuned colours for a dark background.
    case dark
    /// Tuned colours for a light background.
    case light
}
