import ClientEngine
import InspectorWorkspace

/// What a command opens the screen with.
package struct ScreenSession {
    package var workspace: Workspace
    package var client: Client
    /// Whether it draws with ASCII only.
    package var isASCII = false
    /// How many bytes of bodies it keeps; nil is the usual limit.
    package var keptBodies: Int?
    /// What the first line calls the workspace; nil is the folder's name.
    package var title: String?
    /// What is sent at the start.
    package var first: OutgoingRequest?
}
