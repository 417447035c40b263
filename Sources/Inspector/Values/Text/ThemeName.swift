/// The looks that a person can choose from.
package enum ThemeName: String, CaseIterable, Sendable {
    /// The terminal's own sixteen colours.
    case terminal
    /// Tuned colours for the background that the terminal says it has.
    case auto
    /// Tuned colours for a dark background.
    case dark
    /// Tuned colours for a light background.
    case light
}
