import ClientEngine
import InspectorCanvas

/// The wishes of a person for every session, as the configuration file has them; nil where it says nothing.
package struct Preferences: Equatable, Sendable {
    package var theme: ThemeName?
    /// The colours that take the place of those of the theme.
    package var colors = ThemeColors()
    package var keys: [KeyWish] = []
    package var isASCII: Bool?
    package var usesMouse: Bool?
    /// The way to show images; nil for the best that the terminal has.
    package var images: ImageProtocol?
    /// The number of bytes of bodies that a session keeps.
    package var keptBodies: Int?
    package var sending = SendingPreferences()
    package var history = HistoryPreferences()

    package init() {}

    /// The ways of showing images, as the file names them; the first is the best that the terminal has.
    package static let imageNames = ["auto"] + ImageProtocol.allCases.map(\.rawValue)

    /// Takes over the name of a way to show images; false where there is none of that name.
    package mutating func showImages(by name: String) -> Bool {
        images = ImageProtocol(rawValue: name)
        return Self.imageNames.contains(name)
    }

    /// The keys that an action is to have.
    package struct KeyWish: Equatable, Sendable {
        package var action: String
        /// The keys as they are written; none takes the action's keys away.
        package var keys: [String]
        /// The file, the line and the column, as they stand before a complaint.
        package var place: String

        package init(action: String, keys: [String], place: String) {
            self.action = action
            self.keys = keys
            self.place = place
        }
    }
}

/// The wishes about requests that say nothing else themselves: they count from the start of a program on.
package struct SendingPreferences: Equatable, Sendable {
    package var retry: RetryPolicy?
    package var timeouts = Timeouts()
    /// The time limit of an attempt.
    package var attempt: Duration?
    package var limits: Limits?
    package var proxy: Proxy?
    /// The file of trusted certificate authorities.
    package var authorities: String?
    /// The names of headers and parameters, in small letters, whose values are secret too.
    package var redacted: Set<String> = []

    package init() {}
}
