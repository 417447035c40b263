import ClientEngine

/// What a command opens the screen with.
struct ScreenSession {
    var workspace: Workspace
    var client: Client
    var options: Options
    /// What the first line calls the workspace; nil is the folder's name.
    var title: String?
    /// What is sent at the start.
    var first: PreparedRequest?
}
