import ClientEngine
import InspectorHistory

/// The program's name and version, for `--version` and for files that name their creator.
package enum Version {
    package static let name = "inspector"
    package static let number = "0.2.0"

    /// The version, the build and the libraries, as `--version` prints them.
    static var lines: String {
        let libraries = (LinkedLibraries.names + [HistoryStore.library]).joined(separator: " ")
        return "\(name) \(number)\n\(build)\n\(libraries)\n"
    }

    private static var build: String {
        "\(configuration) build for Linux on \(architecture), Swift \(compiler)"
    }

    #if DEBUG
        private static let configuration = "debug"
    #else
        private static let configuration = "release"
    #endif

    #if arch(x86_64)
        private static let architecture = "x86_64"
    #elseif arch(arm64)
        private static let architecture = "arm64"
    #else
        private static let architecture = "another processor"
    #endif

    #if compiler(>=6.4)
        private static let compiler = "6.4 or newer"
    #elseif compiler(>=6.3)
        private static let compiler = "6.3"
    #else
        private static let compiler = "6.2"
    #endif
}
