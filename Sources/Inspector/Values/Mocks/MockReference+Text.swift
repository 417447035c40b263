import ClientEngine

extension MockReference {
    /// The name, and for a mock that forwards the server that was asked.
    package var text: String { name + forwarding }

    /// The server that was asked instead of the one in the URL; empty for a mock that answered itself.
    package var forwarding: String { server.map { ", passed on to \($0)" } ?? "" }
}
