import ClientEngine
import InspectorCanvas

/// The user's preferences for all sessions, read from the configuration file.
///
/// `nil` means not configured.
package struct Preferences: Equatable, Sendable {
    package var theme: ThemeName?
    /// Colours that replace those of the theme.
    package var colors = ThemeColors()
    package var keys: [KeyWish] = []
    package var isASCII: Bool?
    package var usesMouse: Bool?
    /// The way to show images, or `nil` for the best one that the terminal supports.
    package var images: ImageProtocol?
    /// The maximum number of bytes of bodies kept in a session.
    package var keptBodies: Int?
    package var sending = SendingPreferences()
    package var history = HistoryPreferences()

    package init() {}

    /// The names of image protocols in the configuration file.
    ///
    /// The first one selects the best that the terminal supports.
    package static let imageNames = ["auto"] + ImageProtocol.allCases.map(\.rawValue)

    /// Selects an image protocol by name.
    ///
    /// Returns `false` if the name is unknown.
    package mutating func showImages(by name: String) -> Bool {
        images = ImageProtocol(rawValue: name)
        return Self.imageNames.contains(name)
    }

    /// The key bindings of an action.
    package struct KeyWish: Equatable, Sendable {
        package var action: String
        /// The keys as written in the file.
        ///
        /// An empty list removes the action's keys.
        package var keys: [String]
        /// The file, line and column, as an error message prints them.
        package var place: String

        package init(action: String, keys: [String], place: String) {
            self.action = action
            self.keys = keys
            self.place = place
        }
    }
}

/// Defaults for requests that specify nothing themselves.
///
/// They apply from the start of the program.
package struct SendingPreferences: Equatable, Sendable {
    package var retry: RetryPolicy?
    package var timeouts = Timeouts()
    /// The time limit of an attempt.
    package var attempt: Duration?
    package var limits: Limits?
    package var proxy: Proxy?
    /// The file of trusted certificate authorities.
    package var authorities: String?
    /// The lower-case names of additional headers and parameters whose values are secret.
    package var redacted: Set<String> = []

    package init() {}
}
