/// Says when a request takes the defaults of a server's environment.
public enum EnvironmentDefaults: Sendable, Hashable {
    /// If its URL lies below the environment's base URL.
    case inScope
    /// Always, also outside: those of the environment that the request names, else of the first one.
    case always
    /// Never.
    case never
}
