/// The values that come from outside a document.
///
/// Precedence, the first wins: ``overrides``, the document's `@name = value` lines, ``environment``.
public struct VariableScope: Sendable {
    /// The values given on the command line or at a prompt.
    public var overrides: [String: String]
    /// The chosen environment.
    public var environment: SelectedEnvironment
    /// The sources of `{{$…}}` values.
    public var dynamic: DynamicValues

    /// Creates a scope.
    public init(
        overrides: [String: String] = [:], environment: SelectedEnvironment = SelectedEnvironment(),
        dynamic: DynamicValues
    ) {
        self.overrides = overrides
        self.environment = environment
        self.dynamic = dynamic
    }
}
