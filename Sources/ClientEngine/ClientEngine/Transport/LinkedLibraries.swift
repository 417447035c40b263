import CEngineCurl
import EnginePatterns

/// The libraries of the system that the engine uses, as the dynamic loader found them; for reports of problems.
public enum LinkedLibraries {
    /// Their names and versions, as in `libcurl/7.88.1`: libcurl and the libraries that it uses, then the others.
    public static var names: [String] {
        let curl = String(cString: curl_version()).split(at: " ").map(String.init)
        return curl + ["PCRE2/\(Pattern.libraryVersion)"]
    }
}
