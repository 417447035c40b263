/// The values that come from outside a document.
///
/// Precedence, the first wins: ``overrides``, the document's `@name = value` lines, ``environment``.
public struct VariableScope: Sendable {
    /// What was given on the command line or at a prompt.
    public var overrides: [String: String]
    /// The chosen environment.
    public var environment: SelectedEnvironment
    /// Where `{{$…}}` values come from.
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
