import CEngineCurl
import EnginePatterns

/// The system libraries that the engine uses, as the dynamic loader found them, for problem reports.
public enum LinkedLibraries {
    /// The names and versions, such as `libcurl/7.88.1`: libcurl and the libraries that it uses, followed by the
    /// others.
    public static var names: [String] {
        let curl = String(cString: curl_version()).split(at: " ").map(String.init)
        return curl + ["PCRE2/\(Pattern.libraryVersion)"]
    }
}
