import CEngineCurl
import EnginePatterns

/// The system's libraries that the engine runs on, as the loader has found them.
package enum LinkedLibraries {
    /// Their names and versions: libcurl and what it is built of, then the others.
    package static var names: [String] {
        let curl = String(cString: curl_version()).split(at: " ").map(String.init)
        return curl + ["PCRE2/\(Pattern.libraryVersion)"]
    }
}
