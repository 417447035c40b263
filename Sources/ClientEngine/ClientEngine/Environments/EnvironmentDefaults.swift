/// The condition for using the defaults of a server's environment.
public enum EnvironmentDefaults: Sendable, Hashable {
    /// If the URL of the request is below the base URL of the environment.
    case inScope
    /// Always: the defaults of the environment that the request names, or of the first one if the URL is below no base
    /// URL.
    case always
    /// Never.
    case never
}
